import { cycleKinds } from './cycle-kinds';
import type { CycleKind } from './cycle-kinds';

/** A hundred thousand take a quarter of an hour to be created, and are measured when asked for. */
const openCounts = [1_000, 10_000];

/** What a run measures. */
export interface Selection {
  readonly create: boolean;
  readonly cycles: readonly CycleKind[];
  readonly latency: boolean;
  readonly isolation: boolean;
  readonly burst: boolean;
  /** How many payments are to be open, one after the other; none: not measured. */
  readonly open: readonly number[];
  readonly lifetimes: boolean;
  readonly lists: boolean;
  readonly pages: boolean;
  readonly slowClients: boolean;
  /** Takes as long as it is told to, and is measured when asked for. */
  readonly soak: boolean;
}

/** Reads what a run is confined to; nothing: to nothing. Throws TypeError. */
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
  if (unknown !== undefined) throw new TypeError(`--only ${unknown}? Write ${known.join(', ')}`);
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
