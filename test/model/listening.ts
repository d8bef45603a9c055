import { decide, directionOf } from '../../src/domain/order';
import type { OrderMove } from '../../src/domain/order';
import { change, isOpen, orderOf, saying, shift } from './world';
import type { Exception, Order, Word, World } from './world';

/*
 * What becomes of an order when something happens to it, written anew from the contract: only the
 * state tables are the gateway's own.
 */

/** An order hears what was said of it, in order; then its deadline counts, if it still waits. */
export function listen(world: World, tag: string): World {
  const before = orderOf(world, tag);
  const heard = hearAll(world, tag);
  const after = orderOf(heard, tag);
  const expires = before.isDue && isOpen(before) && after.events.length === before.events.length;
  return expires ? move(heard, tag, 'expire') : heard;
}

export function hearAll(world: World, tag: string): World {
  const { inbox } = orderOf(world, tag);
  return inbox.reduce((now, word) => hear(now, tag, word), change(world, tag, { inbox: [] }));
}

/** Takes a move where the table has one, with its event and what it does to held money. */
export function move(world: World, tag: string, name: OrderMove): World {
  const order = orderOf(world, tag);
  const decision = decide(order.kind, order.status, name);
  if (decision.kind !== 'move') return world;
  const { to, event, late } = decision.step;
  const moved = change(world, tag, {
    status: to,
    late,
    events: event === null ? order.events : [...order.events, event],
  });
  if (directionOf(order.kind) === 'in') {
    return name === 'pay'
      ? shift(moved, order.merchant, order.satang, 'outside', 'available')
      : moved;
  }
  if (name === 'send') return moved;
  const goes = name === 'complete' ? 'outside' : 'available';
  return endRefund(shift(moved, order.merchant, order.satang, 'held', goes), order, name);
}

/** A refund takes its part of the payment at its birth; it keeps it or gives it back at its end. */
function endRefund(world: World, { payment, satang }: Order, name: OrderMove): World {
  if (payment === null) return world;
  return change(world, payment, ({ refunding, refunded }) =>
    name === 'complete' ? { refunded: refunded + satang } : { refunding: refunding - satang },
  );
}

function hear(world: World, tag: string, word: Word): World {
  return directionOf(orderOf(world, tag).kind) === 'in'
    ? hearOfMoney(world, tag, word)
    : hearOfPayout(world, tag, word);
}

function hearOfPayout(world: World, tag: string, word: Word): World {
  const { kind, status, satang } = orderOf(world, tag);
  if (word.heard === 'succeeded' && word.satang !== null && word.satang !== satang) {
    return contradict(world, tag, word, 'amount_mismatch');
  }
  const name = word.heard === 'succeeded' ? 'complete' : 'fail';
  const isConflict = decide(kind, status, name).kind === 'conflict';
  return isConflict ? contradict(world, tag, word, 'conflict') : move(world, tag, name);
}

function hearOfMoney(world: World, tag: string, word: Word): World {
  const order = orderOf(world, tag);
  if (word.heard === 'failed') {
    const isConflict = decide(order.kind, order.status, 'fail').kind === 'conflict';
    return isConflict ? contradict(world, tag, word, 'conflict') : move(world, tag, 'fail');
  }
  const same = order.transfers.findIndex(
    (known) => known.transaction !== null && known.transaction === word.transaction,
  );
  const known = same >= 0 ? same : order.transfers.findIndex((each) => mayBe(each, word, order));
  if (known >= 0) return hearAgain(world, order, word, known);
  const satang = word.satang ?? order.satang;
  const transfer = { transaction: word.transaction, satang, word };
  const booked = change(world, tag, { transfers: [...order.transfers, transfer] });
  if (decide(order.kind, order.status, 'pay').kind !== 'move') {
    return suspend(booked, order, word, satang, 'duplicate_payment');
  }
  if (satang < order.satang) return suspend(booked, order, word, satang, 'amount_mismatch');
  const paid = move(booked, tag, 'pay');
  const excess = satang - order.satang;
  return excess === 0 ? paid : suspend(paid, order, word, excess, 'amount_mismatch');
}

/** Where one of the two has no name, amounts tell; no amount can mean any that pays the order. */
const mayBe = (known: Order['transfers'][number], word: Word, { satang }: Order): boolean =>
  (known.transaction === null || word.transaction === null) &&
  (word.satang === null ? known.satang >= satang : known.satang === word.satang);

/** A transfer that is told of again can turn out to have a name, but not another amount. */
function hearAgain(world: World, order: Order, word: Word, index: number): World {
  const { transfers, tag } = order;
  const known = transfers[index];
  if (known === undefined) throw new Error('there is no such transfer');
  if (word.satang !== null && word.satang !== known.satang) {
    return contradict(world, tag, word, 'conflict');
  }
  const transaction = known.transaction ?? word.transaction;
  const named = { ...known, transaction, word: { ...known.word, transaction } };
  const exceptions = world.exceptions.map((each) =>
    each.word === known.word ? { ...each, word: named.word } : each,
  );
  return change({ ...world, exceptions }, tag, { transfers: transfers.with(index, named) });
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

/** What contradicts moves nothing; an operator hears of it once, however often it is said. */
function contradict(world: World, tag: string, word: Word, kind: string): World {
  const said = `${kind}: ${saying(word)}`;
  const { contradictions } = orderOf(world, tag);
  if (contradictions.includes(said)) return world;
  const noted = change(world, tag, { contradictions: [...contradictions, said] });
  return open(noted, { kind, about: tag, word, suspended: 0, resolution: null });
}

export const open = (world: World, exception: Exception): World => ({
  ...world,
  exceptions: [...world.exceptions, exception],
});
