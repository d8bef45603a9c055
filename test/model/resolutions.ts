import { decide, directionOf } from '../../src/orders/rules/kinds';
import type { Single } from './commands';
import { applyReports, move } from './evidence';
import { choose, done, type Step } from './steps';
import {
  change,
  defer,
  deferAgain,
  dueOf,
  isOpen,
  orderOf,
  recall,
  reversedOf,
  shift,
  withReversed,
  type Exception,
  type Order,
  type Report,
  type World,
} from './world';

/*
 * Resolutions of exceptions. The gateway decides which ways are valid. The model knows the accounts
 * of each way, that money in suspense is resolved completely, that an exception is resolved once,
 * and that an order never pays out more than it received.
 */

type Resolve = Extract<Single, { readonly do: 'resolve' }>;
type Way = Pick<Resolve, 'how' | 'rest'>;

const events = {
  payment: 'payment.adjusted',
  deposit: 'payment.adjusted',
  withdrawal: 'withdrawal.adjusted',
  refund: 'refund.adjusted',
} as const;

export const resolve =
  (index: number, way: Way): Step =>
  (world) => {
    const exception = world.exceptions[index];
    if (exception === undefined) throw new Error(`there is no exception ${index}`);
    const refused = () => done(world, 'cannot resolve');
    if (exception.resolution !== null) return refused();
    const resolved = (now: World) => () =>
      done({
        ...now,
        // A pending callback may have named its movement meanwhile.
        exceptions: now.exceptions.map((each, at) =>
          at === index ? { ...each, resolution: way.how } : each,
        ),
      });
    const ways = effectsOf(world, exception, way).map(resolved);
    const isCertain = isPossible(exception, way) && !mayWait(world, exception, way);
    return choose(isCertain ? ways : [refused, ...ways]);
  };

/**
 * Exceptions about one movement are resolved in the order of their reports, and suspended money
 * that the bank took back can only be returned. The gateway knows which are about one movement.
 */
function mayWait(world: World, exception: Exception, { how }: Way): boolean {
  const order = world.orders[exception.about];
  if (order === undefined || how === 'return') return false;
  const isOther = (each: Exception) =>
    each !== exception && each.about === exception.about && each.resolution === null;
  return order.charged > 0 || order.inbox.length > 0 || world.exceptions.some(isOther);
}

/** Money in suspense cannot be dismissed; everything else can. */
function isPossible({ suspended, kind }: Exception, { how }: Way): boolean {
  if (suspended === 0) return how === 'dismiss';
  return how === 'return' || how === 'write_off' || (how === 'accept' && kind !== 'unknown_order');
}

function effectsOf(world: World, exception: Exception, way: Way): readonly World[] {
  const { kind, about, suspended, report } = exception;
  const { how } = way;
  if (how === 'dismiss') return suspended === 0 ? [world] : [];
  const isKnown = kind !== 'unknown_order' && world.orders[about] !== undefined;
  if (!isKnown && suspended > 0) return whereTo(world, 0, suspended, how);
  if (!isKnown) {
    // Money that left for an unknown order.
    const left = report?.satang ?? 0;
    return how === 'absorb' && left > 0 ? [shift(world, 0, left, 'lost', 'outside')] : [];
  }
  // Pending callbacks are applied first.
  const applied = applyReports(world, about);
  const { merchant, satang, request } = orderOf(applied, about);
  if (suspended > 0) {
    const moved = how === 'accept' ? applied : whereTo(applied, merchant, suspended, how)[0];
    if (moved === undefined) return [];
    return how === 'accept'
      ? [
          credit(
            defer(shift(applied, merchant, suspended, 'suspense', 'available'), about, suspended),
            about,
            suspended,
            way,
          ),
        ]
      : [adjusted(moved, about)];
  }
  if (how === 'release' || how === 'complete') {
    const isBeingSent = request?.claim === 'fresh' && request.next === 'unplanned';
    if (isBeingSent || !isOpen(orderOf(applied, about))) return [];
    const ended = move(applied, about, how === 'release' ? 'fail' : 'complete');
    return orderOf(ended, about).status === 'processing' ? [] : [ended];
  }
  const amounts = amountsOf(applied, exception, satang);
  return amounts.flatMap((each) => postDifference(applied, exception, each, way));
}

/** Possible amounts in openException: a movement, an order, or a difference of two amounts. */
function amountsOf(world: World, { about, report }: Exception, satang: number): readonly number[] {
  const order = orderOf(world, about);
  const { booked, credited, charged, left } = order;
  const reversed = reversedOf(order);
  const cameIn = booked.reduce((sum, each) => sum + each.satang, 0);
  const returned = world.exceptions
    .filter((each) => each.about === about && each.resolution === 'return')
    .reduce((sum, { suspended }) => sum + suspended, 0);
  const reported = report?.satang ?? satang;
  const known = [
    reported,
    satang,
    left,
    satang - left,
    credited - charged,
    satang - reversed,
    reported - reversed,
  ];
  const bookings = booked.flatMap((each) => [each.satang, each.satang - charged]);
  const arrived = [cameIn, cameIn - charged, cameIn - returned, cameIn - charged - returned];
  const differences = [satang, left, ...bookings, ...arrived].flatMap((each) => [
    Math.abs(reported - each),
    Math.abs(satang - each),
  ]);
  return [...new Set([...known, ...differences])].filter((each) => each > 0);
}

function whereTo(world: World, merchant: number, satang: number, how: Way['how']) {
  if (how === 'return') return [shift(world, merchant, satang, 'suspense', 'outside')];
  if (how === 'write_off') return [shift(world, merchant, satang, 'suspense', 'lost')];
  return [];
}

/** Credits the merchant for an order, which may end with it. */
function credit(world: World, tag: string, satang: number, { rest }: Way): World {
  const order = orderOf(world, tag);
  const credited = order.credited + satang;
  const given = withReversed(change(world, tag, { credited }), tag);
  const isWhole = satang >= dueOf(order) || rest === 'paid_in_full';
  const ends = isWhole && decide(order.kind, order.status, 'pay').kind === 'transition';
  return ends ? move(given, tag, 'pay', 0) : adjusted(given, tag);
}

const adjusted = (world: World, tag: string): World =>
  change(world, tag, ({ events: before, kind }) => ({ events: [...before, events[kind]] }));

/** Posts money that moved, or did not move, unlike its booking. */
function postDifference(
  world: World,
  { about: tag, report }: Exception,
  satang: number,
  way: Way,
): readonly World[] {
  const order = orderOf(world, tag);
  const { merchant } = order;
  const isIn = directionOf(order.kind) === 'in';
  if (way.how === 'credit') {
    const back = shift(world, merchant, satang, 'outside', 'available');
    if (!isIn) return reversals(adjusted(deferAgain(back, tag, satang), tag), order, -satang);
    const given = credit(defer(back, tag, satang), tag, satang, way);
    return report === null || report.movement === null
      ? [given]
      : [given, recorded(given, tag, report, satang)];
  }
  if (way.how !== 'charge' && way.how !== 'absorb') return [];
  const from = way.how === 'charge' ? 'available' : 'lost';
  // The bank takes back no more than it paid.
  if (isIn && order.charged + satang > order.credited) return [];
  const ready = from === 'available' && mayRecall(order) ? recall(world, tag, satang) : world;
  if (from === 'available' && (ready.balances[merchant]?.available ?? 0) < satang) return [];
  const left = adjusted(shift(ready, merchant, satang, from, 'outside'), tag);
  if (!isIn) return reversals(left, order, satang);
  return [withReversed(change(left, tag, { charged: order.charged + satang }), tag)];
}

/** A withdrawal has no pending money. */
const mayRecall = ({ kind }: Order): boolean => kind !== 'withdrawal';

/** A credit can book a movement without a transaction id. Later evidence can add the id. */
function recorded(world: World, tag: string, report: Report, satang: number): World {
  const { movement } = report;
  if (movement === null) return world;
  const booking = { movement, satang, transaction: null, payer: null, report, byOperator: true };
  return change(world, tag, ({ booked }) => ({ booked: [...booked, booking] }));
}

/**
 * A payout that came back (negative) or left after all. No more comes back than has left. A refund
 * has as much of its payment as no other refund has.
 */
function reversals(world: World, order: Order, satang: number): readonly World[] {
  const { tag, payment } = order;
  const left = order.left + satang;
  if (left < 0) return [];
  const paid = payment === null ? null : orderOf(world, payment);
  const free = paid === null ? left : order.share + paid.credited - paid.refunding;
  const share = Math.min(left, order.satang, free);
  const changed = change(world, tag, { left, share });
  if (paid === null) return [changed];
  const { refunding, refunded } = paid;
  const by = share - order.share;
  const shared = change(changed, paid.tag, {
    refunding: refunding + by,
    refunded: refunded + by,
  });
  return [withReversed(shared, paid.tag)];
}
