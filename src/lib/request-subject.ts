import type { Vault } from './vault';

export interface BankAccount {
  /** Three digits, such as `014`; null when the name matches no known bank. */
  readonly bankCode: string | null;
  /** As the merchant wrote it. */
  readonly bankName: string;
  /** 6 to 15 digits. */
  readonly accountNumber: string;
  /** Empty when not given. */
  readonly accountName: string;
}

/** The subject of a provider request. Stored encrypted. */
export type RequestSubject =
  /** Sends money to a bank account. */
  | { readonly kind: 'payout'; readonly account: BankAccount }
  /** Returns money of a payment. */
  | {
      readonly kind: 'refund';
      /** The order id of the payment. */
      readonly paymentId: string;
      /** Null: back to the token that was charged. */
      readonly account: BankAccount | null;
    }
  /** Charges a token, with its owner's consent. */
  | {
      readonly kind: 'charge';
      readonly token: string;
      /** Where the payer's browser returns to; absent: the payer cannot be redirected. */
      readonly returnUrl?: string;
    };

/** What the payer of a charge must do. Stored encrypted while the order is open. */
export interface NextAction {
  readonly type: 'redirect';
  readonly url: string;
}

const SEALED_AS = 'provider_requests.subject';
const NEXT_ACTION_SEALED_AS = 'provider_requests.next_action';

export const sealSubject = (vault: Vault, subject: RequestSubject): string =>
  vault.seal(JSON.stringify(subject), SEALED_AS);

export const openSubject = (vault: Vault, sealed: string): RequestSubject =>
  JSON.parse(vault.open(sealed, SEALED_AS)) as RequestSubject;

export const sealNextAction = (vault: Vault, action: NextAction): string =>
  vault.seal(JSON.stringify(action), NEXT_ACTION_SEALED_AS);

export const openNextAction = (vault: Vault, sealed: string): NextAction =>
  JSON.parse(vault.open(sealed, NEXT_ACTION_SEALED_AS)) as NextAction;
