import { z } from 'zod';
import { findSettlingCallback } from '../../db/orders/callbacks';
import type { Deposit } from '../../db/orders/deposits';
import { findBankCode, maskAccount } from '../../domain/banks';
import { payerMatches } from '../../domain/payer-match';
import type { Deps } from '../deps';

/** The account that paid a deposit, as far as the bank named it, and may be shown. */
export interface Payer {
  readonly bankName: string | null;
  readonly bankCode: string | null;
  readonly accountMask: string | null;
  /** Whether it is the account that the merchant expected; null when that cannot be known. */
  readonly isExpected: boolean | null;
}

const named = z.string().normalize('NFC').trim().min(1).nullish().catch(null);
/** The body is stored as the provider sent it. */
const settling = z.object({ payer: z.object({ bankName: named, accountNumber: named }) });
const customer = z.object({ accountNumber: z.string() });

/** Null while a deposit is unpaid, and when the bank did not name the payer. */
export async function findPayer(
  { db, vault }: Pick<Deps, 'db' | 'vault'>,
  deposit: Deposit,
): Promise<Payer | null> {
  if (deposit.status !== 'succeeded') return null;
  const sealed = await findSettlingCallback(db, deposit.id);
  if (sealed === null) return null;
  const body: unknown = JSON.parse(vault.open(sealed, 'callbacks.body'));
  const { bankName = null, accountNumber = null } = settling.safeParse(body).data?.payer ?? {};
  if (bankName === null && accountNumber === null) return null;
  const expected: unknown = JSON.parse(vault.open(deposit.customerSealed, 'deposits.customer'));
  const bankCode = bankName === null ? null : findBankCode(bankName);
  const paid = { bankCode, accountNumber };
  const wanted = { bankCode: deposit.bankCode, ...customer.parse(expected) };
  return {
    bankName,
    bankCode,
    accountMask: accountNumber === null ? null : maskPaid(accountNumber),
    isExpected: payerMatches(wanted, paid),
  };
}

/** A bank may have masked the account already. What it shows is cut to four digits. */
function maskPaid(accountNumber: string): string {
  const digits = accountNumber.replace(/\D/g, '');
  return digits.length > 4 ? maskAccount(digits) : `xxx-x-x${digits.padStart(4, 'x')}-x`;
}
