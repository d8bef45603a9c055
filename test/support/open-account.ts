import { addAccount } from '../../src/providers/accounts/change-accounts';
import type { Deps } from '../../src/deps';

/** Adds an account whose test has passed: it takes orders. Returns its id. */
export async function addOpenAccount(
  deps: Deps,
  ...asked: Parameters<typeof addAccount> extends [unknown, ...infer Rest] ? Rest : never
): Promise<string> {
  const id = await addAccount(deps, ...asked);
  await deps
    .db('provider_accounts')
    .where({ id })
    .update({ status: 'on', test_result: 'ok', version: deps.db.raw('version + 1') });
  await deps.providers.refresh();
  return id;
}
