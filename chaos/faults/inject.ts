import { setTimeout as pause } from 'node:timers/promises';
import type { Installation } from '../installation/installation';
import type { Load } from '../load/load';
import type { Fault, PlannedFault } from '../plan/plan-faults';
import type { Receivers } from '../receivers/receivers';
import type { Recovery } from '../recovery';
import { until } from '../until';

/** Between two faults: a run is to hit what works, and what only begins to work again. */
const GAP_MS = 500;
const PROGRESS_WITHIN_MS = 180_000;

export interface Stage {
  readonly installation: Installation;
  readonly receivers: Receivers;
  readonly load: Load;
  readonly recovery: Recovery;
}

/** Brings about each fault when its time has come; resolves when all of them are over. */
export async function injectFaults(
  stage: Stage,
  faults: readonly PlannedFault[],
  say: (line: string) => void,
): Promise<void> {
  const lasting: Promise<void>[] = [];
  for (const { fault, atShare, delayMs } of faults) {
    await until(() => stage.load.share >= atShare, {
      describe: () => `${Math.round(atShare * 100)} % of the load are done`,
      timeoutMs: PROGRESS_WITHIN_MS,
    });
    await pause(delayMs);
    say(`${Math.round(stage.load.share * 100)} %: ${fault.kind} ${fault.victim}`);
    const { over } = await bringAbout(stage, fault);
    lasting.push(over);
    await pause(GAP_MS);
  }
  await Promise.all(lasting);
}

/** Resolves when the fault has begun; `over` when it has ended, where it ends by our hand. */
async function bringAbout(stage: Stage, fault: Fault): Promise<{ readonly over: Promise<void> }> {
  const { installation, receivers, recovery } = stage;
  const { processes } = installation;
  const done = { over: Promise.resolve() };
  switch (fault.kind) {
    case 'kill':
    case 'restart':
    case 'crash':
      await processes.up(fault.victim);
      recovery.suffered(fault);
      await processes.signalOne(fault.victim, signalOf(fault));
      return done;
    case 'pause': {
      await processes.up(fault.victim);
      const others = fault.victim === 'postgres' ? await backends(installation) : [];
      recovery.suffered(fault);
      return { over: processes.pauseOne(fault.victim, fault.forMs, others) };
    }
    case 'disconnect':
      await processes.up('postgres');
      recovery.suffered(fault);
      await disconnectAll(installation);
      return done;
    case 'receiver':
      recovery.suffered(fault);
      return { over: receivers.turn(fault.victim, fault.mood, fault.forMs) };
  }
}

const signals = { kill: 'SIGKILL', restart: 'SIGTERM', crash: 'SIGQUIT' } as const;

/** Postgres would wait by SIGTERM until nobody is connected any more: for ever. */
const signalOf = ({ kind, victim }: Extract<Fault, { kind: keyof typeof signals }>) =>
  kind === 'restart' && victim === 'postgres' ? 'SIGINT' : signals[kind];

/** Each connection has a process of its own, and the server some for itself. */
async function backends({ db }: Installation): Promise<readonly number[]> {
  const pids = async () => {
    try {
      return await db('pg_stat_activity').pluck<number[]>('pid');
    } catch {
      // It has only just come back: its connections break once more.
      return null;
    }
  };
  return until(pids, { describe: () => 'Postgres lists its processes', timeoutMs: 60_000 });
}

async function disconnectAll({ db }: Installation): Promise<void> {
  try {
    await db.raw(
      'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()',
    );
  } catch {
    // Another fault came first: there is nothing left to disconnect.
  }
}
