import { fc } from '../support/property';

/** The result of a submission. */
export type SentAs = 'accepted' | 'refused' | 'unreachable' | 'unknown' | 'dies';
export type FoundAs =
  | 'waiting'
  | 'succeeded'
  | 'other amount'
  | 'failed'
  | 'not_found'
  | 'unreachable';
export type CreatedAs = 'qr' | 'token' | 'deposit' | 'withdrawal';

/** The order of a command: a number selects among the existing orders, a name is an order's tag. */
type OrderChoice = number | string;

/**
 * A command. In a played history orders have names, so that a command keeps its meaning when others
 * are removed.
 */
export type Command =
  | Single
  | { readonly do: 'both'; readonly first: Single; readonly second: Single };

export type Single =
  | (Create & { readonly do: 'create' })
  | (RefundOf & { readonly do: 'refund' })
  | (ReportedCallback & { readonly do: 'callback' })
  | {
      readonly do: 'callback of an unknown order';
      readonly name: 'X' | 'Y';
      readonly outcome: ReportedCallback['outcome'];
    }
  | (Processing & { readonly do: 'process' })
  | { readonly do: 'time passes'; readonly order: OrderChoice }
  | { readonly do: 'expire'; readonly by: By; readonly order: OrderChoice }
  | {
      readonly do: 'slip';
      readonly by: By;
      readonly order: OrderChoice;
      readonly picture: number;
    }
  | {
      readonly do: 'resolve';
      readonly exception: number;
      readonly how: Resolution;
      /** What happens to the remaining amount of an order that is credited in part. */
      readonly rest: 'paid_in_full' | 'leave_open';
    }
  | { readonly do: 'read'; readonly by: By; readonly order: OrderChoice }
  | { readonly do: 'a day passes' }
  | { readonly do: 'money matures' };

/** The caller: the order's owner or another merchant. */
type By = 'owner' | 'stranger';

export interface Create {
  readonly as: CreatedAs;
  readonly merchant: number;
  readonly baht: number;
  readonly key: string | null;
  /** The name of its order, assigned when the command is played. */
  readonly tag?: string;
}

export interface RefundOf {
  readonly by: By;
  readonly order: OrderChoice;
  readonly satang: number | null;
  readonly key: string | null;
  readonly tag?: string;
}

/**
 * The movements that the bank can make for an order, each with its own id, payer and time: two of
 * the order's amount, one of less, one of more, and one that is reported for another kind of order.
 */
export type MovementName = 'A' | 'B' | 'short' | 'excess' | 'other kind';
/**
 * The fields of a movement that a callback contains. Without an amount it stands for the order's.
 */
type ReportedFields = 'all' | (typeof parts)[number];
const parts = ['amount', 'id', 'payer', 'nothing', 'wrong amount'] as const;

export interface ReportedCallback {
  readonly order: OrderChoice;
  readonly outcome: 'succeeded' | 'failed';
  /** The reported movement of the order at the bank, and the reported fields. */
  readonly movement: MovementName;
  readonly fields: ReportedFields;
  readonly channel: 'provider' | 'owner' | 'other merchant' | 'wrong path';
}

export interface Processing {
  readonly order: OrderChoice;
  readonly sent: SentAs;
  readonly found: FoundAs;
}

export const resolutions = [
  'accept',
  'return',
  'write_off',
  'credit',
  'charge',
  'absorb',
  'release',
  'complete',
  'dismiss',
] as const;
export type Resolution = (typeof resolutions)[number];

export const MERCHANTS = 2;

const number = fc.nat({ max: 30 });
const merchant = fc.nat({ max: MERCHANTS - 1 });
/** fast-check shrinks towards the first option. */
const oneOf = <const T>(...options: readonly T[]): fc.Arbitrary<T> => fc.constantFrom(...options);
const by = oneOf('owner', 'owner', 'owner', 'owner', 'stranger');
const key = oneOf(null, null, 'k1', 'k2');
const just = <const T extends string>(what: T) => fc.constant(what);

const callback = fc.record({
  do: just('callback'),
  order: number,
  outcome: oneOf('succeeded', 'succeeded', 'failed'),
  movement: oneOf('A', 'A', 'A', 'B', 'short', 'excess'),
  fields: oneOf('all', 'all', 'all', ...parts),
  channel: oneOf(
    'provider',
    'provider',
    'provider',
    'provider',
    'owner',
    'other merchant',
    'wrong path',
  ),
});
const processing = fc.record({
  do: just('process'),
  order: number,
  sent: oneOf('accepted', 'accepted', 'refused', 'unreachable', 'unknown', 'dies'),
  found: oneOf('waiting', 'succeeded', 'other amount', 'failed', 'not_found', 'unreachable'),
});
const creation = fc.record({
  do: just('create'),
  as: oneOf('qr', 'deposit', 'withdrawal', 'withdrawal', 'token'),
  merchant,
  baht: oneOf(100, 100, 150),
  key,
});
const refund = fc.record({
  do: just('refund'),
  by,
  order: number,
  satang: oneOf(null, 5_000, 2_500),
  key,
});

/** Weighted so that most commands move money and every part of the gateway is used. */
const single: fc.Arbitrary<Single> = fc.oneof(
  { arbitrary: creation, weight: 5 },
  { arbitrary: refund, weight: 3 },
  { arbitrary: callback, weight: 7 },
  { arbitrary: processing, weight: 9 },
  { arbitrary: fc.record({ do: just('time passes'), order: number }), weight: 3 },
  { arbitrary: fc.record({ do: just('expire'), by, order: number }), weight: 1 },
  {
    arbitrary: fc.record({
      do: just('resolve'),
      exception: number,
      how: oneOf(...resolutions),
      rest: oneOf('paid_in_full', 'leave_open'),
    }),
    weight: 4,
  },
  {
    arbitrary: fc.record({
      do: just('slip'),
      by,
      order: number,
      picture: fc.nat({ max: 1 }),
    }),
    weight: 1,
  },
  { arbitrary: fc.record({ do: just('read'), by, order: number }), weight: 1 },
  {
    arbitrary: fc.record({
      do: just('callback of an unknown order'),
      name: oneOf('X', 'Y'),
      outcome: oneOf('succeeded', 'failed'),
    }),
    weight: 1,
  },
  { arbitrary: fc.record({ do: just('a day passes') }), weight: 1 },
  { arbitrary: fc.record({ do: just('money matures') }), weight: 1 },
);

/** Commands that move money or create orders, for concurrent pairs. */
const racing: fc.Arbitrary<Single> = fc.oneof(
  { arbitrary: creation, weight: 2 },
  { arbitrary: refund, weight: 2 },
  { arbitrary: callback, weight: 2 },
  { arbitrary: processing, weight: 4 },
  { arbitrary: fc.record({ do: just('expire'), by, order: number }), weight: 1 },
  {
    arbitrary: fc.record({
      do: just('resolve'),
      exception: number,
      how: oneOf(...resolutions),
      rest: oneOf('paid_in_full', 'leave_open'),
    }),
    weight: 2,
  },
);
/** Half of the pairs are equal, like a client's retry. */
const both = fc.oneof(
  fc.record({ do: just('both'), first: racing, second: racing }),
  racing.map((twin) => ({ do: 'both' as const, first: twin, second: twin })),
);

export const command: fc.Arbitrary<Command> = fc.oneof(
  { arbitrary: single, weight: 6 },
  { arbitrary: both, weight: 1 },
);
