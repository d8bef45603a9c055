import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { measureCreate } from './create';
import { measureCycle } from './cycle';
import { measureLatency } from './latency';
import { measureLists } from './lists';
import { startPair } from './pair';
import { renderReport } from './report';
import type { Report } from './report';
import { Stand } from './stand';

const usage = `Usage: npm run bench -- [options]
  --only create|cycle|latency|lists   measure only that; can be given more than once
  --json                              print figures for scripts
  --profile <folder>                  write a CPU profile of every Node process there
bench/README.md says what is measured, and against what.`;

const measures = ['create', 'cycle', 'latency', 'lists'] as const;
type Measure = (typeof measures)[number];

/** A machine on which it takes longer is too slow or too busy for its figures to mean anything. */
const RUN_MS_MAX = 10 * 60_000;

const complain = (line: string) => void process.stderr.write(`${line}\n`);

async function measureAll(stand: Stand, wanted: ReadonlySet<Measure>): Promise<Report> {
  const create = wanted.has('create') ? await measureCreate(stand) : null;
  const needsPair = wanted.has('cycle') || wanted.has('latency');
  const pair = needsPair ? await startPair(stand) : null;
  return {
    create,
    cycle: pair !== null && wanted.has('cycle') ? await measureCycle(stand, pair) : null,
    latency: pair !== null && wanted.has('latency') ? await measureLatency(stand, pair) : null,
    // Last: what a million rows leave to be written back would be in the figures of the others.
    lists: wanted.has('lists') ? await measureLists(stand) : null,
  };
}

function readArguments() {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', multiple: true },
      json: { type: 'boolean', default: false },
      profile: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  const only = values.only ?? measures;
  const wanted = new Set(measures.filter((measure) => only.includes(measure)));
  if (wanted.size !== new Set(only).size) throw new TypeError(`--only ${only.join(' ')}?`);
  const profileDir = values.profile === undefined ? null : path.resolve(values.profile);
  return { ...values, wanted, profileDir };
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
  const { wanted, profileDir, json, help } = readArguments();
  if (help) {
    console.log(usage);
    return;
  }
  const ended = untilEnded();
  const stand = new Stand({ profileDir, say: complain });
  try {
    const report = await Promise.race([measureAll(stand, wanted), ended]);
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
