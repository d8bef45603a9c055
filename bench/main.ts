import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { loadBuild, type Earlier } from './build';
import { measureBurst } from './burst';
import { comparePeers } from './compare-peers';
import { measureCreate } from './create';
import { fullExtent, measureCycles, type Extent } from './cycle';
import { cycleKinds } from './cycle-kinds';
import { measureFootprint } from './footprint';
import { measureIsolation } from './isolation';
import { measureLatencies } from './latency';
import { measureLifetimes } from './lifetimes';
import { measureLists } from './lists';
import { measureOverload } from './overload';
import { measureOpen } from './open-payments';
import { OVERDUE, measureOutage } from './outage';
import { measurePages } from './pages';
import { startPair, warmUp } from './pair';
import { renderReport, type Report } from './report';
import { measureScale } from './scale';
import { measureSlowClients } from './slow-clients';
import { measureSoak } from './soak';
import { measureStorm } from './storm';
import { measureTracing } from './tracing';
import { readSelection, type Selection } from './selection';
import type { Topology } from '../test/support/temporal-server';
import { Stand } from './stand';

const usage = `Usage: npm run bench -- [options]
  --only create|cycle|latency|footprint|isolation|overload|storm|slow-clients|burst
  --only open|lifetimes|outage|lists|pages
                                      measure only this; repeatable. overload includes storm
  --only cycle:payment|cycle:deposit|cycle:withdrawal|cycle:refund
  --only open:100000                  also with 100,000 open payments; takes half an hour
  --only scale:10000000               with a tenth of this number of past orders, and with all
  --only soak [--minutes <n>]         payments at a constant rate; the default is 20 minutes
  --only tracing                      a payment with and without traces, in the same rounds
  --peers                             only a payment, beside engines that need only Postgres
  --temporal sqlite|postgres          the development server, or that of an installation
  --rounds <n> --count <n>            rounds of each kind, and cycles per round
  --overdue <n>                       overdue payments of outage; the default is 10,000
  --against <commit>                  cycles also of an earlier commit, in the same rounds
  --against-node <program>            the Node of its API and worker; the default is this one
  --price <price>                     of our orders in cycles, such as 1.65%; with --against HEAD
                                      the cost of a fee
  --json                              print figures for scripts
  --profile <folder>                  folder for CPU profiles and statement statistics
bench/README.md describes the measurements and their floors.`;

/**
 * A complete run takes about half of this on two idle cores. On a slower or busier machine, the
 * figures are not meaningful.
 */
const RUN_MS_MAX = 40 * 60_000;
const WARM_UP_CYCLES = 1_000;
const SOAK_MINUTES = 20;
const FOOTPRINT_PAYMENTS = 1_000;
/** For each past order of `scale`. */
const SEED_MS_MAX = 1;

const complain = (line: string) => void process.stderr.write(`${line}\n`);

async function measureAll(
  stand: Stand,
  wanted: Selection,
  extent: Extent & { readonly minutes: number; readonly overdue: number },
  earlier: Earlier | null,
  price: string | undefined,
): Promise<Report> {
  const create = wanted.create ? await measureCreate(stand) : null;
  const lives = await measureLives(stand, wanted, extent, earlier, price);
  const footprint = wanted.footprint ? await measureFootprint(stand, FOOTPRINT_PAYMENTS) : null;
  const isolation = wanted.isolation ? await measureIsolation(stand) : null;
  const overload = wanted.overload ? await measureOverload(stand) : null;
  const storm = wanted.storm ? await measureStorm(stand) : null;
  const slowClients = wanted.slowClients ? await measureSlowClients(stand) : null;
  const burst = wanted.burst ? await measureBurst(stand) : null;
  const open = wanted.open.length > 0 ? await measureOpen(stand, wanted.open) : null;
  const lifetimes = wanted.lifetimes ? await measureLifetimes(stand) : null;
  const outage = wanted.outage ? await measureOutage(stand, extent.overdue) : null;
  // Last: writing back a million rows would affect the other figures.
  const lists = wanted.lists ? await measureLists(stand) : null;
  const pages = wanted.pages ? await measurePages(stand) : null;
  const soak = wanted.soak ? await measureSoak(stand, extent.minutes) : null;
  const scale = wanted.scale === null ? null : await measureScale(stand, wanted.scale);
  const peers = wanted.peers ? await comparePeers(stand, extent) : null;
  const tracing = wanted.tracing ? await measureTracing(stand, extent) : null;
  const afterLives = {
    footprint,
    isolation,
    overload,
    storm,
    slowClients,
    burst,
    open,
    lifetimes,
    outage,
    lists,
    pages,
    soak,
    scale,
    peers,
    tracing,
  };
  return { create, ...lives, ...afterLives };
}

async function measureLives(
  stand: Stand,
  { cycles, latency }: Selection,
  extent: Extent,
  earlier: Earlier | null,
  price: string | undefined,
): Promise<Pick<Report, 'cycle' | 'latency'>> {
  const kinds = cycleKinds.filter((kind) => latency || cycles.includes(kind));
  if (kinds.length === 0) return { cycle: null, latency: null };
  const pair = await startPair(stand, earlier, price);
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
      overdue: { type: 'string', default: `${OVERDUE}` },
      peers: { type: 'boolean', default: false },
      price: { type: 'string' },
      json: { type: 'boolean', default: false },
      profile: { type: 'string' },
      temporal: { type: 'string', default: 'sqlite' },
      // scripts/bench.mjs replaces the commit by the folder of its build.
      against: { type: 'string' },
      'against-node': { type: 'string', default: process.execPath },
      help: { type: 'boolean', default: false },
    },
  });
  const extent = {
    rounds: Number(values.rounds),
    count: Number(values.count),
    minutes: Number(values.minutes),
    overdue: Number(values.overdue),
  };
  for (const [name, value] of Object.entries(extent)) {
    if (!Number.isSafeInteger(value) || value < 1) throw new TypeError(`--${name} ${value}?`);
  }
  const profileDir = values.profile === undefined ? null : path.resolve(values.profile);
  const topology = topologyOf(values.temporal);
  const { against, 'against-node': node } = values;
  const earlier = against === undefined ? null : { build: loadBuild(against), node };
  return {
    ...values,
    extent,
    profileDir,
    topology,
    earlier,
    wanted: readSelection(values.peers ? ['peers'] : values.only),
  };
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
  const { wanted, extent, profileDir, topology, earlier, price, json, help } = readArguments();
  if (help) {
    console.log(usage);
    return;
  }
  const soakMs = wanted.soak ? extent.minutes * 60_000 : 0;
  const scaleMs = (wanted.scale ?? 0) * SEED_MS_MAX;
  const openMs = wanted.open.includes(100_000) ? 2 * RUN_MS_MAX : 0;
  const ended = untilEnded(RUN_MS_MAX + openMs + scaleMs + soakMs);
  const stand = new Stand({ profileDir, topology, say: complain });
  try {
    const report = await Promise.race([measureAll(stand, wanted, extent, earlier, price), ended]);
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
