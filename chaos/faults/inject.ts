import { setTimeout as pause } from 'node:timers/promises';
import type { Installation } from '../installation/installation';
import type { Fault, PlannedFault } from '../plan/plan-faults';
import { until } from '../until';
import { injectOutage } from './outage';
import { passDays } from './pass-days';
import type { Stage } from './stage';

/** Between two faults, so that faults hit both running and restarting processes. */
const GAP_MS = 500;

/** Injects each fault at its share of the load. Resolves when all have ended. */
export async function injectFaults(
  stage: Stage,
  faults: readonly PlannedFault[],
  print: (line: string) => void,
): Promise<void> {
  const lasting: Promise<void>[] = [];
  for (const { fault, atShare, delayMs } of faults) {
    await stage.load.reach(atShare);
    await pause(delayMs);
    await stage.alone;
    print(`${Math.round(stage.load.share * 100)} %: ${fault.kind} ${fault.victim}`);
    const { over } = await inject(stage, fault);
    // The last statement throws this error. Until then it is no unhandled rejection.
    over.catch(() => undefined);
    lasting.push(over);
    await pause(GAP_MS);
  }
  await Promise.all(lasting);
}

/** Resolves when the fault has begun. `over` resolves when a fault with a duration has ended. */
async function inject(stage: Stage, fault: Fault): Promise<{ readonly over: Promise<void> }> {
  const { installation, receivers, recovery } = stage;
  const { processes, accounts } = installation;
  const done = { over: Promise.resolve() };
  switch (fault.kind) {
    case 'kill':
    case 'restart':
    case 'crash':
      await processes.up(fault.victim);
      recovery.recordFault(fault);
      await processes.signalOne(fault.victim, signalOf(fault));
      return done;
    case 'pause': {
      await processes.up(fault.victim);
      const others = fault.victim === 'postgres' ? await backends(installation) : [];
      recovery.recordFault(fault);
      return { over: processes.pauseOne(fault.victim, fault.forMs, others) };
    }
    case 'disconnect':
      await processes.up('postgres');
      recovery.recordFault(fault);
      await disconnectAll(installation);
      return done;
    case 'receiver':
      recovery.recordFault(fault);
      return { over: receivers.setMood(fault.victim, fault.mood, fault.forMs) };
    case 'account':
      await accounts.undisturbed(fault.victim);
      recovery.recordFault(fault);
      return { over: accounts.disturb(fault.victim, fault.state, fault.forMs) };
    case 'days':
      await passDays(stage, fault);
      return done;
    case 'outage':
      return { over: injectOutage(stage, fault) };
  }
}

const signals = { kill: 'SIGKILL', restart: 'SIGTERM', crash: 'SIGQUIT' } as const;

/** On SIGTERM, Postgres waits for all clients to disconnect, which never happens. */
const signalOf = ({ kind, victim }: Extract<Fault, { kind: keyof typeof signals }>) =>
  kind === 'restart' && victim === 'postgres' ? 'SIGINT' : signals[kind];

/** The processes of the connections and of the server. */
async function backends({ db }: Installation): Promise<readonly number[]> {
  const pids = async () => {
    try {
      return await db('pg_stat_activity').pluck<number[]>('pid');
    } catch {
      // Postgres is restarting: retry.
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
    // Another fault has closed the connections.
  }
}
