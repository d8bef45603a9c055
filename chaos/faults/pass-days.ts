import { setTimeout as pause } from 'node:timers/promises';
import { Client, Connection, ServiceError } from '@temporalio/client';
import type { Installation } from '../installation/installation';
import { dayAt, daysAfter, holidays } from '../plan/bank-days';
import type { PassedDays } from '../plan/plan-days';
import { until } from '../until';
import type { Stage } from './stage';

const WITHIN_MS = 120_000;
const TRIGGER_MS = 5_000;

/** Resolves when the worker is killed. */
export async function passDays(
  { installation, recovery }: Stage,
  fault: PassedDays,
): Promise<void> {
  const { processes, temporalAddress } = installation;
  await insist('days pass', () => setBack(installation, fault.daysAgo));
  if (fault.entersHolidays) {
    recovery.holidaysMs ??= Date.now();
    await enterHolidays(installation);
  }
  await runSchedule(temporalAddress);
  await pause(fault.killAfterMs);
  recovery.recordFault(fault);
  await processes.signalOne(fault.victim, 'SIGKILL');
}

/** Other faults may interrupt it: it is repeated. */
async function insist(what: string, work: () => Promise<unknown>): Promise<void> {
  let last: unknown = null;
  await until(
    () =>
      work().then(
        () => true,
        (error: unknown) => {
          last = error;
          return null;
        },
      ),
    { describe: () => `${what}: ${String(last)}`, timeoutMs: WITHIN_MS, everyMs: 250 },
  );
}

/**
 * In place of a clock that is set ahead. The locks wait for the transactions that have read what is
 * pending; they give up before Postgres would look for a deadlock.
 */
function setBack({ db }: Installation, daysAgo: number): Promise<void> {
  const today = dayAt(Date.now());
  const moved = [daysAfter(today, -daysAgo), daysAfter(today, -1)];
  return db.transaction(async (trx) => {
    await trx.raw("set local lock_timeout = '400ms'; set local session_replication_role = replica");
    await trx.raw('lock table maturing, transfers in access exclusive mode');
    const isDone = await trx('maturing').where('day', moved[0]).pluck<string[]>('merchant_id');
    if (isDone.length > 0) return;
    await trx.raw('update transfers set pending_day = ? where pending_day > ?', moved);
    await trx.raw('update maturing set day = ? where day > ?', moved);
  });
}

async function enterHolidays(installation: Installation): Promise<void> {
  for (const year of new Set(holidays.map((day) => day.slice(0, 4)))) {
    const its = holidays.filter((day) => day.startsWith(year)).join(' ');
    await insist('the holidays are entered', () => installation.gateway(['holidays', 'set', its]));
  }
}

/**
 * As an operator may in the UI of Temporal. While another fault has stopped Temporal nothing is
 * lost: the Schedule runs every minute.
 */
async function runSchedule(address: string): Promise<void> {
  const connection = Connection.lazy({ address });
  try {
    const { schedule } = new Client({ connection });
    await connection.withDeadline(Date.now() + TRIGGER_MS, () =>
      schedule.getHandle('housekeeping').trigger(),
    );
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
  } finally {
    await connection.close();
  }
}
