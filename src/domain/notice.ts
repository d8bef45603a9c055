import type { Permission } from './permission';

/** What happened to an account or a merchant that its people are told of by mail. */
export type Notice =
  | {
      readonly kind: 'signed_in';
      readonly site: 'dashboard' | 'console';
      readonly address: string | null;
      /** As the browser names itself. */
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
      /** Null for a command of whoever runs the gateway. */
      readonly madeBy: string | null;
    }
  | {
      /** By whoever runs the gateway. */
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
      /** What may leave in a day from now on; null: no limit. */
      readonly limitSatang: number | null;
    };
