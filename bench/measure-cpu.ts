import { readFileSync, readdirSync } from 'node:fs';

/** USER_HZ: the unit of what Linux tells of CPU time, on every machine we run on. */
const TICKS_PER_SECOND = 100;
const MS_PER_TICK = 1000 / TICKS_PER_SECOND;

/** CPU milliseconds by the name of a process. */
export type CpuMs<Name extends string = string> = Readonly<Record<Name, number>>;

export interface Measured<Result, Name extends string> {
  readonly result: Result;
  /** Of each process, with its threads and with its children that have no name here. */
  readonly cpuMs: CpuMs<Name>;
  readonly wallMs: number;
  /** Cores that were busy with anything that is not among the processes: the noise. */
  readonly coresElsewhere: number;
}

/** Does the work, and says what CPU time processes took meanwhile. Reads /proc, so Linux only. */
export async function measureCpu<Result, Name extends string>(
  pids: Readonly<Record<Name, number>>,
  work: () => Promise<Result>,
): Promise<Measured<Result, Name>> {
  const before = look(pids);
  const result = await work();
  const after = look(pids);
  const names = Object.keys(pids) as Name[];
  const spent = names.map((name) => [name, after.cpuMs[name] - before.cpuMs[name]] as const);
  const wallMs = after.atMs - before.atMs;
  const known = spent.reduce((sum, [, ms]) => sum + ms, 0);
  const elsewhereMs = after.everyoneMs - before.everyoneMs - known;
  return {
    result,
    cpuMs: Object.fromEntries(spent) as Record<Name, number>,
    wallMs,
    coresElsewhere: Math.max(0, elsewhereMs / wallMs),
  };
}

interface Look<Name extends string> {
  readonly atMs: number;
  /** Of all processes that there are, and of those that they have outlived. */
  readonly everyoneMs: number;
  readonly cpuMs: CpuMs<Name>;
}

function look<Name extends string>(pids: Readonly<Record<Name, number>>): Look<Name> {
  const processes = readdirSync('/proc').flatMap((name) => readStat(name) ?? []);
  const named = new Set(Object.values<number>(pids));
  const cpuMs = Object.entries<number>(pids).map(([name, pid]) => {
    const own = processes.find((process) => process.pid === pid);
    if (own === undefined) throw new Error(`${name} has ended`);
    const children = processes.filter((one) => one.parent === pid && !named.has(one.pid));
    // A child that ended is in its parent's figures from then on, so that none is lost.
    const ticks = children.reduce((sum, child) => sum + ticksOf(child), ticksOf(own));
    return [name, ticks * MS_PER_TICK] as const;
  });
  return {
    atMs: performance.now(),
    everyoneMs: processes.reduce((sum, process) => sum + ticksOf(process), 0) * MS_PER_TICK,
    cpuMs: Object.fromEntries(cpuMs) as Record<Name, number>,
  };
}

interface Stat {
  readonly pid: number;
  readonly parent: number;
  /** Of all its threads. */
  readonly ownTicks: number;
  /** Of its children that have ended. */
  readonly endedTicks: number;
}

const ticksOf = ({ ownTicks, endedTicks }: Stat): number => ownTicks + endedTicks;

function readStat(name: string): Stat | null {
  if (!/^\d+$/.test(name)) return null;
  let text: string;
  try {
    text = readFileSync(`/proc/${name}/stat`, 'latin1');
  } catch (error) {
    // It ended between the list and the look.
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ESRCH') return null;
    throw error;
  }
  // The command stands in brackets and may hold anything, so fields are counted from its end.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const field = (number: number) => Number(fields[number - 3]);
  return {
    pid: Number(name),
    parent: field(4),
    ownTicks: field(14) + field(15),
    endedTicks: field(16) + field(17),
  };
}
