import { createActivities } from '../../activities';
import { keepAnchoring } from '../application/accounts/audit-anchor';
import { ConfigError } from '../config';
import type { Config } from '../config';
import { createApp } from '../http/app';
import { opsOperations } from '../api/ops/operations';
import { listen } from '../http/server';
import { fileSink, syslogSink } from '../lib/anchor-sinks';
import type { Logger } from '../lib/log';
import type { Mailer } from '../mail/mailer';
import { createNoMailer } from '../mail/no-mailer';
import { createSandboxMailbox } from '../mail/sandbox-mailbox';
import { createSmtpMailer } from '../mail/smtp';
import { connectAccounts } from '../providers/registry';
import type { ProviderAccounts } from '../providers/connector';
import { createSandboxSlipVerifier } from '../providers/sandbox-slip-verifier';
import { offlineSlipVerifier } from '../providers/slip-verifier';
import { createSlipReader } from '../slips/slip-reader';
import { ensureSchedules } from '../temporal/schedules';
import { installRuntime } from '../temporal/runtime';
import { registerSearchAttributes } from '../temporal/search-attributes';
import { connectWorker, createWorkers } from '../temporal/worker';
import type { Command } from './command';
import { endOnUncaught, reportReady, stopRequested } from './process-life';
import { wire } from './wiring';

/** How long a worker waits for Temporal before it gives up and is started anew. */
const CONNECT_EVERY_MS = 1_000;
/** To register what the namespace lacks, all of it together. */
const PREPARE_TIMEOUT_MS = 30_000;

/** The systems that only a worker calls. */
function connectOutside(
  { mode, mail, provider: { url, key } }: Config,
  providers: ProviderAccounts,
  log: Logger,
) {
  if (key === null) throw new ConfigError(['PROVIDER_KEY: needed to send payouts']);
  return {
    provider: connectAccounts(providers),
    mailer: createMailer(mode, mail, { url, key }, log),
    slips: createSlipReader(),
    slipVerifier:
      mode === 'sandbox' ? createSandboxSlipVerifier({ url, key }) : offlineSlipVerifier,
  };
}

/** Through a server where one is configured; a sandbox without one has the bank keep its mail. */
function createMailer(
  mode: Config['mode'],
  { smtpUrl, from }: Config['mail'],
  bank: { readonly url: string; readonly key: string },
  log: Logger,
): Mailer {
  if (smtpUrl !== null) return createSmtpMailer({ url: smtpUrl, from });
  return mode === 'sandbox' ? createSandboxMailbox(bank) : createNoMailer(log);
}

export const worker: Command = {
  summary: 'run the workflows and activities; as many processes as you like',
  usage: '',
  options: {},
  async run({ config }) {
    const wired = await wire(config, 'worker');
    const { log, client } = wired;
    endOnUncaught(log);
    installRuntime(log);
    const stop = stopRequested(log);
    const connection = await Promise.race([connectPatiently(), stop]);
    if (connection === undefined) {
      await wired.close();
      return 0;
    }
    const { namespace } = config.temporal;
    await client.withDeadline(Date.now() + PREPARE_TIMEOUT_MS, async () => {
      await registerSearchAttributes(client, namespace);
      await ensureSchedules(client);
    });
    const outside = connectOutside(config, wired.providers, log);
    const activities = createActivities({ ...wired, ...outside });
    const workers = await createWorkers({ connection, namespace, activities });
    const running = Promise.all(workers.map((each) => each.run()));
    const own = { ...config.http, port: config.worker.port };
    const server = await listen(createApp(wired, opsOperations), own, wired);
    const { file, syslog, everyMs } = config.auditAnchor;
    const sinks = [
      ...(file === null ? [] : [fileSink(file)]),
      ...(syslog === null ? [] : [syslogSink(syslog)]),
    ];
    const anchoring = keepAnchoring(wired, sinks, everyMs);
    log.info({ port: server.port }, 'worker is running');
    reportReady();
    await Promise.race([stop, running]);
    for (const each of workers) if (each.getState() === 'RUNNING') each.shutdown();
    await running;
    await anchoring.close();
    await server.close();
    await connection.close();
    await Promise.all([outside.provider.close(), outside.slipVerifier.close()]);
    await outside.mailer.close();
    await outside.slips.close();
    await wired.close();
    return 0;

    async function connectPatiently() {
      for (;;) {
        try {
          return await connectWorker(config);
        } catch (error) {
          log.warn({ err: error }, 'Temporal does not answer yet');
          await new Promise((resolve) => setTimeout(resolve, CONNECT_EVERY_MS));
        }
      }
    }
  },
};
