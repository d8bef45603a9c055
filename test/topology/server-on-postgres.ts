import { randomBytes } from 'node:crypto';
import { createClient, connectionSettings } from '../../src/kernel/temporal/connection';
import type { RunningTemporal } from '../../sandbox/embedded/temporal-server';
import { temporaryFolder } from '../sandbox/embedded/script-part';
import { closeAfterFile } from '../support/close-after-file';
import { testConfig } from '../support/gateway';
import { testServers } from '../support/servers';
import { obtainServerPrograms } from '../support/temporal-programs';
import { freeServerPorts, type ServerSecurity } from '../support/temporal-on-postgres/settings';
import {
  startTemporalOnPostgres,
  type TemporalOnPostgresOptions,
} from '../support/temporal-on-postgres/start';
import type { TestTemporal } from '../support/temporal';

/** A separate cluster for this file, which can require credentials and be killed. */
export async function ownServer(
  security: ServerSecurity = {},
  credentials: NonNullable<TemporalOnPostgresOptions['credentials']> = {},
) {
  const options: TemporalOnPostgresOptions = {
    programs: await obtainServerPrograms(),
    ports: await freeServerPorts(),
    postgresUrl: testServers().adminUrl,
    databaseName: `cluster_${randomBytes(6).toString('hex')}`,
    dataDir: temporaryFolder(),
    hasSearchAttributes: true,
    security,
    credentials,
  };
  let running: RunningTemporal | null = null;
  const stop = async () => {
    await running?.stop();
  };
  closeAfterFile(stop);
  return {
    stop,
    async start(): Promise<RunningTemporal> {
      running = await startTemporalOnPostgres(options);
      return running;
    },
    async kill(): Promise<void> {
      process.kill(running?.pid ?? 0, 'SIGKILL');
      await running?.exited;
    },
  };
}

/**
 * The Temporal server as a deployment with these variables reaches it: only the variables determine
 * the connection.
 */
export async function reachedBy(variables: Readonly<Record<string, string>>) {
  const config = testConfig(variables);
  const client = await createClient(config);
  closeAfterFile(() => client.connection.close());
  const { address, ...credentials } = await connectionSettings(config);
  return {
    address,
    credentials,
    client,
    namespace: config.temporal.namespace,
    workflowBundle: { codePath: testServers().workflowBundlePath },
  } satisfies TestTemporal;
}
