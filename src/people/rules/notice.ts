export type FactorChange = 'added' | 'removed' | 'codes_made' | 'code_used';

interface KeyNotice {
  readonly merchantName: string;
  readonly keyName: string;
  readonly hint: string;
  /** Names, comma-separated. */
  readonly permission: string;
  /** Null for a command on the gateway's host. */
  readonly madeBy: string | null;
}

/** Members of an account or a merchant receive it by mail. */
export type Notice =
  | {
      readonly kind: 'signed_in';
      readonly site: 'dashboard' | 'console';
      readonly address: string | null;
      /** The header of the browser. */
      readonly agent: string | null;
    }
  | {
      readonly kind: 'password_changed';
      readonly site: 'dashboard' | 'console';
      readonly address: string | null;
    }
  | {
      readonly kind: 'factor_changed';
      readonly site: 'dashboard' | 'console';
      readonly change: FactorChange;
      /** The authenticator's name; null for recovery codes. */
      readonly name: string | null;
      /** Recovery codes; null where none was used. */
      readonly codesLeft: number | null;
      readonly address: string | null;
    }
  | {
      /** Another person removed all authenticators of the recipient. */
      readonly kind: 'factors_reset';
      readonly site: 'dashboard' | 'console';
      readonly payoutsHeld: boolean;
    }
  | {
      /** An operator removed all authenticators of a member. */
      readonly kind: 'member_factors_reset';
      readonly merchantName: string;
      readonly name: string;
      readonly email: string;
    }
  | {
      /** A member who may approve added the first authenticator late; payouts are held. */
      readonly kind: 'member_late_factor';
      readonly merchantName: string;
      readonly name: string;
      readonly email: string;
    }
  | ({ readonly kind: 'key_created' } & KeyNotice)
  | ({ readonly kind: 'key_changed' } & KeyNotice)
  | {
      readonly kind: 'key_expiring';
      readonly merchantName: string;
      readonly keyName: string;
      readonly hint: string;
      /** ISO 8601. */
      readonly expiresAt: string;
    }
  | {
      /** An operator invited the owner. */
      readonly kind: 'owner_invited';
      readonly merchantName: string;
      readonly email: string;
    }
  | {
      readonly kind: 'owner_joined';
      readonly merchantName: string;
      readonly name: string;
      readonly email: string;
      readonly payoutsHeld: boolean;
    }
  | {
      readonly kind: 'bank_account_set';
      readonly merchantName: string;
      /** Masked. */
      readonly account: string;
      /** ISO 8601: until then, nothing is withdrawn to it. */
      readonly usableAt: string;
    }
  | {
      readonly kind: 'limit_lifted';
      readonly merchantName: string;
      /** The daily payout limit; null for no limit. */
      readonly limitSatang: number | null;
    };
