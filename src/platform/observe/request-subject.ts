import type { Vault } from '../crypto/vault';

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

/** Stored encrypted. */
export type RequestSubject =
  | { readonly kind: 'payout'; readonly account: BankAccount }
  /** Returns money of a payment. */
  | {
      readonly kind: 'refund';
      readonly paymentId: string;
      /** Null: back to the token that was charged. */
      readonly account: BankAccount | null;
    }
  /** With the consent of the token's owner. */
  | {
      readonly kind: 'charge';
      readonly token: string;
      /** Absent: the payer's browser cannot be redirected. */
      readonly returnUrl?: string;
    };

/** Required of the payer of a charge. Stored encrypted while the order is open. */
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
