import { z } from 'zod';
import { findBankCode } from '../../domain/banks';
import { payerIdentity, payerMatches } from '../../domain/payer-match';
import type { NamedAccount, NamedPayer } from '../../domain/payer-match';
import type { Vault } from '../../lib/vault';
import type { Db } from '../postgres/connect';
import { findExpectedPayer } from './deposits';
import type { ExpectedPayer } from './deposits';

/** The digest by which payers are compared; null when nothing identifies the payer. */
export function digestPayer(vault: Vault, payer: NamedPayer | null): string | null {
  const identity = payer === null ? null : payerIdentity(payer);
  return identity === null ? null : vault.digest(identity, 'movements.payer');
}

/**
 * Whether a payer is the one that a deposit expects. Null when too little is known of either, or
 * for other orders than deposits.
 */
export async function matchPayer(
  { db, vault }: { readonly db: Db; readonly vault: Vault },
  namedOrder: string,
  payer: NamedPayer | null,
): Promise<boolean | null> {
  const paid = paidFrom(payer);
  const expected = paid === null ? null : await findExpectedPayer(db, namedOrder);
  return paid === null || expected === null ? null : isExpected(vault, expected, paid);
}

type Paid = NamedAccount & { readonly bankName: string | null };

/** Null when neither bank nor account is known. */
export function paidFrom(payer: NamedPayer | null): Paid | null {
  const { bankName = null, accountNumber = null } = payer ?? {};
  if (bankName === null && accountNumber === null) return null;
  return { bankName, bankCode: bankName === null ? null : findBankCode(bankName), accountNumber };
}

const customer = z.object({ accountNumber: z.string() });

export function isExpected(
  vault: Vault,
  { bankCode, customerSealed }: ExpectedPayer,
  paid: Paid,
): boolean | null {
  const expected: unknown = JSON.parse(vault.open(customerSealed, 'deposits.customer'));
  return payerMatches({ bankCode, ...customer.parse(expected) }, paid);
}

const text = z.string().nullable();
const answerBody = z.object({
  payer: z.object({ bankName: text, accountNumber: text, accountName: text }).nullish(),
});

/** The payer in the stored body of an answer; null when it names none. */
export const payerOfAnswer = (body: string): NamedPayer | null =>
  answerBody.parse(JSON.parse(body)).payer ?? null;
