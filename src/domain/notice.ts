import type { Permission } from './permission';

/** Events of an account or a merchant about which its members receive mail. */
export type Notice =
  | {
      readonly kind: 'signed_in';
      readonly site: 'dashboard' | 'console';
      readonly address: string | null;
      /** The User-Agent of the browser. */
      readonly agent: string | null;
    }
  | {
      readonly kind: 'password_changed';
      readonly site: 'dashboard' | 'console';
      readonly address: string | null;
    }
  | {
      readonly kind: 'key_created';
      readonly merchantName: string;
      readonly keyName: string;
      readonly hint: string;
      readonly permission: Permission;
      /** Null for a command on the gateway's host. */
      readonly madeBy: string | null;
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
      readonly kind: 'limit_lifted';
      readonly merchantName: string;
      /** The new daily payout limit; null for no limit. */
      readonly limitSatang: number | null;
    };
