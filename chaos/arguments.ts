import { parseArgs } from 'node:util';
import { temporalKinds } from './installation/temporal-part';
import type { TemporalKind } from './installation/temporal-part';
import type { RunSize } from './plan/plan-run';

export const usage = `Usage: npm run chaos -- [options]
  --seed <n>         the same run again, as far as the machine's own timing lets it be
  --operations <n>   orders that are lived, 2000 unless it is given
  --kills <n>        processes that are killed, 50 unless it is given; other faults in proportion
  --temporal ${temporalKinds.join('|')}    which Temporal server it runs on
  --beside <folder>  a built clone of an earlier release: one API and one worker are its processes,
                     as in the middle of an upgrade
  --kept             the seeds that once found something, one after the other
  --json             print the figures for scripts
  --verbose          tell of each fault, and of each process that ends and comes back
docs/reliability.md says what is promised, and what was measured.`;

export interface Arguments extends RunSize {
  readonly temporal: TemporalKind;
  /** The folder of a built clone of an earlier release; null when all processes are of one. */
  readonly beside: string | null;
  readonly kept: boolean;
  readonly json: boolean;
  readonly verbose: boolean;
  readonly help: boolean;
}

const SEED_MAX = 2 ** 31 - 1;

/** Throws TypeError when they are wrong. */
export function readArguments(given: readonly string[]): Arguments {
  const { values } = parseArgs({
    args: [...given],
    options: {
      seed: { type: 'string' },
      operations: { type: 'string', default: '2000' },
      kills: { type: 'string', default: '50' },
      temporal: { type: 'string', default: 'dev' },
      beside: { type: 'string' },
      kept: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      verbose: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const { kept, json, verbose, help } = values;
  return {
    seed: readNumber('seed', values.seed ?? `${Math.floor(Math.random() * SEED_MAX)}`, 0),
    operations: readNumber('operations', values.operations, 1),
    kills: readNumber('kills', values.kills, 0),
    temporal: readTemporal(values.temporal),
    beside: values.beside ?? null,
    kept,
    json,
    verbose,
    help,
  };
}

function readNumber(name: string, text: string, least: number): number {
  const number = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= least && number <= SEED_MAX) return number;
  throw new TypeError(`--${name} ${text}? Write a whole number from ${least} to ${SEED_MAX}.`);
}

function readTemporal(name: string): TemporalKind {
  const kind = temporalKinds.find((each) => each === name);
  if (kind !== undefined) return kind;
  throw new TypeError(`--temporal ${name}? Write one of: ${temporalKinds.join(', ')}.`);
}
