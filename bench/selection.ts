import { cycleKinds } from './cycle-kinds';
import type { CycleKind } from './cycle-kinds';

/** Creating 100,000 takes 15 minutes, so it is measured on request only. */
const openCounts = [1_000, 10_000];

/** The selected measurements. */
export interface Selection {
  readonly create: boolean;
  readonly cycles: readonly CycleKind[];
  readonly latency: boolean;
  readonly isolation: boolean;
  readonly burst: boolean;
  /** Numbers of open payments, in sequence. Empty: not measured. */
  readonly open: readonly number[];
  readonly lifetimes: boolean;
  readonly lists: boolean;
  readonly pages: boolean;
  readonly slowClients: boolean;
  /** Measured on request only. */
  readonly soak: boolean;
}

/** Parses `--only`; without it, the default selection. Throws TypeError. */
export function readSelection(only: readonly string[]): Selection {
  const known = [
    'create',
    'cycle',
    ...cycleKinds.map((kind) => `cycle:${kind}`),
    'latency',
    'isolation',
    'burst',
    'open',
    'open:100000',
    'lifetimes',
    'lists',
    'pages',
    'slow-clients',
    'soak',
  ];
  const unknown = only.find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new TypeError(`--only must be one of ${known.join(', ')}, got ${unknown}`);
  const has = (name: string) => only.length === 0 || only.includes(name);
  return {
    create: has('create'),
    cycles: cycleKinds.filter((kind) => has('cycle') || has(`cycle:${kind}`)),
    latency: has('latency'),
    isolation: has('isolation'),
    burst: has('burst'),
    open: [
      ...(has('open') || only.includes('open:100000') ? openCounts : []),
      ...(only.includes('open:100000') ? [100_000] : []),
    ],
    lifetimes: has('lifetimes'),
    lists: has('lists'),
    pages: has('pages'),
    slowClients: has('slow-clients'),
    soak: only.includes('soak'),
  };
}
