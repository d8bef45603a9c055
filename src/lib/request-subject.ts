import type { Vault } from './vault';

/** An account that money goes to. */
export interface AccountSubject {
  readonly bankCode: string | null;
  readonly bankName: string;
  readonly accountNumber: string;
  readonly accountName: string;
}

/** What a request to the provider is about: encrypted wherever it is kept. */
export type RequestSubject =
  | { readonly kind: 'payout'; readonly account: AccountSubject }
  | {
      readonly kind: 'refund';
      readonly paymentId: string;
      /** Null: back to the token that was charged. */
      readonly account: AccountSubject | null;
    }
  | { readonly kind: 'charge'; readonly token: string };

const SEALED_AS = 'provider_requests.subject';

export const sealSubject = (vault: Vault, subject: RequestSubject): string =>
  vault.seal(JSON.stringify(subject), SEALED_AS);

export const openSubject = (vault: Vault, sealed: string): RequestSubject =>
  JSON.parse(vault.open(sealed, SEALED_AS)) as RequestSubject;
