import { readFileSync, readdirSync } from 'node:fs';

/** USER_HZ, the unit of CPU time in /proc. */
const TICKS_PER_SECOND = 100;
const MS_PER_TICK = 1000 / TICKS_PER_SECOND;

/** CPU milliseconds by process name. */
export type CpuMs<Name extends string = string> = Readonly<Record<Name, number>>;

export interface Measured<Result, Name extends string> {
  readonly result: Result;
  /** By process, including threads and unnamed children. */
  readonly cpuMs: CpuMs<Name>;
  readonly wallMs: number;
  /** Cores used by other processes: the noise. */
  readonly coresElsewhere: number;
}

/** Measures the CPU time of processes during the work. Linux only: reads /proc. */
export async function measureCpu<Result, Name extends string>(
  pids: Readonly<Record<Name, number>>,
  work: () => Promise<Result>,
): Promise<Measured<Result, Name>> {
  const before = snapshot(pids);
  const result = await work();
  const after = snapshot(pids);
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

interface Snapshot<Name extends string> {
  readonly atMs: number;
  /** Of all processes and of their exited children. */
  readonly everyoneMs: number;
  readonly cpuMs: CpuMs<Name>;
}

function snapshot<Name extends string>(pids: Readonly<Record<Name, number>>): Snapshot<Name> {
  const processes = readdirSync('/proc').flatMap((name) => readStat(name) ?? []);
  const named = new Set(Object.values<number>(pids));
  const cpuMs = Object.entries<number>(pids).map(([name, pid]) => {
    const own = processes.find((process) => process.pid === pid);
    if (own === undefined) throw new Error(`${name} has ended`);
    const children = processes.filter((one) => one.parent === pid && !named.has(one.pid));
    // The parent's figures include exited children.
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
  /** All threads. */
  readonly ownTicks: number;
  /** Exited children. */
  readonly endedTicks: number;
}

const ticksOf = ({ ownTicks, endedTicks }: Stat): number => ownTicks + endedTicks;

function readStat(name: string): Stat | null {
  if (!/^\d+$/.test(name)) return null;
  let text: string;
  try {
    text = readFileSync(`/proc/${name}/stat`, 'latin1');
  } catch (error) {
    // The process has exited.
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ESRCH') return null;
    throw error;
  }
  // The command is in parentheses and may contain any character: parse from its end.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const field = (number: number) => Number(fields[number - 3]);
  return {
    pid: Number(name),
    parent: field(4),
    ownTicks: field(14) + field(15),
    endedTicks: field(16) + field(17),
  };
}
