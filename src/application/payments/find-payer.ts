import { findSettlingCallback } from '../../db/orders/callbacks';
import type { CallbackBody } from '../../db/orders/callbacks';
import type { Deposit } from '../../db/orders/deposits';
import { ERASED_BODY } from '../../db/persons/erase-subject';
import { isExpected, paidFrom, payerOfAnswer } from '../../db/orders/payers';
import { maskAccount } from '../../domain/banks';
import type { NamedPayer } from '../../domain/payer-match';
import type { Deps } from '../deps';

/** The account that paid a deposit, as reported by the bank and masked for display. */
export interface Payer {
  readonly bankName: string | null;
  readonly bankCode: string | null;
  readonly accountMask: string | null;
  /** Whether it is the expected account; null when unknown. */
  readonly isExpected: boolean | null;
}

/** Finds the payer of a deposit. Null when the deposit is unpaid or the bank reported no payer. */
export async function findPayer(
  deps: Pick<Deps, 'db' | 'providers' | 'vault'>,
  deposit: Deposit,
): Promise<Payer | null> {
  if (deposit.status !== 'succeeded') return null;
  const callback = await findSettlingCallback(deps.db, deposit.id);
  const paid = callback === null ? null : paidFrom(await readPayer(deps, callback));
  if (paid === null) return null;
  const { bankName, bankCode, accountNumber } = paid;
  return {
    bankName,
    bankCode,
    accountMask: accountNumber === null ? null : maskPaid(accountNumber),
    isExpected: isExpected(deps.vault, deposit, paid),
  };
}

/** The payer of a stored callback, read by the connector of its account, or of an answer. */
export async function readPayer(
  { providers, vault }: Pick<Deps, 'providers' | 'vault'>,
  { bodySealed, accountId, isAnswer }: CallbackBody,
): Promise<NamedPayer | null> {
  const body = vault.open(bodySealed, 'callbacks.body');
  if (body === ERASED_BODY) return null;
  if (isAnswer) return payerOfAnswer(body);
  return (await providers.find(accountId)).connector.readPayer(body);
}

/** Reduces an account that the bank may have masked already to four visible digits. */
function maskPaid(accountNumber: string): string {
  const digits = accountNumber.replace(/\D/g, '');
  return digits.length > 4 ? maskAccount(digits) : `xxx-x-x${digits.padStart(4, 'x')}-x`;
}
