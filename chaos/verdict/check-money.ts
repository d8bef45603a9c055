import { groupBy } from '../group-by';
import type { BookedFact, Check, Finding, MerchantFact } from './facts';
import { isOpen } from './check-leftovers';
import { movementsOf, nameAtBank, ownedMovements } from './movements';
import type { OwnedMovement } from './movements';

/*
 * The gateway's money against the bank's. Which movement happened, for which order, comes from the
 * bank's book; whose order it is comes from the notes of the load. No rule of the gateway is used.
 */

/** The ledger has every movement once: its whole amount, for its order and its merchant. */
export const movementsAreBooked: Check = (facts) => {
  const bookings = groupBy(facts.booked, nameOf);
  return ownedMovements(facts).flatMap((movement) => {
    const its = bookings.get(nameOf(movement)) ?? [];
    const satang = sum(its.filter((booked) => isOf(booked, movement)));
    if (satang === movement.amountSatang && its.every((booked) => isOf(booked, movement)))
      return [];
    const seen = its.map(textOf).join('; ') || 'nothing';
    const { direction, transactionId, amountSatang, order, merchantId } = movement;
    const moved = `the bank moved ${amountSatang} ${direction} for ${order.id} of ${merchantId}`;
    return [finding(transactionId, `${moved}; the ledger has ${seen}`)];
  });
};

/** The ledger has no money between the bank and an order that the bank did not move. */
export const bookedIsMoved: Check = ({ booked, book }) => {
  const moved = new Set(movementsOf(book).map(nameOf));
  return booked
    .filter((each) => each.orderId !== null && !moved.has(nameOf(each)))
    .map((each) => finding(each.orderId ?? '', `the bank moved no such money: ${textOf(each)}`));
};

/** The bank moved no money for an order that the gateway does not know. */
export const bookIsKnown: Check = ({ orders, book }) => {
  const known = new Set(orders.map(nameAtBank));
  const names = new Set(movementsOf(book).map(({ orderName }) => orderName));
  return [...names]
    .filter((name) => !known.has(name))
    .map((subject) => {
      const what = 'the bank moved money for it, and the gateway has no such order';
      return { kind: 'lost', subject, what };
    });
};

/**
 * A merchant's balance, as its API shows it, is what it opened with, plus each order that one
 * movement paid, minus what left. The rest of what came in for its orders is in suspense, with its
 * exceptions.
 */
export const merchantsHaveTheirOwn: Check = (facts) => {
  const movements = groupBy(ownedMovements(facts), ({ merchantId }) => merchantId);
  return facts.merchants.flatMap((merchant) => {
    const its = movements.get(merchant.merchantId) ?? [];
    const received = sum(its.filter(({ direction }) => direction === 'in'));
    const left = sum(its.filter(({ direction }) => direction === 'out'));
    const credited = creditedBy(its);
    const { openingSatang, availableSatang, heldSatang } = merchant;
    return [
      ...compare(merchant, 'its balance', {
        expected: openingSatang + credited - left,
        seen: availableSatang + heldSatang,
      }),
      ...compare(merchant, 'its money in suspense', {
        expected: received - credited,
        seen: merchant.suspendedSatang,
      }),
      ...compare(merchant, 'the money of its open exceptions', {
        expected: received - credited,
        seen: merchant.exceptedSatang,
      }),
    ];
  });
};

/** A merchant's held money, as its API shows it, is the amounts of its open payouts. */
export const heldIsOpen: Check = ({ asked, orders, merchants }) => {
  const open = new Set(orders.filter(isOpen).map(({ kind, mark }) => `${kind} ${mark}`));
  const payouts = asked.filter(
    ({ kind, mark }) => (kind === 'withdrawal' || kind === 'refund') && open.has(`${kind} ${mark}`),
  );
  return merchants.flatMap((merchant) =>
    compare(merchant, 'its held money', {
      expected: sum(payouts.filter(({ merchantId }) => merchantId === merchant.merchantId)),
      seen: merchant.heldSatang,
    }),
  );
};

/** All of the ledger's money at the provider is the bank's, and what merchants opened with. */
export const sumsAgree: Check = ({ booked, book, merchants }) => {
  const ours = balanceOf(booked);
  const opened = merchants.reduce((total, { openingSatang }) => total + openingSatang, 0);
  const theirs = balanceOf(movementsOf(book)) + opened;
  if (ours === theirs) return [];
  return [finding('all orders', `the ledger has ${ours} at the provider, the bank has ${theirs}`)];
};

/** What must be true of the database at every moment: the ledger sums to zero, and more. */
export const invariantsHold: Check = ({ violations }) =>
  violations.map(({ invariant, rows }) =>
    finding(JSON.stringify(rows), `does not hold: ${invariant}`),
  );

/** The amounts of the orders that one movement covered. Every other movement pays for nothing. */
function creditedBy(movements: readonly OwnedMovement[]): number {
  const paid = movements
    .filter(({ direction, amountSatang, order }) => {
      return direction === 'in' && amountSatang >= order.amountSatang;
    })
    .map(({ order }) => order);
  return sum([...new Set(paid)]);
}

function compare(
  { merchantId }: MerchantFact,
  what: string,
  { expected, seen }: { readonly expected: number; readonly seen: number },
): Finding[] {
  if (expected === seen) return [];
  return [finding(merchantId, `${what} is ${seen}; by the bank's book it is ${expected}`)];
}

const finding = (subject: string, what: string): Finding => ({ kind: 'unbalanced', subject, what });

const nameOf = ({ direction, transactionId }: Pick<BookedFact, 'direction' | 'transactionId'>) =>
  `${direction} ${transactionId}`;

const isOf = (booked: BookedFact, { order, merchantId }: OwnedMovement): boolean =>
  booked.orderId === order.id && booked.merchantId === merchantId;

const textOf = ({ amountSatang, direction, orderId, merchantId, transactionId }: BookedFact) =>
  `${amountSatang} ${direction} for ${orderId} of ${merchantId} by ${transactionId}`;

const sum = (all: readonly { readonly amountSatang: number }[]): number =>
  all.reduce((total, { amountSatang }) => total + amountSatang, 0);

const balanceOf = (all: readonly Pick<BookedFact, 'direction' | 'amountSatang'>[]): number =>
  sum(all.filter(({ direction }) => direction === 'in')) -
  sum(all.filter(({ direction }) => direction === 'out'));
