import type { Vault } from './vault';

/** The account that money goes to: encrypted wherever it is kept. */
export interface AccountSubject {
  readonly bankCode: string | null;
  readonly bankName: string;
  readonly accountNumber: string;
  readonly accountName: string;
}

const SEALED_AS = 'provider_requests.subject';

export const sealSubject = (vault: Vault, subject: AccountSubject): string =>
  vault.seal(JSON.stringify(subject), SEALED_AS);

export const openSubject = (vault: Vault, sealed: string): AccountSubject =>
  JSON.parse(vault.open(sealed, SEALED_AS)) as AccountSubject;
