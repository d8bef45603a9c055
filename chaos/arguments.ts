import { parseArgs } from 'node:util';
import { temporalKinds, type TemporalKind } from './installation/temporal-part';
import type { RunSize } from './plan/plan-run';

export const usage = `Usage: npm run chaos -- [options]
  --seed <n>         repeat the operations and faults of a run; timing still differs
  --operations <n>   number of operations, 2000 by default
  --kills <n>        number of SIGKILLs, 50 by default; other faults in proportion
  --temporal ${temporalKinds.join('|')}    Temporal server of the installation
  --beside <folder>  a built clone of an earlier release that runs one API and one worker,
                     as during an upgrade
  --kept             run the seeds of earlier findings
  --json             print the figures as JSON
  --verbose          log faults, process exits and restarts
docs/reliability.md lists the guarantees and the measurements.`;

export interface Arguments extends RunSize {
  readonly temporal: TemporalKind;
  /** Folder of a built clone of an earlier release, or null. */
  readonly beside: string | null;
  readonly kept: boolean;
  readonly json: boolean;
  readonly verbose: boolean;
  readonly help: boolean;
}

const SEED_MAX = 2 ** 31 - 1;

/** Throws TypeError. */
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
  throw new TypeError(`--${name} must be an integer from ${least} to ${SEED_MAX}, got ${text}.`);
}

function readTemporal(name: string): TemporalKind {
  const kind = temporalKinds.find((each) => each === name);
  if (kind !== undefined) return kind;
  throw new TypeError(`--temporal must be one of ${temporalKinds.join(', ')}, got ${name}.`);
}
