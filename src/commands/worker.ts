import { setTimeout as pause } from 'node:timers/promises';
import { createActivities } from '../../activities';
import { startAnchoring } from '../kernel/audit/audit-anchor';
import { OPERATORS } from '../kernel/audit/record-audit-event';
import { auditLedger } from '../reports/audit-ledger';
import type { Deps } from '../deps';
import { ConfigError, type Config } from '../config';
import { createApp } from '../http/app';
import { opsOperations } from '../reports/api/operations';
import { ofGroup } from '../http/listeners';
import { listen } from '../http/server';
import { fileSink, syslogSink } from '../platform/observe/anchor-sinks';
import type { Logger } from '../platform/observe/log';
import type { Mailer } from '../platform/mail/mailer';
import { createNoMailer } from '../platform/mail/no-mailer';
import { createSandboxMailbox } from '../platform/mail/sandbox-mailbox';
import { createSmtpMailer } from '../platform/mail/smtp';
import { connectAccounts } from '../providers/connectors/registry';
import type { ProviderAccounts } from '../providers/connectors/connector';
import { createSlipReader } from '../platform/slips/slip-reader';
import { ensureSchedules } from '../kernel/temporal/schedules';
import { installRuntime } from '../kernel/temporal/runtime';
import { registerSearchAttributes } from '../kernel/temporal/search-attributes';
import { exposeWorkers } from '../kernel/temporal/worker-gauges';
import { connectWorker, createWorkers } from '../kernel/temporal/worker';
import type { Command } from './command';
import { endOnUncaught, reportReady, stopRequested } from './process-life';
import { wire } from './wire';
import { withPatientDatabase } from './wiring';

/** Between attempts to reach Temporal and to prepare it. */
const RETRY_EVERY_MS = 1_000;
/** For registering search attributes and schedules. */
const PREPARE_TIMEOUT_MS = 30_000;

type Wired = Awaited<ReturnType<typeof wire>>;

/** Services that the API does not use. */
function connectOutside(
  { mode, mail, provider: { isConfigured, url, key } }: Config,
  providers: ProviderAccounts,
  { exchangeLog, health, log }: Pick<Wired, 'exchangeLog' | 'health' | 'log'>,
) {
  if (key === null && isConfigured) throw new ConfigError(['PROVIDER_KEY: required']);
  return {
    provider: connectAccounts(providers, exchangeLog.record, (accountId, call) =>
      health.observe(accountId, call),
    ),
    mailer: createMailer(mode, mail, { url, key: key ?? '' }, log),
    slips: createSlipReader(),
  };
}

/** SMTP if it is configured, else the sandbox mailbox. Live mode without SMTP sends no mail. */
function createMailer(
  mode: Config['mode'],
  { smtpUrl, from }: Config['mail'],
  bank: { readonly url: string; readonly key: string },
  log: Logger,
): Mailer {
  if (smtpUrl !== null) return createSmtpMailer({ url: smtpUrl, from });
  return mode === 'sandbox' ? createSandboxMailbox(bank) : createNoMailer(log);
}

/** Returns the number of rows that violate an invariant. */
const auditPatiently = (config: Config, { vault }: Pick<Deps, 'vault'>): Promise<number> =>
  withPatientDatabase(config, async (db) => {
    const actor = { kind: 'command', id: 'schedule', address: null } as const;
    const found = await auditLedger({ db, vault }, { actor, scope: OPERATORS });
    return found.reduce((sum, { rows }) => sum + rows.length, 0);
  });

/** Retries until Temporal answers. Undefined after `stop`. */
async function patiently<Result>(
  work: () => Promise<Result>,
  { log, stop }: { readonly log: Logger; readonly stop: Promise<void> },
): Promise<Result | undefined> {
  for (;;) {
    try {
      return await Promise.race([stop.then(() => undefined), work()]);
    } catch (error) {
      log.warn({ err: error }, 'Temporal is not ready, retrying');
      const isOver = await Promise.race([stop.then(() => true), pause(RETRY_EVERY_MS, false)]);
      if (isOver) return undefined;
    }
  }
}

export const worker: Command = {
  summary: 'run the workflows and activities; several processes can run in parallel',
  usage: '',
  options: {},
  async run({ config }) {
    const wired = await wire(config, 'worker');
    const { log, client, tracer } = wired;
    endOnUncaught(log);
    installRuntime(log);
    const stop = stopRequested(log);
    const { namespace } = config.temporal;
    const { workflowTraces } = config.worker;
    const connection = await patiently(() => connectWorker(config), { log, stop });
    // A server that accepts connections may not be ready yet.
    const prepare = () =>
      client.withDeadline(Date.now() + PREPARE_TIMEOUT_MS, async () => {
        await registerSearchAttributes(client, namespace);
        await ensureSchedules(client, wired.installation);
        return true;
      });
    const isPrepared = await patiently(prepare, { log, stop });
    if (connection === undefined || isPrepared === undefined) {
      await connection?.close();
      await wired.close();
      return 0;
    }
    const outside = connectOutside(config, wired.providers, wired);
    const activities = createActivities({
      ...wired,
      ...outside,
      auditLedger: () => auditPatiently(config, wired),
    });
    const workers = await createWorkers({
      connection,
      namespace,
      activities,
      workflowTraces,
      tracer,
    });
    exposeWorkers(wired.metrics.registry, workers);
    const running = Promise.all(workers.map((each) => each.run()));
    const own = { ...config.http, port: config.worker.port, name: 'worker' } as const;
    const app = createApp(wired, ofGroup('metrics', opsOperations));
    const server = await listen(app, own, wired);
    const { file, syslog, everyMs } = config.auditAnchor;
    const sinks = [
      ...(file === null ? [] : [fileSink(file)]),
      ...(syslog === null ? [] : [syslogSink(syslog)]),
    ];
    const anchoring = startAnchoring(wired, sinks, everyMs);
    log.info({ port: server.port }, 'worker running');
    reportReady();
    await Promise.race([stop, running]);
    for (const each of workers) if (each.getState() === 'RUNNING') each.shutdown();
    await running;
    await anchoring.close();
    await server.close();
    await connection.close();
    await outside.provider.close();
    await outside.mailer.close();
    await outside.slips.close();
    await wired.close();
    return 0;
  },
};
