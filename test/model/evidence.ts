import { decide, directionOf, type OrderTransition } from '../../src/orders/rules/kinds';
import {
  change,
  defer,
  deferAgain,
  dueOf,
  isOpen,
  orderOf,
  reportKey,
  reversedOf,
  shift,
  withReversed,
  type Booking,
  type Exception,
  type Order,
  type Report,
  type World,
} from './world';
import { choose, chooseInTurn } from './steps';

/*
 * The effect of evidence on an order. Model and gateway share the state tables only. The gateway
 * infers from ids and amounts which movement a callback reports; the model knows the movement and
 * does not repeat the inference. A movement is booked once, for its order. When a callback is
 * ambiguous, every outcome is valid that credits no more than was reported.
 */

/** Applies an order's pending callbacks in order, then its deadline if it is still pending. */
export function applyInbox(world: World, tag: string): World {
  const before = orderOf(world, tag);
  const applied = applyReports(world, tag);
  const after = orderOf(applied, tag);
  const expires = before.isDue && isOpen(before) && after.events.length === before.events.length;
  return expires ? move(applied, tag, 'expire') : applied;
}

export function applyReports(world: World, tag: string): World {
  const { inbox } = orderOf(world, tag);
  return chooseInTurn(change(world, tag, { inbox: [] }), inbox, (now, report) =>
    applyReport(now, tag, report),
  );
}

/** Applies a transition if the table has one, with its event and its effect on held money. */
export function move(
  world: World,
  tag: string,
  name: OrderTransition,
  due = dueOf(orderOf(world, tag)),
): World {
  const order = orderOf(world, tag);
  const decision = decide(order.kind, order.status, name);
  if (decision.kind !== 'transition') return world;
  const { to, event, late } = decision.step;
  const moved = change(world, tag, {
    status: to,
    late,
    events: event === null ? order.events : [...order.events, event],
  });
  if (directionOf(order.kind) === 'in') {
    if (name !== 'pay') return moved;
    const paid = change(moved, tag, { credited: order.credited + due });
    return defer(shift(paid, order.merchant, due, 'outside', 'available'), tag, due);
  }
  if (name === 'send') return moved;
  const isPaid = name === 'complete';
  const ended = change(moved, tag, isPaid ? { left: order.left + order.satang } : { share: 0 });
  const goes = isPaid ? 'outside' : 'available';
  const freed = shift(ended, order.merchant, order.satang, 'held', goes);
  return endRefund(isPaid ? freed : deferAgain(freed, tag, order.satang), order, name);
}

/**
 * A refund reserves its part of the payment at its creation, and uses or releases it at its end.
 */
function endRefund(world: World, { payment, satang }: Order, name: OrderTransition): World {
  if (payment === null) return world;
  const { refunded, refunding } = orderOf(world, payment);
  return name === 'complete'
    ? change(world, payment, { refunded: refunded + satang })
    : withReversed(change(world, payment, { refunding: refunding - satang }), payment);
}

function applyReport(world: World, tag: string, report: Report): World {
  const { kind } = orderOf(world, tag);
  if (report.outcome === 'failed') return applyFailure(world, tag, report);
  return directionOf(kind) === 'in'
    ? applyToIncoming(world, tag, report)
    : applyToPayout(world, tag, report);
}

function applyFailure(world: World, tag: string, report: Report): World {
  const order = orderOf(world, tag);
  const { kind, status } = order;
  const { kind: meaning } = decide(kind, status, 'fail');
  const isIn = directionOf(kind) === 'in';
  const contradict = () => openException(world, tag, report, ['conflict']);
  // The bank takes back what it paid, whatever the status.
  const { transaction } = report;
  const isNamed =
    transaction !== null && order.booked.some((one) => one.transaction === transaction);
  if (isIn && (isNamed || order.credited > order.reversed)) return contradict();
  // The money that left after the failure may have come back.
  const isBack = !isIn && order.left > 0;
  if (meaning === 'repeat' && !isBack) {
    return !isIn && isDoubted(world, tag) ? choose([() => world, contradict]) : world;
  }
  if (meaning !== 'transition') return contradict();
  const left = movementExceptions(world, tag);
  if (directionOf(kind) === 'in' || left.length === 0) return move(world, tag, 'fail');
  // Part of the money has left: the hold stays unless operators dismiss the movement.
  const keep = () => openException(world, tag, report, ['conflict']);
  const isDenied = left.every(({ resolution }) => resolution === 'dismiss');
  return isDenied ? choose([keep, () => move(world, tag, 'fail')]) : keep();
}

function applyToIncoming(world: World, tag: string, report: Report): World {
  const about = world.exceptions.filter((each) => isReportedOf(each, tag, report));
  const unassigned = about.find(({ resolution }) => resolution === null);
  // What operators have returned or written off is not credited; the report is for them to judge.
  const isDecided = about.some(({ resolution }) => resolution !== null && resolution !== 'assign');
  return choose([
    () => applyToOwn(world, tag, report),
    ...(unassigned === undefined ? [] : [() => assign(world, tag, report, unassigned)]),
    ...(isDecided ? [() => openException(world, tag, report, ['duplicate_transaction'])] : []),
  ]);
}

/** Whether an exception about money of an unknown order can be about the callback. */
const isReportedOf = (
  exception: Exception,
  tag: string,
  { satang, transaction }: Report,
): boolean =>
  exception.kind === 'unknown_order' &&
  exception.about === tag &&
  exception.suspended > 0 &&
  exception.suspended === satang &&
  transaction === null &&
  exception.report?.transaction === null;

/** Moves the money from suspense to the order. */
function assign(world: World, tag: string, report: Report, unassigned: Exception): World {
  const { merchant } = orderOf(world, tag);
  const exceptions = world.exceptions.map((each) =>
    each === unassigned ? { ...unassigned, resolution: 'assign' } : each,
  );
  const freed = shift(
    { ...world, exceptions },
    merchant,
    unassigned.suspended,
    'suspense',
    'outside',
  );
  return book(freed, tag, report);
}

function applyToOwn(world: World, tag: string, report: Report): World {
  const { booked } = orderOf(world, tag);
  if (booked.some(({ movement }) => movement === report.movement))
    return applyRepeat(world, tag, report);
  const isCertain = booked.every((each) => isAnother(each, report));
  const hadException = movementExceptions(world, tag).some(
    (each) => each.report?.movement === report.movement,
  );
  if (isCertain && !hadException) return book(world, tag, report);
  return choose([
    () => book(world, tag, report),
    () => openException(world, tag, report, unclear),
    ...(hadException ? [() => world] : []),
    ...mistakes(world, tag, report),
  ]);
}

/** Books a payout that ends the order. Any other outgoing money opens an exception. */
function applyToPayout(world: World, tag: string, report: Report): World {
  const { satang, booked } = orderOf(world, tag);
  if (booked.some(({ movement }) => movement === report.movement))
    return applyRepeat(world, tag, report);
  const isWhole = report.satang === null || report.satang === satang;
  const others = movementExceptions(world, tag);
  if (booked.length === 0 && others.length === 0 && isWhole) return complete(world, tag, report);
  // An open exception may cover the movement already.
  const again = others.length > 0 ? [() => world] : [];
  const inQuestion = () => openException(world, tag, report, unclear);
  // Dismissed movements do not count, so this one can be the first.
  const isFirst =
    booked.length === 0 && others.every(({ resolution }) => resolution === 'dismiss') && isWhole;
  const first = isFirst ? [() => complete(world, tag, report)] : [];
  return choose([inQuestion, ...again, ...first, ...mistakes(world, tag, report)]);
}

/** Books the first movement of a payout, of its full amount. */
function complete(world: World, tag: string, report: Report): World {
  const { kind, status, satang } = orderOf(world, tag);
  switch (decide(kind, status, 'complete').kind) {
    case 'transition':
      return change(move(world, tag, 'complete'), tag, { booked: [bookingOf(report, satang)] });
    case 'conflict':
      return openException(world, tag, report, ['conflict']);
    case 'repeat':
      // An operator completed it before the provider's callback.
      return change(world, tag, { booked: [bookingOf(report, satang)] });
  }
}

/** Exceptions about movements of an order, open or not. */
const movementExceptions = (world: World, tag: string): readonly Exception[] =>
  exceptionsOf(world, tag).filter(({ report }) => report !== null && report.movement !== null);

/**
 * Whether money of an order is known to have moved. Exceptions can share a movement, which one
 * dismissal dismisses and later evidence restores.
 */
export function hasMoved(world: World, tag: string): boolean {
  if (orderOf(world, tag).booked.length > 0) return true;
  const others = movementExceptions(world, tag);
  const isDismissed = others.some(({ resolution }) => resolution === 'dismiss');
  return isDismissed ? choose([() => true, () => false]) : others.length > 0;
}

const exceptionsOf = (world: World, tag: string): readonly Exception[] =>
  world.exceptions.filter(({ about, kind }) => about === tag && kind !== 'unknown_order');

/** Whether the money of an order is in question: a report of what is known may contradict that. */
function isDoubted(world: World, tag: string): boolean {
  const order = orderOf(world, tag);
  const isQuestioned = exceptionsOf(world, tag).some(({ resolution }) => resolution !== 'dismiss');
  return order.charged > 0 || reversedOf(order) > 0 || isQuestioned;
}

/** Evidence of a booked movement. It is a conflict while the movement is in question. */
function applyRepeat(world: World, tag: string, report: Report): World {
  const repeated = () => applyKnown(world, tag, report);
  if (!isDoubted(world, tag)) return repeated();
  return choose([repeated, () => openException(repeated(), tag, report, ['conflict'])]);
}

/** Evidence of a booked movement posts nothing; it may add the transaction id. */
function applyKnown(world: World, tag: string, report: Report): World {
  const { booked } = orderOf(world, tag);
  const index = booked.findIndex(({ movement }) => movement === report.movement);
  const known = booked[index];
  if (known === undefined) throw new Error('it has not been booked');
  if (report.satang !== null && report.satang !== known.satang) {
    const inQuestion = () => openException(world, tag, report, unclear);
    if (report.transaction !== null) return inQuestion();
    // Another amount without an id may be another movement to the gateway.
    const isIn = directionOf(orderOf(world, tag).kind) === 'in';
    const isNew = isIn && known.transaction !== null;
    const another = isNew ? [() => book(world, tag, report)] : [];
    return choose([inQuestion, ...another, ...mistakes(world, tag, report)]);
  }
  const repeated = () => nameBooking(world, tag, index, report);
  // The money came back, so the report is late, or more money has left.
  const order = orderOf(world, tag);
  const isSame = report.transaction !== null && report.transaction === known.transaction;
  const hasEnded = directionOf(order.kind) === 'out' && !isOpen(order);
  const isBack = !isSame && hasEnded && reversedOf(order) > 0;
  const again = isBack
    ? () => choose([repeated, () => openException(repeated(), tag, report, ['conflict'])])
    : repeated;
  // An id may be that of any movement that has none yet.
  const isUnnamed = known.transaction === null && report.transaction !== null;
  const others = isUnnamed ? mistakes(world, tag, report) : [];
  // Without an id it may be about another movement to the gateway.
  const isAlone = booked.length === 1 && known.transaction === null;
  const reported = report.satang ?? orderOf(world, tag).satang;
  // A movement of an open exception can be recorded separately under its id.
  const hasException = movementExceptions(world, tag).some(
    (each) => each.report?.movement === report.movement && each.suspended === 0,
  );
  if (hasException)
    return choose([
      again,
      ...others,
      () => world,
      () => openException(world, tag, report, unclear),
    ]);
  const isClear = report.transaction !== null || (isAlone && reported === known.satang);
  if (isClear) return choose([again, ...others]);
  return choose([again, () => openException(world, tag, report, unclear)]);
}

/** Different ids or payers mean different movements. */
const isAnother = (known: Pick<Booking, 'transaction' | 'payer'>, report: Report): boolean =>
  (known.transaction !== null &&
    report.transaction !== null &&
    known.transaction !== report.transaction) ||
  (known.payer !== null && report.payer !== null && known.payer !== report.payer);

/** A callback may be attributed to any movement that it does not contradict. */
const mistakes = (world: World, tag: string, report: Report): readonly (() => World)[] =>
  [...orderOf(world, tag).booked.entries()]
    .filter(([, known]) => {
      return (
        !isAnother(known, report) && (report.satang === null || report.satang === known.satang)
      );
    })
    .map(
      ([index]) =>
        () =>
          nameBooking(world, tag, index, report),
    );

/** Adds a transaction id to a booking, which identifies its movement. */
function nameBooking(world: World, tag: string, index: number, report: Report): World {
  const { booked } = orderOf(world, tag);
  const known = booked[index];
  const { transaction, movement } = report;
  if (known === undefined || movement === null) throw new Error('there is nothing to name');
  if (known.transaction !== null || transaction === null) return world;
  const named = { ...known, movement, transaction, report: { ...known.report, transaction } };
  const exceptions = world.exceptions.map((each) =>
    each.report === known.report ? { ...each, report: named.report } : each,
  );
  return change({ ...world, exceptions }, tag, { booked: booked.with(index, named) });
}

function bookingOf(report: Report, satang: number): Booking {
  if (report.movement === null) throw new Error('nothing moved');
  const { movement, transaction, payer } = report;
  return { movement, transaction, payer, satang, report, byOperator: false };
}

/** Books received money: the order's amount is credited once, the excess goes to suspense. */
function book(world: World, tag: string, report: Report): World {
  const order = orderOf(world, tag);
  const satang = report.satang ?? order.satang;
  const due = dueOf(order);
  const booked = change(world, tag, { booked: [...order.booked, bookingOf(report, satang)] });
  if (decide(order.kind, order.status, 'pay').kind !== 'transition') {
    return suspend(booked, order, report, satang, 'duplicate_payment');
  }
  if (satang < due) return suspend(booked, order, report, satang, 'amount_mismatch');
  const paid = move(booked, tag, 'pay');
  const excess = satang - due;
  return excess === 0 ? paid : suspend(paid, order, report, excess, 'amount_mismatch');
}

function suspend(
  world: World,
  { tag, merchant }: Order,
  report: Report,
  satang: number,
  kind: string,
): World {
  const suspended = shift(world, merchant, satang, 'outside', 'suspense');
  return open(suspended, { kind, about: tag, report, suspended: satang, resolution: null });
}

/** Possible kinds of an exception about an ambiguous movement. */
const unclear = ['conflict', 'amount_mismatch', 'duplicate_payout'] as const;

/**
 * Evidence that no rule can settle posts nothing and opens one exception, also when repeated. It
 * may be new evidence when money of the order has moved since.
 */
function openException(world: World, tag: string, report: Report, kinds: readonly string[]): World {
  const key = reportKey(report);
  const keyByPayer = `${key} from ${report.payer ?? 'nobody'}`;
  const { exceptedReports, left, credited, charged, booked } = orderOf(world, tag);
  const atPresent = `${keyByPayer} at ${[left, credited, charged, booked.length].join(' ')}`;
  // From another payer it can be another movement, or a repetition.
  const repeats = exceptedReports.includes(key) ? [() => world] : [];
  const recorded = change(world, tag, {
    exceptedReports: [...exceptedReports, key, keyByPayer, atPresent],
  });
  // One exception can cover all evidence of a movement, and shows the last report.
  const doubts = exceptionsOf(world, tag).filter(
    ({ suspended, resolution }) => suspended === 0 && resolution === null,
  );
  const showAs = (doubt: Exception) => () => ({
    ...recorded,
    exceptions: recorded.exceptions.map((each) => (each === doubt ? { ...each, report } : each)),
  });
  const shown = doubts.map(showAs);
  if (exceptedReports.includes(atPresent)) return choose([() => world, ...shown]);
  const openAs = (kind: string) => () =>
    open(recorded, { kind, about: tag, report, suspended: 0, resolution: null });
  const covered = doubts.length > 0 ? [() => recorded] : [];
  return choose([...kinds.map(openAs), ...shown, ...covered, ...repeats]);
}

export const open = (world: World, exception: Exception): World => ({
  ...world,
  exceptions: [...world.exceptions, exception],
});
