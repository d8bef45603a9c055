import { cycleKinds, type CycleKind } from './cycle-kinds';

/** Creating 100,000 takes 15 minutes, so it is measured on request only. */
const openCounts = [1_000, 10_000];

const scalePattern = /^scale:([1-9]\d{2,7})$/;

/** The selected measurements. */
export interface Selection {
  readonly create: boolean;
  readonly cycles: readonly CycleKind[];
  readonly latency: boolean;
  readonly footprint: boolean;
  readonly isolation: boolean;
  readonly overload: boolean;
  /** Part of `overload`. */
  readonly storm: boolean;
  readonly burst: boolean;
  /** Numbers of open payments, in sequence. Empty: not measured. */
  readonly open: readonly number[];
  readonly lifetimes: boolean;
  readonly outage: boolean;
  readonly lists: boolean;
  readonly pages: boolean;
  readonly slowClients: boolean;
  /** Measured on request only. */
  readonly soak: boolean;
  /** Measured on request only. */
  readonly peers: boolean;
  /** Measured on request only. */
  readonly tracing: boolean;
  /** The number of past orders. Null: not measured. */
  readonly scale: number | null;
}

/** Parses `--only`; without it, the default selection. Throws TypeError. */
export function readSelection(only: readonly string[]): Selection {
  const known = [
    'create',
    'cycle',
    ...cycleKinds.map((kind) => `cycle:${kind}`),
    'latency',
    'footprint',
    'isolation',
    'overload',
    'storm',
    'burst',
    'open',
    'open:100000',
    'lifetimes',
    'outage',
    'lists',
    'pages',
    'slow-clients',
    'soak',
    'peers',
    'tracing',
  ];
  const unknown = only.find((name) => !known.includes(name) && !scalePattern.test(name));
  if (unknown !== undefined) {
    const names = [...known, 'scale:<orders>'].join(', ');
    throw new TypeError(`--only must be one of ${names}, got ${unknown}`);
  }
  const [scale = null] = only.flatMap((name) => scalePattern.exec(name)?.slice(1) ?? []);
  const has = (name: string) => only.length === 0 || only.includes(name);
  return {
    create: has('create'),
    cycles: cycleKinds.filter((kind) => has('cycle') || has(`cycle:${kind}`)),
    latency: has('latency'),
    footprint: has('footprint'),
    isolation: has('isolation'),
    overload: has('overload'),
    storm: has('overload') || has('storm'),
    burst: has('burst'),
    open: [
      ...(has('open') || only.includes('open:100000') ? openCounts : []),
      ...(only.includes('open:100000') ? [100_000] : []),
    ],
    lifetimes: has('lifetimes'),
    outage: has('outage'),
    lists: has('lists'),
    pages: has('pages'),
    slowClients: has('slow-clients'),
    soak: only.includes('soak'),
    peers: only.includes('peers'),
    tracing: only.includes('tracing'),
    scale: scale === null ? null : Number(scale),
  };
}
