import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { measureCreate } from './create';
import { fullExtent, measureCycles } from './cycle';
import type { Extent } from './cycle';
import { cycleKinds } from './cycle-kinds';
import { measureIsolation } from './isolation';
import { measureLatency } from './latency';
import { measureLists } from './lists';
import { startPair, warmUp } from './pair';
import { renderReport } from './report';
import type { Report } from './report';
import { readSelection } from './selection';
import type { Selection } from './selection';
import { Stand } from './stand';

const usage = `Usage: npm run bench -- [options]
  --only create|cycle|latency|isolation|lists
                                      measure only that; can be given more than once
  --only cycle:payment|cycle:deposit|cycle:withdrawal
  --rounds <n> --count <n>            of cycles of a kind, and of cycles in a round
  --json                              print figures for scripts
  --profile <folder>                  write a CPU profile of every Node process there
bench/README.md says what is measured, and against what.`;

/**
 * Three kinds of cycles and a million rows beside the rest: on two quiet cores about half of this.
 * A machine on which it takes longer is too slow or too busy for its figures to mean anything.
 */
const RUN_MS_MAX = 14 * 60_000;
const WARM_UP_CYCLES = 100;

const complain = (line: string) => void process.stderr.write(`${line}\n`);

async function measureAll(stand: Stand, wanted: Selection, extent: Extent): Promise<Report> {
  const create = wanted.create ? await measureCreate(stand) : null;
  const lives = await measureLives(stand, wanted, extent);
  const isolation = wanted.isolation ? await measureIsolation(stand) : null;
  // Last: what a million rows leave to be written back would be in the figures of the others.
  const lists = wanted.lists ? await measureLists(stand) : null;
  return { create, ...lives, isolation, lists };
}

async function measureLives(
  stand: Stand,
  { cycles, latency }: Selection,
  extent: Extent,
): Promise<Pick<Report, 'cycle' | 'latency'>> {
  const kinds = cycleKinds.filter(
    (kind) => cycles.includes(kind) || (latency && kind === 'payment'),
  );
  if (kinds.length === 0) return { cycle: null, latency: null };
  const pair = await startPair(stand);
  for (const kind of kinds) {
    await warmUp(stand, pair, kind, Math.min(WARM_UP_CYCLES, extent.count));
  }
  return {
    cycle: cycles.length > 0 ? await measureCycles(stand, pair, cycles, extent) : null,
    latency: latency ? await measureLatency(stand, pair) : null,
  };
}

function readArguments() {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', multiple: true, default: [] },
      rounds: { type: 'string', default: `${fullExtent.rounds}` },
      count: { type: 'string', default: `${fullExtent.count}` },
      json: { type: 'boolean', default: false },
      profile: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  const extent = { rounds: Number(values.rounds), count: Number(values.count) };
  for (const [name, value] of Object.entries(extent)) {
    if (!Number.isSafeInteger(value) || value < 1) throw new TypeError(`--${name} ${value}?`);
  }
  const profileDir = values.profile === undefined ? null : path.resolve(values.profile);
  return { ...values, extent, profileDir, wanted: readSelection(values.only) };
}

/** Rejects when the run is to end before its end. */
function untilEnded(): Promise<never> {
  return new Promise((_, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, () => reject(new Error(`stopped by ${signal}`)));
    }
    const late = () => reject(new Error(`not done within ${RUN_MS_MAX / 60_000} minutes`));
    setTimeout(late, RUN_MS_MAX).unref();
  });
}

async function main(): Promise<void> {
  const { wanted, extent, profileDir, json, help } = readArguments();
  if (help) {
    console.log(usage);
    return;
  }
  const ended = untilEnded();
  const stand = new Stand({ profileDir, say: complain });
  try {
    const report = await Promise.race([measureAll(stand, wanted, extent), ended]);
    const machine = { cores: os.availableParallelism(), node: process.version };
    console.log(json ? JSON.stringify({ machine, ...report }, null, 2) : renderReport(report));
  } finally {
    await stand.close();
  }
}

main().then(
  () => process.exit(),
  (error: unknown) => {
    complain(error instanceof Error ? String(error.stack) : String(error));
    process.exit(1);
  },
);
