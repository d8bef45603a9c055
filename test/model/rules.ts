import { directionOf } from '../../src/orders/rules/kinds';
import type { Create, RefundOf, ReportedCallback } from './commands';
import { applyReports, applyInbox, move, open } from './evidence';
import { done, type Step, type Stepped } from './steps';
import {
  change,
  movementOf,
  orderOf,
  recall,
  shift,
  type Order,
  type Report,
  type World,
} from './world';

/* The effect of each command, except processing (provider-requests.ts). */

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
  exceptedReports: [],
  booked: [],
  credited: 0,
  charged: 0,
  reversed: 0,
  left: 0,
  share: as === 'withdrawal' || as === 'refund' ? facts.satang : 0,
  refunding: 0,
  refunded: 0,
  pending: 0,
  recalled: 0,
  isDue: false,
  slips: [],
  request:
    as === 'qr' || as === 'deposit'
      ? null
      : {
          claims: 0,
          denials: 0,
          accepted: false,
          failedCalls: 0,
          claim: 'none',
          next: 'unplanned',
        },
});

/** A key with an equal request replays its response; else the request runs. */
function once(
  world: World,
  scope: readonly [merchant: number, operation: string, key: string | null],
  request: string,
  tag: string,
  make: () => Stepped,
): Stepped {
  if (scope[2] === null) return make();
  const name = scope.join(' ');
  const bound = world.keys[name];
  if (bound !== undefined) {
    return done(
      world,
      bound.request === request ? `again ${bound.order}` : 'idempotency_key_reused',
    );
  }
  const made = make();
  if (made.answer !== 'created') return made;
  const keys = { ...made.world.keys, [name]: { request, order: tag } };
  return { ...made, world: { ...made.world, keys } };
}

const keep = (world: World, order: Order): World => ({
  ...world,
  orders: { ...world.orders, [order.tag]: order },
});

/** A payout holds its amount from its creation. A refund may use what its payment has pending. */
function holdFor(world: World, order: Order): Stepped {
  const { tag, merchant, satang } = order;
  const kept = keep(world, order);
  const ready = order.payment === null ? kept : recall(kept, tag, satang);
  if ((ready.balances[merchant]?.available ?? 0) < satang) return done(world, 'insufficient_funds');
  return done(shift(ready, merchant, satang, 'available', 'held'), 'created');
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
      satang: requested,
      key,
    }: Omit<RefundOf, 'by' | 'order'> & { readonly merchant: number },
    of: string,
    tag: string,
  ): Step =>
  (world) =>
    once(world, [merchant, 'refund', key], `${of} ${requested}`, tag, () => {
      const payment = orderOf(world, of);
      if (payment.merchant !== merchant || payment.kind !== 'payment') {
        return done(world, 'payment_not_found');
      }
      if (payment.credited === 0) return done(world, 'payment_not_refundable');
      const { credited, reversed } = payment;
      if (reversed > 0 && reversed >= credited) return done(world, 'payment_not_refundable');
      const left = credited - reversed - payment.refunding;
      const satang = requested ?? left;
      if (left === 0 || satang > left) return done(world, 'refund_exceeds_remaining');
      const made = holdFor(world, newOrder('refund', { tag, merchant, satang, payment: of }));
      if (made.answer !== 'created') return made;
      const refunding = payment.refunding + satang;
      return { ...made, world: change(made.world, of, { refunding }) };
    });

export function reportOf(
  { outcome, movement, fields, channel }: ReportedCallback,
  order: Order,
): Report {
  const name = channel === 'wrong path' ? 'other kind' : movement;
  const { transaction, payer, satang } = movementOf(order, name);
  const isWhole = fields === 'all' || fields === 'wrong amount';
  // For an unknown order a wrong amount cannot be distinguished from another movement.
  const reported = fields === 'wrong amount' && channel !== 'wrong path' ? satang - 500 : satang;
  return {
    outcome,
    satang: isWhole || fields === 'amount' ? reported : null,
    transaction: isWhole || fields === 'id' ? transaction : null,
    payer: isWhole || fields === 'payer' ? payer : null,
    // A failure moved nothing.
    movement: outcome === 'succeeded' ? name : null,
    isAnswer: false,
  };
}

/** Stores a callback with its order; at the path of another kind it is one for an unknown order. */
export const receiveCallback =
  (callback: ReportedCallback, tag: string): Step =>
  (world) => {
    const order = orderOf(world, tag);
    if (callback.channel === 'other merchant') return done(world, 'order_not_found');
    const report = reportOf(callback, order);
    if (callback.channel === 'wrong path')
      return reportUnknown(world, tag, report, directionOf(order.kind));
    return done(change(world, tag, ({ inbox }) => ({ inbox: [...inbox, report] })));
  };

/** Money for an unknown order goes to suspense with one exception. */
export function reportUnknown(
  world: World,
  about: string,
  report: Report,
  direction: 'in' | 'out' = 'in',
): Stepped {
  const kind = 'unknown_order';
  const answered = (now: World) => done(now, 'order_not_found');
  if (report.outcome === 'failed') return answered(world);
  const isOpen = world.exceptions.some(
    (each) => each.kind === kind && each.about === about && each.resolution === null,
  );
  if (report.satang === null ? isOpen : world.unknownOrders.includes(about)) return answered(world);
  const unknownOrders =
    report.satang === null ? world.unknownOrders : [...world.unknownOrders, about];
  const suspended = direction === 'in' ? (report.satang ?? 0) : 0;
  const kept = shift({ ...world, unknownOrders }, 0, suspended, 'outside', 'suspense');
  return answered(open(kept, { kind, about, report, suspended, resolution: null }));
}

/** A merchant expires its own payment, unless a success callback is pending. */
export const expire =
  (merchant: number, tag: string): Step =>
  (world) => {
    const order = orderOf(world, tag);
    if (order.merchant !== merchant || order.kind !== 'payment') {
      return done(world, 'payment_not_found');
    }
    if (order.byToken) return done(world, 'state_conflict');
    const ended = move(applyReports(world, tag), tag, 'expire');
    return done(ended, orderOf(ended, tag).status === 'expired' ? 'done' : 'state_conflict');
  };

/**
 * A slip moves no money. It extends a deposit's deadline to a day; the same image again changes
 * nothing.
 */
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
  next: request.next === 'later' ? 'due' : request.next,
});

export const advanceOrder =
  (tag: string): Step =>
  (world) =>
    done(applyInbox(world, tag));

const notFound = {
  payment: 'payment_not_found',
  deposit: 'order_not_found',
  withdrawal: 'order_not_found',
  refund: 'refund_not_found',
} as const;

/** The order as its merchant reads it; 404 for another merchant. */
export const read = (merchant: number, order: Order): string =>
  order.merchant === merchant ? order.status : notFound[order.kind];
