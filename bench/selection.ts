import { cycleKinds } from './cycle-kinds';
import type { CycleKind } from './cycle-kinds';

/** What a run measures. */
export interface Selection {
  readonly create: boolean;
  readonly cycles: readonly CycleKind[];
  readonly latency: boolean;
  readonly isolation: boolean;
  readonly lists: boolean;
}

/** Reads what a run is confined to; nothing: to nothing. Throws TypeError. */
export function readSelection(only: readonly string[]): Selection {
  const known = [
    'create',
    'cycle',
    ...cycleKinds.map((kind) => `cycle:${kind}`),
    'latency',
    'isolation',
    'lists',
  ];
  const unknown = only.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new TypeError(`--only ${unknown}? Write ${known.join(', ')}`);
  const has = (name: string) => only.length === 0 || only.includes(name);
  return {
    create: has('create'),
    cycles: cycleKinds.filter((kind) => has('cycle') || has(`cycle:${kind}`)),
    latency: has('latency'),
    isolation: has('isolation'),
    lists: has('lists'),
  };
}
