import type { Vault } from './vault';

/** Whom a payout goes to: encrypted wherever it is kept. */
export interface PayeeAccount {
  readonly accountNumber: string;
  readonly firstName: string;
  readonly lastName: string;
}

const SEALED_AS = 'withdrawals.payee';

export const sealPayee = (vault: Vault, payee: PayeeAccount): string =>
  vault.seal(JSON.stringify(payee), SEALED_AS);

export const openPayee = (vault: Vault, sealed: string): PayeeAccount =>
  JSON.parse(vault.open(sealed, SEALED_AS)) as PayeeAccount;
