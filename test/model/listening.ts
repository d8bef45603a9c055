import { decide, directionOf } from '../../src/domain/orders';
import type { OrderTransition } from '../../src/domain/orders';
import { change, isOpen, orderOf, reportKey, shift } from './world';
import { choose } from './steps';
import type { Booking, Exception, Order, Word, World } from './world';

/*
 * The effect of evidence on an order. Only the state tables are shared with the gateway. The
 * gateway infers from ids and amounts which movement a callback reports; the model knows it, so it
 * does not repeat the inference. A movement is booked once, for its order. When a callback is
 * ambiguous, every outcome is valid that credits no more than was reported.
 */

/** Applies an order's pending callbacks in order, then its deadline if it is still pending. */
export function applyInbox(world: World, tag: string): World {
  const before = orderOf(world, tag);
  const heard = applyReports(world, tag);
  const after = orderOf(heard, tag);
  const expires = before.isDue && isOpen(before) && after.events.length === before.events.length;
  return expires ? move(heard, tag, 'expire') : heard;
}

export function applyReports(world: World, tag: string): World {
  const { inbox } = orderOf(world, tag);
  return inbox.reduce((now, word) => hear(now, tag, word), change(world, tag, { inbox: [] }));
}

/** Applies a transition if the table has one, with its event and its effect on held money. */
export function move(
  world: World,
  tag: string,
  name: OrderTransition,
  due = orderOf(world, tag).satang - orderOf(world, tag).credited,
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
    return shift(paid, order.merchant, due, 'outside', 'available');
  }
  if (name === 'send') return moved;
  const goes = name === 'complete' ? 'outside' : 'available';
  return endRefund(shift(moved, order.merchant, order.satang, 'held', goes), order, name);
}

/**
 * A refund reserves its part of the payment at its creation, and uses or releases it at its end.
 */
function endRefund(world: World, { payment, satang }: Order, name: OrderTransition): World {
  if (payment === null) return world;
  return change(world, payment, ({ refunding, refunded }) =>
    name === 'complete' ? { refunded: refunded + satang } : { refunding: refunding - satang },
  );
}

function hear(world: World, tag: string, word: Word): World {
  const { kind } = orderOf(world, tag);
  if (word.heard === 'failed') return applyFailure(world, tag, word);
  return directionOf(kind) === 'in'
    ? applyToIncoming(world, tag, word)
    : applyToPayout(world, tag, word);
}

function applyFailure(world: World, tag: string, word: Word): World {
  const { kind, status } = orderOf(world, tag);
  const { kind: meaning } = decide(kind, status, 'fail');
  if (meaning === 'repeat') return world;
  if (meaning === 'conflict') return question(world, tag, word, ['conflict']);
  const left = askedAbout(world, tag);
  if (directionOf(kind) === 'in' || left.length === 0) return move(world, tag, 'fail');
  // Part of the money has left: the hold stays unless operators dismiss the movement.
  const keep = () => question(world, tag, word, ['conflict']);
  const isDenied = left.every(({ resolution }) => resolution === 'dismiss');
  return isDenied ? choose([keep, () => move(world, tag, 'fail')]) : keep();
}

function applyToIncoming(world: World, tag: string, word: Word): World {
  const stray = world.exceptions.find((each) => isReportedOf(each, tag, word));
  if (stray === undefined) return applyToOwn(world, tag, word);
  return choose([() => applyToOwn(world, tag, word), () => assign(world, tag, word, stray)]);
}

/** Whether an exception about an unknown order can be about the callback. */
const isReportedOf = (exception: Exception, tag: string, { satang, transaction }: Word): boolean =>
  exception.kind === 'unknown_order' &&
  exception.about === tag &&
  exception.resolution === null &&
  exception.suspended > 0 &&
  exception.suspended === satang &&
  transaction === null &&
  exception.word?.transaction === null;

/** Moves the money from suspense to the order. */
function assign(world: World, tag: string, word: Word, stray: Exception): World {
  const { merchant } = orderOf(world, tag);
  const exceptions = world.exceptions.map((each) =>
    each === stray ? { ...stray, resolution: 'assign' } : each,
  );
  const freed = shift({ ...world, exceptions }, merchant, stray.suspended, 'suspense', 'outside');
  return book(freed, tag, word);
}

function applyToOwn(world: World, tag: string, word: Word): World {
  const { booked } = orderOf(world, tag);
  if (booked.some(({ movement }) => movement === word.movement))
    return applyRepeat(world, tag, word);
  const isCertain = booked.every((each) => isAnother(each, word));
  const wasAsked = askedAbout(world, tag).some((each) => each.word?.movement === word.movement);
  if (isCertain && !wasAsked) return book(world, tag, word);
  return choose([
    () => book(world, tag, word),
    () => question(world, tag, word, unclear),
    ...(wasAsked ? [() => world] : []),
    ...mistakes(world, tag, word),
  ]);
}

/** Books a payout that ends the order. Any other outgoing money opens an exception. */
function applyToPayout(world: World, tag: string, word: Word): World {
  const { satang, booked } = orderOf(world, tag);
  if (booked.some(({ movement }) => movement === word.movement))
    return applyRepeat(world, tag, word);
  const isWhole = word.satang === null || word.satang === satang;
  const others = askedAbout(world, tag);
  if (booked.length === 0 && others.length === 0 && isWhole) return complete(world, tag, word);
  // An open exception may cover the movement already.
  const again = others.length > 0 ? [() => world] : [];
  const asked = () => question(world, tag, word, unclear);
  // Dismissed movements do not count, so this one can be the first.
  const isFirst =
    booked.length === 0 && others.every(({ resolution }) => resolution === 'dismiss') && isWhole;
  const first = isFirst ? [() => complete(world, tag, word)] : [];
  return choose([asked, ...again, ...first, ...mistakes(world, tag, word)]);
}

/** Books the first movement of a payout, of its full amount. */
function complete(world: World, tag: string, word: Word): World {
  const { kind, status, satang } = orderOf(world, tag);
  switch (decide(kind, status, 'complete').kind) {
    case 'transition':
      return change(move(world, tag, 'complete'), tag, { booked: [bookingOf(word, satang)] });
    case 'conflict':
      return question(world, tag, word, ['conflict']);
    case 'repeat':
      // An operator completed it before the provider's callback.
      return change(world, tag, { booked: [bookingOf(word, satang)] });
  }
}

/** Exceptions about movements of an order, open or not. */
const askedAbout = (world: World, tag: string): readonly Exception[] =>
  exceptionsOf(world, tag).filter(({ word }) => word !== null && word.movement !== null);

const exceptionsOf = (world: World, tag: string): readonly Exception[] =>
  world.exceptions.filter(({ about, kind }) => about === tag && kind !== 'unknown_order');

/** Evidence of a booked movement posts nothing; it may add the transaction id. */
function applyRepeat(world: World, tag: string, word: Word): World {
  const { booked } = orderOf(world, tag);
  const index = booked.findIndex(({ movement }) => movement === word.movement);
  const known = booked[index];
  if (known === undefined) throw new Error('it has not been booked');
  if (word.satang !== null && word.satang !== known.satang) {
    const asked = () => question(world, tag, word, unclear);
    if (word.transaction !== null) return asked();
    // Another amount without an id may be another movement to the gateway.
    const isIn = directionOf(orderOf(world, tag).kind) === 'in';
    const isNew = isIn && known.transaction !== null;
    const another = isNew ? [() => book(world, tag, word)] : [];
    return choose([asked, ...another, ...mistakes(world, tag, word)]);
  }
  const again = () => nameBooking(world, tag, index, word);
  // Without an id it may be about another movement to the gateway.
  const isAlone = booked.length === 1 && known.transaction === null;
  const says = word.satang ?? orderOf(world, tag).satang;
  // A movement of an open exception can be recorded separately under its id.
  const isAsked = askedAbout(world, tag).some(
    (each) => each.word?.movement === word.movement && each.suspended === 0,
  );
  if (isAsked) return choose([again, () => world, () => question(world, tag, word, unclear)]);
  const isClear = word.transaction !== null || (isAlone && says === known.satang);
  return isClear ? again() : choose([again, () => question(world, tag, word, unclear)]);
}

/** Different ids or payers mean different movements. */
const isAnother = (known: Pick<Booking, 'transaction' | 'payer'>, word: Word): boolean =>
  (known.transaction !== null &&
    word.transaction !== null &&
    known.transaction !== word.transaction) ||
  (known.payer !== null && word.payer !== null && known.payer !== word.payer);

/** A callback may be attributed to any movement that it does not contradict. */
const mistakes = (world: World, tag: string, word: Word): readonly (() => World)[] =>
  [...orderOf(world, tag).booked.entries()]
    .filter(([, known]) => {
      return !isAnother(known, word) && (word.satang === null || word.satang === known.satang);
    })
    .map(
      ([index]) =>
        () =>
          nameBooking(world, tag, index, word),
    );

/** Adds a transaction id to a booking, which identifies its movement. */
function nameBooking(world: World, tag: string, index: number, word: Word): World {
  const { booked } = orderOf(world, tag);
  const known = booked[index];
  const { transaction, movement } = word;
  if (known === undefined || movement === null) throw new Error('there is nothing to name');
  if (known.transaction !== null || transaction === null) return world;
  const named = { ...known, movement, transaction, word: { ...known.word, transaction } };
  const exceptions = world.exceptions.map((each) =>
    each.word === known.word ? { ...each, word: named.word } : each,
  );
  return change({ ...world, exceptions }, tag, { booked: booked.with(index, named) });
}

function bookingOf(word: Word, satang: number): Booking {
  if (word.movement === null) throw new Error('nothing moved');
  const { movement, transaction, payer } = word;
  return { movement, transaction, payer, satang, word, byOperator: false };
}

/** Books received money: the order's amount is credited once, the excess goes to suspense. */
function book(world: World, tag: string, word: Word): World {
  const order = orderOf(world, tag);
  const satang = word.satang ?? order.satang;
  const due = order.satang - order.credited;
  const booked = change(world, tag, { booked: [...order.booked, bookingOf(word, satang)] });
  if (decide(order.kind, order.status, 'pay').kind !== 'transition') {
    return suspend(booked, order, word, satang, 'duplicate_payment');
  }
  if (satang < due) return suspend(booked, order, word, satang, 'amount_mismatch');
  const paid = move(booked, tag, 'pay');
  const excess = satang - due;
  return excess === 0 ? paid : suspend(paid, order, word, excess, 'amount_mismatch');
}

function suspend(
  world: World,
  { tag, merchant }: Order,
  word: Word,
  satang: number,
  kind: string,
): World {
  const suspended = shift(world, merchant, satang, 'outside', 'suspense');
  return open(suspended, { kind, about: tag, word, suspended: satang, resolution: null });
}

/** Possible kinds of an exception about an ambiguous movement. */
const unclear = ['conflict', 'amount_mismatch', 'duplicate_payout'] as const;

/** Evidence that no rule can settle posts nothing and opens one exception, also when repeated. */
function question(world: World, tag: string, word: Word, kinds: readonly string[]): World {
  const said = reportKey(word);
  const { questioned } = orderOf(world, tag);
  if (questioned.includes(said)) return world;
  const noted = change(world, tag, { questioned: [...questioned, said] });
  const openAs = (kind: string) => () =>
    open(noted, { kind, about: tag, word, suspended: 0, resolution: null });
  // One exception can cover all evidence with the same contradiction.
  const isAsked = exceptionsOf(world, tag).some(
    ({ suspended, resolution }) => suspended === 0 && resolution === null,
  );
  return choose([...kinds.map(openAs), ...(isAsked ? [() => noted] : [])]);
}

export const open = (world: World, exception: Exception): World => ({
  ...world,
  exceptions: [...world.exceptions, exception],
});
