import { findAccount, lockAccount, recordTest } from '../store/provider-accounts';
import { Problem } from '../../kernel/rules/problem';
import type { Probe } from '../connectors/connector';
import { recordAuditEvent, type AuditContext } from '../../kernel/audit/record-audit-event';
import type { Deps } from '../../deps';
import { isReached } from './change-accounts';

export type { Probe };

/**
 * The call changes nothing at the provider. Records the result. The first test that passes turns a
 * new account on. Throws Problem `provider_account_not_found`, also for another merchant's.
 */
export async function testConnection(
  deps: Pick<Deps, 'db' | 'providers' | 'vault'>,
  audit: AuditContext,
  accountId: string,
): Promise<Probe> {
  const row = await findAccount(deps.db, accountId);
  if (row === null || !isReached(audit, row)) throw new Problem('provider_account_not_found');
  await deps.providers.refresh();
  const account = await deps.providers.find(accountId);
  const client = account.connector.connect(account, () => undefined);
  const probe = await client.probe();
  await client.close();
  await deps.db.transaction(async (trx) => {
    const tested = await lockAccount(trx, accountId);
    const isSame = tested?.contract?.settingsSealed === row.contract?.settingsSealed;
    const isOpened = tested !== null && isSame && (await recordTest(trx, tested, probe.kind));
    await recordAuditEvent(deps, trx, audit, 'provider_account.tested', {
      subject: accountId,
      detail: { result: probe.kind, ...(isOpened ? { status: 'on' } : {}) },
    });
  });
  await deps.providers.refresh();
  return probe;
}
