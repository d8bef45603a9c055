import { setTimeout as pause } from 'node:timers/promises';
import { createBatched } from '../batched';
import { keepVault } from '../personal-data/envelope-keys';
import { createRequestLog } from '../merchants/request-log';
import { createExchangeLog } from '../providers/accounts/exchange-log';
import { monitorHealth } from '../providers/accounts/account-health';
import { keepRefreshing } from '../providers/accounts/provider-accounts';
import { ConfigError, type Config } from '../config';
import { createAppliedWatch } from '../orders/callbacks/store/applied-watch';
import type { OutboxMessage } from '../kernel/outbox/store/messages';
import type { Db } from '../platform/postgres/connect';
import { findInstallation } from '../platform/postgres/deployment';
import { schemaVersion } from '../platform/postgres/processes';
import { createLog, type Logger } from '../platform/observe/log';
import { createMetrics } from '../platform/observe/metrics';
import { startTracing } from '../platform/observe/otlp';
import { createPasswords } from '../platform/crypto/passwords';
import { connectAccounts } from '../providers/connectors/registry';
import { createClient } from '../kernel/temporal/connection';
import { createLabels } from '../kernel/outbox/order-labels';
import { OutboxRelay } from '../kernel/outbox/outbox-relay';
import { guardNamespace } from '../kernel/temporal/own-namespace';
import { dispatchTraced } from '../kernel/temporal/trace-context';
import { createSender } from '../webhooks/sending/send';
import { accountsOf } from './accounts-of';
import { connectDatabase, demandMode, demandRestrictedRole, masterOf } from './wiring';

/** The dependencies that the API and the worker share. */
export async function wire(config: Config, part: string) {
  const master = masterOf(config);
  const { tracing } = config;
  const log = createLog(config.log.level, part, undefined, tracing.isOn);
  const metrics = createMetrics(tracing.isOn);
  const tracer = await startTracing(tracing, part, { log, metrics });
  const db = connectDatabase(config, `${part} ${schemaVersion}`);
  for (const warning of config.warnings) log.warn({ setting: warning }, 'live setting is unusual');
  await demandModePatiently(config, db, log);
  const keys = await keepVault(db, master, log);
  const { vault } = keys;
  const providers = accountsOf(config, { db, vault, log });
  const refreshing = await keepRefreshing(providers, log);
  const client = await createClient(config);
  const seen = { tracer, label: createLabels({ db, log }, config.http.consoleUrl) };
  const installation = await findInstallation(db);
  const demandNamespace = guardNamespace(client, installation);
  const dispatch = async (message: OutboxMessage): Promise<void> => {
    await demandNamespace();
    await dispatchTraced(client, message, seen);
  };
  const outbox = new OutboxRelay(db, dispatch, log);
  const sender = createSender({ allowPrivate: config.webhooks.allowPrivate });
  const requestLog = createRequestLog({ db, metrics, log });
  const { connectors } = providers;
  const exchangeLog = createExchangeLog({ db, vault, metrics, log, connectors });
  const qrProvider = connectAccounts(providers, exchangeLog.record, (accountId, call) =>
    health.observe(accountId, call),
  );
  const health = monitorHealth({ db, log }, (accountId) => qrProvider.probe(accountId));
  outbox.start();
  return {
    config,
    log,
    db,
    client,
    installation,
    outbox,
    sender,
    metrics,
    tracer,
    requestLog,
    exchangeLog,
    passwords: createPasswords(),
    providers,
    qrProvider,
    health,
    vault,
    applied: createAppliedWatch(db),
    batched: createBatched(db, outbox),
    async close(): Promise<void> {
      await Promise.all([outbox.stop(), refreshing.close(), health.close(), keys.close()]);
      await qrProvider.close();
      await Promise.all([requestLog.close(), exchangeLog.close()]);
      await Promise.all([sender.close(), client.connection.close(), db.destroy()]);
      await tracer.close();
    },
  };
}

const DATABASE_RETRY_MS = 1_000;

/** Retries while the database is unreachable or not migrated. */
async function demandModePatiently(config: Config, db: Db, log: Logger): Promise<void> {
  for (;;) {
    try {
      await demandMode(config, db);
      await demandRestrictedRole(config, db);
      return;
    } catch (error) {
      if (error instanceof ConfigError) throw error;
      log.warn({ err: error }, 'database not ready, retrying');
      await pause(DATABASE_RETRY_MS);
    }
  }
}
