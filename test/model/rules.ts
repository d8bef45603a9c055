import { directionOf } from '../../src/domain/order';
import type { Create, Call, RefundOf, Resolution } from './commands';
import { hearAll, listen, move, open } from './listening';
import { done } from './steps';
import type { Step, Stepped } from './steps';
import { change, isOpen, movementOf, orderOf, shift } from './world';
import type { Exception, Order, Word, World } from './world';

/* What each command does, but for looking at a request, of which pursuing.ts tells. */

const kinds = {
  qr: { kind: 'payment', event: 'payment.pending' },
  token: { kind: 'payment', event: 'payment.pending' },
  deposit: { kind: 'deposit', event: 'payment.pending' },
  withdrawal: { kind: 'withdrawal', event: 'withdrawal.pending' },
  refund: { kind: 'refund', event: null },
} as const;

const newOrder = (
  as: keyof typeof kinds,
  facts: Pick<Order, 'tag' | 'merchant' | 'satang' | 'payment'>,
): Order => ({
  ...facts,
  kind: kinds[as].kind,
  byToken: as === 'token',
  status: 'pending',
  late: false,
  events: kinds[as].event === null ? [] : [kinds[as].event],
  inbox: [],
  questioned: [],
  booked: [],
  refunding: 0,
  refunded: 0,
  isDue: false,
  slips: [],
  request:
    as === 'qr' || as === 'deposit'
      ? null
      : { sends: 0, denials: 0, unreached: 0, claim: 'none', look: 'unplanned' },
  isFollowed: false,
});

/** What a key is bound to gives the answer, if it is the same request; else it is made now. */
function once(
  world: World,
  scope: readonly [merchant: number, operation: string, key: string | null],
  asked: string,
  tag: string,
  make: () => Stepped,
): Stepped {
  if (scope[2] === null) return make();
  const name = scope.join(' ');
  const bound = world.keys[name];
  if (bound !== undefined) {
    return done(world, bound.asked === asked ? `again ${bound.order}` : 'idempotency_key_reused');
  }
  const made = make();
  if (made.answer !== 'created') return made;
  const keys = { ...made.world.keys, [name]: { asked, order: tag } };
  return { ...made, world: { ...made.world, keys } };
}

const keep = (world: World, order: Order): World => ({
  ...world,
  orders: { ...world.orders, [order.tag]: order },
});

/** What leaves is held from its birth. */
function holdFor(world: World, order: Order): Stepped {
  const { merchant, satang } = order;
  if ((world.purses[merchant]?.available ?? 0) < satang) return done(world, 'insufficient_funds');
  return done(keep(shift(world, merchant, satang, 'available', 'held'), order), 'created');
}

export const create =
  ({ as, merchant, baht, key }: Create, tag: string): Step =>
  (world) => {
    const order = newOrder(as, { tag, merchant, satang: baht * 100, payment: null });
    return once(world, [merchant, as, key], `${baht}`, tag, () =>
      as === 'withdrawal' ? holdFor(world, order) : done(keep(world, order), 'created'),
    );
  };

export const refund =
  (
    {
      merchant,
      satang: asked,
      key,
    }: Omit<RefundOf, 'by' | 'order'> & { readonly merchant: number },
    of: string,
    tag: string,
  ): Step =>
  (world) =>
    once(world, [merchant, 'refund', key], `${of} ${asked}`, tag, () => {
      const payment = orderOf(world, of);
      if (payment.merchant !== merchant || payment.kind !== 'payment') {
        return done(world, 'payment_not_found');
      }
      if (payment.status !== 'succeeded') return done(world, 'payment_not_refundable');
      const left = payment.satang - payment.refunding;
      const satang = asked ?? left;
      if (left === 0 || satang > left) return done(world, 'refund_exceeds_remaining');
      const made = holdFor(world, newOrder('refund', { tag, merchant, satang, payment: of }));
      if (made.answer !== 'created') return made;
      const refunding = payment.refunding + satang;
      return { ...made, world: change(made.world, of, { refunding }) };
    });

export function wordOf({ heard, movement: name, told }: Call, order: Order): Word {
  const { transaction, satang } = movementOf(order, name);
  return {
    heard,
    satang: told === 'everything' || told === 'amount' ? satang : null,
    transaction: told === 'everything' || told === 'id' ? transaction : null,
    // What failed moved nothing.
    movement: heard === 'succeeded' ? name : null,
    isAnswer: false,
  };
}

/** A callback is stored with its order; at a wrong door it is one for an order nobody knows. */
export const call =
  (told: Call, tag: string): Step =>
  (world) => {
    const order = orderOf(world, tag);
    if (told.door === "another merchant's") return done(world, 'order_not_found');
    const word = wordOf(told, order);
    if (told.door === 'wrong') return strange(world, tag, word);
    return done(change(world, tag, ({ inbox }) => ({ inbox: [...inbox, word] })));
  };

/** Money for an order that nobody knows is one exception, while that is open. */
export function strange(world: World, about: string, word: Word): Stepped {
  const kind = 'unknown_order';
  const isOpen = world.exceptions.some(
    (each) => each.kind === kind && each.about === about && each.resolution === null,
  );
  if (word.heard === 'failed' || isOpen) return done(world, 'order_not_found');
  const opened = open(world, { kind, about, word, suspended: 0, resolution: null });
  return done(opened, 'order_not_found');
}

/** A merchant ends its own payment, unless money that has been told of comes first. */
export const expire =
  (merchant: number, tag: string): Step =>
  (world) => {
    const order = orderOf(world, tag);
    if (order.merchant !== merchant || order.kind !== 'payment') {
      return done(world, 'payment_not_found');
    }
    if (order.byToken) return done(world, 'state_conflict');
    const ended = move(hearAll(world, tag), tag, 'expire');
    return done(ended, orderOf(ended, tag).status === 'expired' ? 'done' : 'state_conflict');
  };

/** A slip moves no money. It lets a deposit wait for a day; the same picture again does nothing. */
export const slip =
  (merchant: number, tag: string, picture: number): Step =>
  (world) => {
    const order = orderOf(world, tag);
    if (order.merchant !== merchant || order.kind !== 'deposit') {
      return done(world, 'order_not_found');
    }
    if (order.slips.includes(picture)) return done(world);
    const isDue = order.status === 'pending' ? false : order.isDue;
    return done(change(world, tag, { slips: [...order.slips, picture], isDue }));
  };

export const timePasses = (world: World, tag: string): World =>
  change(world, tag, ({ request, kind, byToken }) => ({
    isDue: directionOf(kind) === 'in' && !byToken,
    request: request === null ? null : agedBy(request),
  }));

const agedBy = (request: NonNullable<Order['request']>): Order['request'] => ({
  ...request,
  claim: request.claim === 'fresh' ? 'old' : request.claim,
  look: request.look === 'later' ? 'due' : request.look,
});

export const look =
  (tag: string): Step =>
  (world) =>
    done(listen(world, tag));

/** The ways out of an exception, as the decision on exceptions tells them. */
function waysOf({ kind, suspended }: Exception, order: Order | null): readonly Resolution[] {
  if (suspended > 0) return ['accept', 'return', 'write_off'];
  if (order === null) return ['dismiss'];
  const leaves = directionOf(order.kind) === 'out';
  const isOpenEnded = kind === 'unknown_outcome' || (kind === 'amount_mismatch' && leaves);
  if (isOpenEnded && isOpen(order)) {
    return leaves ? ['complete', 'release', 'dismiss'] : ['release', 'dismiss'];
  }
  if (kind !== 'conflict') return ['dismiss'];
  if (order.status === (leaves ? 'failed' : 'succeeded')) return ['charge', 'absorb', 'dismiss'];
  return leaves && order.status === 'succeeded' ? ['credit', 'dismiss'] : ['dismiss'];
}

/** An operator settles an exception by one posting or none; in a wrong way nothing happens. */
export const resolve =
  (index: number, how: Resolution): Step =>
  (world) => {
    const exception = world.exceptions[index];
    if (exception === undefined) throw new Error(`there is no exception ${index}`);
    const order = world.orders[exception.about] ?? null;
    const known = exception.kind === 'unknown_order' ? null : order;
    const refused = done(world, 'cannot resolve');
    if (exception.resolution !== null || !waysOf(exception, known).includes(how)) return refused;
    const settled = settle(world, exception, known, how);
    if (settled === null) return refused;
    const resolved = { ...exception, resolution: how };
    return done({
      ...settled,
      exceptions: settled.exceptions.map((each) => (each === exception ? resolved : each)),
    });
  };

/** Null where it cannot be. */
function settle(
  world: World,
  exception: Exception,
  order: Order | null,
  how: Resolution,
): World | null {
  if (how === 'dismiss' || order === null) return world;
  const { merchant, tag, satang } = order;
  const { suspended } = exception;
  switch (how) {
    case 'accept':
      return shift(world, merchant, suspended, 'suspense', 'available');
    case 'return':
      return shift(world, merchant, suspended, 'suspense', 'outside');
    case 'write_off':
      return shift(world, merchant, suspended, 'suspense', 'lost');
    case 'credit':
    case 'charge':
    case 'absorb': {
      if (order.isFollowed) return null;
      const [from, to] = followings[how];
      const followed = shift(world, merchant, satang, from, to);
      if ((followed.purses[merchant]?.available ?? 0) < 0) return null;
      return change(followed, tag, { isFollowed: true });
    }
    case 'release':
    case 'complete':
      return end(world, tag, how === 'release' ? 'fail' : 'complete');
  }
}

const followings = {
  credit: ['outside', 'available'],
  charge: ['available', 'outside'],
  absorb: ['lost', 'outside'],
} as const;

/**
 * What the provider has said comes first, and may say the same as the operator. Nobody may be
 * asking it at this moment.
 */
function end(world: World, tag: string, name: 'fail' | 'complete'): World | null {
  const ended = move(hearAll(world, tag), tag, name);
  const { request, status } = orderOf(ended, tag);
  if (status !== (name === 'fail' ? 'failed' : 'succeeded')) return null;
  const isBeingSent = request?.claim === 'fresh' && request.look === 'unplanned';
  return isBeingSent ? null : ended;
}

const notFound = {
  payment: 'payment_not_found',
  deposit: 'order_not_found',
  withdrawal: 'order_not_found',
  refund: 'refund_not_found',
} as const;

/** What a merchant reads of an order: nothing of another's. */
export const read = (merchant: number, order: Order): string =>
  order.merchant === merchant ? order.status : notFound[order.kind];
