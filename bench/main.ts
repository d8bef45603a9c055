import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { measureBurst } from './burst';
import { measureCreate } from './create';
import { fullExtent, measureCycles } from './cycle';
import type { Extent } from './cycle';
import { cycleKinds } from './cycle-kinds';
import { measureIsolation } from './isolation';
import { measureLatencies } from './latency';
import { measureLifetimes } from './lifetimes';
import { measureLists } from './lists';
import { measureOpen } from './open-payments';
import { measurePages } from './pages';
import { startPair, warmUp } from './pair';
import { renderReport } from './report';
import type { Report } from './report';
import { measureSlowClients } from './slow-clients';
import { measureSoak } from './soak';
import { readSelection } from './selection';
import type { Selection } from './selection';
import type { Topology } from '../test/support/temporal-server';
import { Stand } from './stand';

const usage = `Usage: npm run bench -- [options]
  --only create|cycle|latency|isolation|slow-clients|burst|open|lifetimes|lists|pages
                                      measure only this; repeatable
  --only cycle:payment|cycle:deposit|cycle:withdrawal|cycle:refund
  --only open:100000                  also with 100,000 open payments; takes half an hour
  --only soak [--minutes <n>]         payments at a constant rate; the default is 20 minutes
  --temporal sqlite|postgres          the development server, or that of an installation
  --rounds <n> --count <n>            rounds of each kind, and cycles per round
  --json                              print figures for scripts
  --profile <folder>                  folder for CPU profiles and statement statistics
bench/README.md describes the measurements and their floors.`;

/**
 * A complete run takes about half of this on two idle cores. On a slower or busier machine, the
 * figures are not meaningful.
 */
const RUN_MS_MAX = 30 * 60_000;
const WARM_UP_CYCLES = 1_000;
const SOAK_MINUTES = 20;

const complain = (line: string) => void process.stderr.write(`${line}\n`);

async function measureAll(
  stand: Stand,
  wanted: Selection,
  extent: Extent & { readonly minutes: number },
): Promise<Report> {
  const create = wanted.create ? await measureCreate(stand) : null;
  const lives = await measureLives(stand, wanted, extent);
  const isolation = wanted.isolation ? await measureIsolation(stand) : null;
  const slowClients = wanted.slowClients ? await measureSlowClients(stand) : null;
  const burst = wanted.burst ? await measureBurst(stand) : null;
  const open = wanted.open.length > 0 ? await measureOpen(stand, wanted.open) : null;
  const lifetimes = wanted.lifetimes ? await measureLifetimes(stand) : null;
  // Last: writing back a million rows would affect the other figures.
  const lists = wanted.lists ? await measureLists(stand) : null;
  const pages = wanted.pages ? await measurePages(stand) : null;
  const soak = wanted.soak ? await measureSoak(stand, extent.minutes) : null;
  const afterLives = { isolation, slowClients, burst, open, lifetimes, lists, pages, soak };
  return { create, ...lives, ...afterLives };
}

async function measureLives(
  stand: Stand,
  { cycles, latency }: Selection,
  extent: Extent,
): Promise<Pick<Report, 'cycle' | 'latency'>> {
  const kinds = cycleKinds.filter((kind) => latency || cycles.includes(kind));
  if (kinds.length === 0) return { cycle: null, latency: null };
  const pair = await startPair(stand);
  for (const kind of kinds) {
    await warmUp(stand, pair, kind, Math.min(WARM_UP_CYCLES, 2 * extent.count));
  }
  return {
    cycle: cycles.length > 0 ? await measureCycles(stand, pair, cycles, extent) : null,
    latency: latency ? await measureLatencies(stand, pair, kinds) : null,
  };
}

function readArguments() {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', multiple: true, default: [] },
      rounds: { type: 'string', default: `${fullExtent.rounds}` },
      count: { type: 'string', default: `${fullExtent.count}` },
      minutes: { type: 'string', default: `${SOAK_MINUTES}` },
      json: { type: 'boolean', default: false },
      profile: { type: 'string' },
      temporal: { type: 'string', default: 'sqlite' },
      help: { type: 'boolean', default: false },
    },
  });
  const extent = {
    rounds: Number(values.rounds),
    count: Number(values.count),
    minutes: Number(values.minutes),
  };
  for (const [name, value] of Object.entries(extent)) {
    if (!Number.isSafeInteger(value) || value < 1) throw new TypeError(`--${name} ${value}?`);
  }
  const profileDir = values.profile === undefined ? null : path.resolve(values.profile);
  const topology = topologyOf(values.temporal);
  return { ...values, extent, profileDir, topology, wanted: readSelection(values.only) };
}

function topologyOf(named: string): Topology {
  if (named === 'sqlite' || named === 'postgres') return named;
  throw new TypeError(`--temporal must be sqlite or postgres, got ${named}`);
}

/** Rejects on a termination signal or a timeout. */
function untilEnded(withinMs: number): Promise<never> {
  return new Promise((_, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, () => reject(new Error(`stopped by ${signal}`)));
    }
    const late = () => reject(new Error(`the run took more than ${withinMs / 60_000} minutes`));
    setTimeout(late, withinMs).unref();
  });
}

async function main(): Promise<void> {
  const { wanted, extent, profileDir, topology, json, help } = readArguments();
  if (help) {
    console.log(usage);
    return;
  }
  const soakMs = wanted.soak ? extent.minutes * 60_000 : 0;
  const ended = untilEnded((wanted.open.includes(100_000) ? 3 : 1) * RUN_MS_MAX + soakMs);
  const stand = new Stand({ profileDir, topology, say: complain });
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
