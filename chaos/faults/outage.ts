import { setTimeout as pause } from 'node:timers/promises';
import type { Installation } from '../installation/installation';
import type { Outage } from '../plan/plan-outage';
import { until } from '../until';
import type { Stage } from './stage';

/** The processes of the gateway, and Temporal. */
const stopped = ['api-1', 'api-2', 'worker-1', 'worker-2', 'temporal'] as const;
/** The shortest lifetime of a QR code. */
const LIFETIME_MS = 60_000;
const STOPPED_MS = 12_000;
const WITHIN_MS = 120_000;

/**
 * Creates payments and lets the load go on until shortly before their deadlines. Then everything is
 * stopped until they are overdue, as are deliveries to a receiver that is down, and started again.
 * No other fault is injected until a new payment has been applied.
 */
export async function injectOutage(stage: Stage, outage: Outage): Promise<void> {
  const { load, receivers } = stage;
  await load.perform(outage.overdue);
  const lastDueMs = Date.now() + LIFETIME_MS;
  const isWell = receivers.setMood('frail', 'down', LIFETIME_MS);
  await pause(lastDueMs - STOPPED_MS - Date.now());
  stage.alone = stopAndStart(stage, outage);
  await Promise.all([stage.alone, isWell]);
}

async function stopAndStart({ installation, load, recovery }: Stage, fault: Outage): Promise<void> {
  const { processes, apiUrl } = installation;
  await processes.stopFor(stopped, STOPPED_MS);
  await until(() => isReady(apiUrl), {
    describe: () => 'the APIs are ready after an outage',
    timeoutMs: WITHIN_MS,
  });
  const overdue = await countOverdue(installation);
  const readyMs = Date.now();
  recovery.recordFault(fault, readyMs);
  await load.perform([fault.first]);
  await until(() => isPaid(installation, fault.first.mark), {
    describe: () => 'the first payment after an outage is applied',
    timeoutMs: WITHIN_MS,
  });
  recovery.outage = { overdue, firstPaidMs: Date.now() - readyMs };
}

const isReady = (apiUrl: string): Promise<boolean> =>
  fetch(`${apiUrl}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );

async function countOverdue({ db }: Installation): Promise<number> {
  const [row] = await db('orders')
    .where('status', 'pending')
    .where('expires_at', '<', db.fn.now())
    .count();
  return Number(row?.['count']);
}

async function isPaid({ db }: Installation, reference: string): Promise<boolean> {
  return (await db('orders').where({ reference, status: 'succeeded' }).first('id')) !== undefined;
}
