import { z } from 'zod';
import { findSettlingCallback } from '../../db/orders/callbacks';
import type { CallbackBody } from '../../db/orders/callbacks';
import { findExpectedPayer } from '../../db/orders/deposits';
import type { Deposit, ExpectedPayer } from '../../db/orders/deposits';
import { findBankCode, maskAccount } from '../../domain/banks';
import { payerMatches } from '../../domain/payer-match';
import type { NamedAccount } from '../../domain/payer-match';
import type { CallbackPayer } from '../../providers/connector';
import type { Deps } from '../deps';

/** The account that paid a deposit, as reported by the bank and masked for display. */
export interface Payer {
  readonly bankName: string | null;
  readonly bankCode: string | null;
  readonly accountMask: string | null;
  /** Whether it is the expected account; null when unknown. */
  readonly isExpected: boolean | null;
}

const customer = z.object({ accountNumber: z.string() });

/** Finds the payer of a deposit. Null when the deposit is unpaid or the bank reported no payer. */
export async function findPayer(
  deps: Pick<Deps, 'db' | 'providers' | 'vault'>,
  deposit: Deposit,
): Promise<Payer | null> {
  if (deposit.status !== 'succeeded') return null;
  const callback = await findSettlingCallback(deps.db, deposit.id);
  const paid = callback === null ? null : paidFrom(readPayer(deps, callback));
  if (paid === null) return null;
  const { bankName, bankCode, accountNumber } = paid;
  return {
    bankName,
    bankCode,
    accountMask: accountNumber === null ? null : maskPaid(accountNumber),
    isExpected: isExpected(deps.vault, deposit, paid),
  };
}

/**
 * Whether a payer is the one that a deposit expects. Null when too little is known of either, or
 * for other orders than deposits.
 */
export async function matchPayer(
  { db, vault }: Pick<Deps, 'db' | 'vault'>,
  namedOrder: string,
  payer: CallbackPayer | null,
): Promise<boolean | null> {
  const paid = paidFrom(payer);
  const expected = paid === null ? null : await findExpectedPayer(db, namedOrder);
  return paid === null || expected === null ? null : isExpected(vault, expected, paid);
}

/** The payer of a stored callback, read by the connector of its account. */
export function readPayer(
  { providers, vault }: Pick<Deps, 'providers' | 'vault'>,
  { bodySealed, accountId }: CallbackBody,
): CallbackPayer | null {
  return providers.find(accountId).connector.readPayer(vault.open(bodySealed, 'callbacks.body'));
}

type Paid = NamedAccount & { readonly bankName: string | null };

function paidFrom(payer: CallbackPayer | null): Paid | null {
  const { bankName = null, accountNumber = null } = payer ?? {};
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

/** Reduces an account that the bank may have masked already to four visible digits. */
function maskPaid(accountNumber: string): string {
  const digits = accountNumber.replace(/\D/g, '');
  return digits.length > 4 ? maskAccount(digits) : `xxx-x-x${digits.padStart(4, 'x')}-x`;
}
