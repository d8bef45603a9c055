import { randomBytes } from 'node:crypto';
import { Connection, type Client } from '@temporalio/client';
import type { WorkflowBundleOption } from '@temporalio/worker';
import { msToTs } from '@temporalio/common/lib/time';
import { createClient, type ConnectionSettings } from '../../src/kernel/temporal/connection';
import { registerSearchAttributes } from '../../src/kernel/temporal/search-attributes';
import { closeAfterFile } from './close-after-file';
import { testConfig } from './gateway';
import { testServers } from './servers';
import { takesSearchAttributes } from './takes-search-attributes';
import { until } from './until';

export interface TestTemporal {
  readonly address: string;
  /** Unique per call, which isolates the task queues of test files. */
  readonly namespace: string;
  /** A client of that namespace; closed after the test file. */
  readonly client: Client;
  /** Credentials, for a server that requires them. */
  readonly credentials?: Pick<ConnectionSettings, 'tls' | 'apiKey'>;
  /** For `Worker.create`: the workflows, bundled once per run. */
  readonly workflowBundle: WorkflowBundleOption;
}

/** Creates a namespace with our search attributes on the run's Temporal server, in about 20 ms. */
export async function testTemporal(): Promise<TestTemporal> {
  const { temporalAddress: address, workflowBundlePath: codePath } = testServers();
  const namespace = `test-${randomBytes(6).toString('hex')}`;
  const connection = await Connection.connect({ address });
  closeAfterFile(() => connection.close());
  await registerNamespace(connection, namespace);
  const client = await createClient(
    testConfig({ TEMPORAL_ADDRESS: address, TEMPORAL_NAMESPACE: namespace }),
  );
  closeAfterFile(() => client.connection.close());
  await registerSearchAttributes(client, namespace);
  await until(() => takesSearchAttributes(client), {
    describe: `the search attributes are known in ${namespace}`,
  });
  return { address, namespace, client, workflowBundle: { codePath } };
}

export const registerNamespace = ({ workflowService }: Connection, namespace: string) =>
  workflowService.registerNamespace({
    namespace,
    workflowExecutionRetentionPeriod: msToTs('1 day'),
  });
