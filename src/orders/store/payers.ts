import { z } from 'zod';
import { findBankCode } from '../../kernel/rules/banks';
import {
  maskedPayer,
  payerMatches,
  payerTraits,
  storedPayer,
  type NamedAccount,
  type NamedPayer,
} from '../deposit/rules/payer-match';
import type { Vault } from '../../platform/crypto/vault';
import type { Db } from '../../platform/postgres/connect';
import { findExpectedPayer, type ExpectedPayer } from '../deposit/store/deposits';

/** Columns of the payer that are stored with evidence, for comparison and for events. */
export const payerColumns = (vault: Vault, payer: NamedPayer | null) => ({
  payerDigest: digestPayer(vault, payer),
  payer: maskedPayer(payer),
});

/** The form in which payers are compared; null when nothing identifies the payer. */
export function digestPayer(vault: Vault, payer: NamedPayer | null): string | null {
  const traits = payer === null ? null : payerTraits(payer);
  if (traits === null) return null;
  let key = '';
  const stored = storedPayer(traits, (value, name) => {
    const digest = vault.digest(value, `movements.payer.${name}`);
    const colon = digest.indexOf(':');
    key = digest.slice(0, colon);
    return digest.slice(colon + 1);
  });
  return `${key}:${stored}`;
}

/** Null when too little is known of either payer, or for other orders than deposits. */
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
function paidFrom(payer: NamedPayer | null): Paid | null {
  const { bankName = null, accountNumber = null } = payer ?? {};
  if (bankName === null && accountNumber === null) return null;
  return { bankName, bankCode: bankName === null ? null : findBankCode(bankName), accountNumber };
}

const customer = z.object({ accountNumber: z.string() });

function isExpected(
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

/** Null when the stored body of the answer names no payer. */
export const payerOfAnswer = (body: string): NamedPayer | null =>
  answerBody.parse(JSON.parse(body)).payer ?? null;
