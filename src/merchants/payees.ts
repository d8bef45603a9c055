import { findKeySecrets, type ApiKey } from './store/api-keys';
import type { KeyHolder } from '../kernel/merchants/store';
import { findBankCode, isSameAccount, maskAccount, type Payee } from '../kernel/rules/banks';
import { orProblem, Problem } from '../kernel/rules/problem';
import type { Deps } from '../deps';

/** Empty for a payout that a person requests: only keys have a list of payees. */
export type PayingKey = Partial<Pick<KeyHolder, 'keyId' | 'hasPayees'>>;

export const PAYEES_MAX = 50;
const SEALED_AS = 'api_keys.payees';

/** Null for a key without a list, which may pay out to any account. */
export const sealPayees = (
  { vault }: Pick<Deps, 'vault'>,
  payees: readonly Payee[] | null,
): string | null => payees && vault.seal(JSON.stringify(payees), SEALED_AS);

export const openPayees = ({ vault }: Pick<Deps, 'vault'>, sealed: string): readonly Payee[] =>
  JSON.parse(vault.open(sealed, SEALED_AS)) as readonly Payee[];

/** In the order of the list; null without a list. */
export const maskedPayees = (
  deps: Pick<Deps, 'vault'>,
  { payeesSealed }: Pick<ApiKey, 'payeesSealed'>,
): readonly string[] | null =>
  payeesSealed === null ? null : openPayees(deps, payeesSealed).map(maskedPayee);

export const maskedPayee = ({ bankName, accountNumber }: Payee): string =>
  `${bankName} ${maskAccount(accountNumber)}`;

/** `removed` has masked forms. Throws Problem `invalid_payees` when the list gets too long. */
export function editedPayees(
  listed: readonly Payee[],
  { added, removed }: { readonly added: readonly Payee[]; readonly removed: readonly string[] },
): readonly Payee[] {
  const payees = [...listed.filter((payee) => !removed.includes(maskedPayee(payee))), ...added];
  if (payees.length > PAYEES_MAX) throw new Problem('invalid_payees', { param: 'payees' });
  return payees;
}

/**
 * Reads the list as it is now. Throws Problem `permission_denied`, or `unauthorized` for a key that
 * has ended meanwhile.
 */
export async function demandPayee(
  deps: Pick<Deps, 'db' | 'vault'>,
  { keyId, hasPayees }: PayingKey,
  account: Payee,
  param: string,
): Promise<void> {
  if (keyId === undefined || hasPayees !== true) return;
  const key = orProblem(await findKeySecrets(deps.db, keyId), 'unauthorized');
  const { payeesSealed } = key;
  if (payeesSealed === null) return;
  const wanted = { ...account, bankCode: findBankCode(account.bankName) };
  const isListed = openPayees(deps, payeesSealed).some((payee) =>
    isSameAccount({ ...payee, bankCode: findBankCode(payee.bankName) }, wanted),
  );
  if (isListed) return;
  const message = 'This API key pays out to the accounts of its list only.';
  throw new Problem('permission_denied', { param, message });
}
