import { ScheduleNotFoundError, type Client } from '@temporalio/client';
import type { Config } from '../../config';
import { createClient } from '../../kernel/temporal/connection';
import { schedules } from '../../kernel/temporal/schedules';
import { searchAttributeNames } from '../../kernel/temporal/search-attributes';
import { fail, ok, reasonOf, warn, type Finding } from './finding';

const ANSWER_MAX_MS = 5_000;

export function examineTemporalProgram({ temporal: { embeddedProgram } }: Config): Finding[] {
  if (embeddedProgram !== null) return [ok('Temporal', embeddedProgram)];
  return [warn('Temporal', 'not installed', '`npm start` obtains it; or set TEMPORAL_ADDRESS')];
}

export async function examineTemporal(config: Config): Promise<Finding[]> {
  const { namespace, address: given, embeddedPort } = config.temporal;
  const address = given ?? `127.0.0.1:${embeddedPort}`;
  const client = await createClient({
    ...config,
    temporal: { ...config.temporal, address },
  });
  try {
    return await client.withDeadline(Date.now() + ANSWER_MAX_MS, async () => {
      const { serverVersion } = await client.workflowService.getSystemInfo({});
      return [
        ok('Temporal', `${address} is reachable, ${serverVersion}`),
        await examineAttributes(client, namespace),
        await examineRetention(client, namespace),
        await examineSchedules(client),
      ];
    });
  } catch (error) {
    return [
      fail('Temporal', reasonOf(error), 'check TEMPORAL_ADDRESS, _NAMESPACE, _TLS and _API_KEY'),
    ];
  } finally {
    await client.connection.close();
  }
}

async function examineAttributes({ connection }: Client, namespace: string): Promise<Finding> {
  const name = 'search attributes';
  const registered = await connection.operatorService.listSearchAttributes({ namespace });
  const missing = searchAttributeNames.filter(
    (attribute) => !Object.hasOwn(registered.customAttributes, attribute),
  );
  if (missing.length === 0) return ok(name, `all in namespace ${namespace}`);
  return warn(name, `missing: ${missing.join(', ')}`, 'the worker registers them');
}

const DAY_S = 86_400;
/** Closed workflows explain failures for a day, and take disk for as long as they are kept. */
const RETENTION_DAYS = { min: 1, max: 30 };

async function examineRetention(client: Client, namespace: string): Promise<Finding> {
  const name = 'retention';
  const { config } = await client.workflowService.describeNamespace({ namespace });
  const seconds = Number(config?.workflowExecutionRetentionTtl?.seconds ?? 0);
  const days = seconds / DAY_S;
  const found = `closed workflows are kept for ${days} days`;
  if (days >= RETENTION_DAYS.min && days <= RETENTION_DAYS.max) return ok(name, found);
  return warn(name, found, 'set 1 to 30 days with `temporal operator namespace update`');
}

async function examineSchedules(client: Client): Promise<Finding> {
  const name = 'schedules';
  for (const schedule of schedules) {
    try {
      const { state } = await client.schedule.getHandle(schedule.name).describe();
      if (state.paused) {
        return fail(name, `${schedule.name} is paused`, 'resume it in the Temporal UI');
      }
    } catch (error) {
      if (!(error instanceof ScheduleNotFoundError)) throw error;
      return warn(name, `${schedule.name} is missing`, 'the worker creates it');
    }
  }
  const running = schedules.map((schedule) => `${schedule.name} ${schedule.interval}`);
  return ok(name, running.join(', '));
}
