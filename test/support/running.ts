import { WorkflowNotFoundError, type Client } from '@temporalio/client';
import type { ActivityDeps } from '../../activities/deps';
import type { Config } from '../../src/config';
import type { ProviderAccount } from '../../src/providers/connectors/connector';
import { testDatabase } from './database';
import { testCallback, testConfig, testDeps } from './gateway';
import { testTemporal } from './temporal';
import { until } from './until';
import { withAccount } from './upstream';
import { runGateway } from './worker';

export type Running = Awaited<ReturnType<typeof startRunning>>;

/**
 * A gateway with its workers, on a database and a namespace of its own. New orders belong to the
 * account if one is given.
 */
export async function startRunning(
  config: Config = testConfig(),
  outside: Partial<Pick<ActivityDeps, 'mailer' | 'provider'>> = {},
  account: ProviderAccount | null = null,
) {
  const { knex } = await testDatabase({ asApp: true });
  const temporal = await testTemporal();
  const plain = testDeps(knex, config);
  const base = account === null ? plain : withAccount(plain, account);
  const { deps, ...gateway } = await runGateway(base, temporal, outside);
  const status = async (id: string) =>
    (await knex('orders').where('id', id).first('status'))?.status as string;
  const call = async (
    orderId: string,
    callback: Parameters<typeof testCallback>[2],
  ): Promise<void> => {
    await testCallback(deps, orderId, callback);
  };
  const closed = (id: string) =>
    until(() => hasEnded(temporal.client, id), { describe: `the workflow of ${id} has ended` });
  return { ...gateway, knex, deps, client: temporal.client, status, call, closed };
}

/** Also false before the workflow was started. */
async function hasEnded(client: Client, id: string): Promise<boolean> {
  try {
    return (await client.workflow.getHandle(id).describe()).status.name === 'COMPLETED';
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return false;
    throw error;
  }
}
