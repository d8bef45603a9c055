import { z } from 'zod';
import { findSettlingCallback } from '../../db/orders/callbacks';
import { findExpectedPayer } from '../../db/orders/deposits';
import type { Deposit, ExpectedPayer } from '../../db/orders/deposits';
import { findBankCode, maskAccount } from '../../domain/banks';
import { payerMatches } from '../../domain/payer-match';
import type { NamedAccount } from '../../domain/payer-match';
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
  const paid = readPayer(vault.open(sealed, 'callbacks.body'));
  if (paid === null) return null;
  const { bankName, bankCode, accountNumber } = paid;
  return {
    bankName,
    bankCode,
    accountMask: accountNumber === null ? null : maskPaid(accountNumber),
    isExpected: isExpected(vault, deposit, paid),
  };
}

/**
 * Whether the payer that a callback's body names is the one that a deposit is expected from. Null
 * where too little is known of either, and where there is no such deposit.
 */
export async function matchPayer(
  { db, vault }: Pick<Deps, 'db' | 'vault'>,
  namedOrder: string,
  body: string,
): Promise<boolean | null> {
  const paid = readPayer(body);
  const expected = paid === null ? null : await findExpectedPayer(db, namedOrder);
  return paid === null || expected === null ? null : isExpected(vault, expected, paid);
}

type Paid = NamedAccount & { readonly bankName: string | null };

function readPayer(body: string): Paid | null {
  const told: unknown = JSON.parse(body);
  const { bankName = null, accountNumber = null } = settling.safeParse(told).data?.payer ?? {};
  if (bankName === null && accountNumber === null) return null;
  return { bankName, bankCode: bankName === null ? null : findBankCode(bankName), accountNumber };
}

function isExpected(
  vault: Deps['vault'],
  { bankCode, customerSealed }: ExpectedPayer,
  paid: Paid,
): boolean | null {
  const expected: unknown = JSON.parse(vault.open(customerSealed, 'deposits.customer'));
  return payerMatches({ bankCode, ...customer.parse(expected) }, paid);
}

/** A bank may have masked the account already. What it shows is cut to four digits. */
function maskPaid(accountNumber: string): string {
  const digits = accountNumber.replace(/\D/g, '');
  return digits.length > 4 ? maskAccount(digits) : `xxx-x-x${digits.padStart(4, 'x')}-x`;
}
