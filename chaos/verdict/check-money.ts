import { groupBy } from '../group-by';
import type { BookedFact, Check, Facts, Finding } from './facts';
import { assignedFeesOf } from './check-fees';
import { isOpen } from './check-leftovers';
import {
  movementsBeside,
  movementsOf,
  nameOfMovement,
  namesAtBank,
  netOf,
  ownedMovements,
  type OwnedMovement,
} from './movements';
import { contestsOf, creditedIn } from './places';

/*
 * Compares the gateway's ledger with the bank's book. Movements and their orders come from the
 * bank, merchants from the run log. No rule of the gateway is used.
 */

/** The ledger has each movement once, with its amount, order and merchant. */
export const movementsAreBooked: Check = (facts) => {
  const bookings = groupBy(facts.booked, nameOfMovement);
  return ownedMovements(facts).flatMap((movement) => {
    if (facts.decisions.has(movement.order.id)) return [];
    const its = bookings.get(nameOfMovement(movement)) ?? [];
    const satang = sum(its.filter((booked) => isOf(booked, movement)));
    if (satang === movement.amountSatang && its.every((booked) => isOf(booked, movement)))
      return [];
    const seen = its.map(textOf).join('; ') || 'nothing';
    const { direction, transactionId, amountSatang, order, merchantId } = movement;
    const moved = `the bank moved ${amountSatang} ${direction} for ${order.id} of ${merchantId}`;
    return [finding(transactionId ?? order.id, `${moved}; the ledger has ${seen}`)];
  });
};

/** The ledger has no booking of an order without a movement at the bank. */
export const bookingsHaveMovements: Check = ({ booked, book, decisions }) => {
  const moved = new Set(movementsOf(book).map(nameOfMovement));
  return booked
    .filter(({ orderId }) => orderId !== null && !decisions.has(orderId))
    .filter((each) => !moved.has(nameOfMovement(each)))
    .map((each) => finding(each.orderId ?? '', `no movement at the bank: ${textOf(each)}`));
};

/**
 * After the resolution of contradictory evidence, the ledger has the real movements of the order
 * and its merchant, and no exception is open.
 */
export const decisionsFollowTheBank: Check = (facts) => {
  const { decisions, booked, open } = facts;
  const truth = groupBy(
    [...movementsOf(facts.book), ...movementsBeside(facts)],
    ({ orderName }) => orderName,
  );
  const namesOf = new Map(facts.orders.map((order) => [order.id, namesAtBank(order)]));
  const ledger = groupBy(booked, ({ orderId, merchantId }) => `${orderId} of ${merchantId}`);
  return [...decisions].flatMap(([orderId, { merchantId }]) => {
    const left = open.filter((each) => each.about === orderId);
    const names = namesOf.get(orderId);
    const net = netOf((names ?? []).flatMap((name) => truth.get(name) ?? []));
    const seen = netOf(ledger.get(`${orderId} of ${merchantId}`) ?? []);
    return [
      ...left.map(({ kind, id }) => finding(orderId, `the ${kind} ${id} is not resolved`)),
      // Money for an unknown order has no order in the ledger.
      ...(names === undefined || net === seen
        ? []
        : [finding(orderId, `the bank moved ${net} net; the ledger has ${seen}`)]),
    ];
  });
};

/** Every movement at the bank has an order in the gateway. */
export const bankOrdersExist: Check = ({ orders, book }) => {
  const known = new Set(orders.flatMap(namesAtBank));
  const names = new Set(movementsOf(book).map(({ orderName }) => orderName));
  return [...names]
    .filter((name) => !known.has(name))
    .map((subject) => {
      const what = 'the bank moved money for it, but the gateway has no such order';
      return { kind: 'lost', subject, what };
    });
};

/**
 * A merchant's balance in the API is its opening balance, plus each fully paid order that has a
 * place (`places.ts`), plus credits by operators, minus money out. The other money in is in
 * suspense, with exceptions.
 */
export const balancesMatchBank: Check = (facts) => {
  const { decisions, moved } = facts;
  const movements = groupBy(ownedMovements(facts), ({ merchantId }) => merchantId);
  const isDecided = ({ order }: OwnedMovement) => decisions.has(order.id);
  return facts.merchants.flatMap((merchant) => {
    const { merchantId } = merchant;
    const its = movements.get(merchantId) ?? [];
    const plain = its.filter((movement) => !isDecided(movement));
    // Credited in order to be refunded.
    const returned = sum(facts.returned.filter((each) => each.merchantId === merchantId));
    const settled = creditedBy(plain, facts) + returned;
    const suspended = sum(plain.filter(comesIn)) - settled;
    const decided = [...decisions.values()].filter((each) => each.merchantId === merchantId);
    const leftBeside = moved.filter((each) => each.merchantId === merchantId && !comesIn(each));
    const credited = settled + decided.reduce((all, { creditedSatang }) => all + creditedSatang, 0);
    const left = sum(its.filter((each) => !comesIn(each))) + sum(leftBeside);
    const { openingSatang, availableSatang, heldSatang, pendingSatang } = merchant;
    return [
      ...compare(merchantId, 'its balance', {
        expected: openingSatang + credited - left - feesOf(facts, merchantId),
        seen: availableSatang + heldSatang + pendingSatang,
      }),
      ...compare(merchantId, 'its money in suspense', {
        expected: suspended,
        seen: merchant.suspendedSatang,
      }),
      ...compare(merchantId, 'the money of its open exceptions', {
        expected: suspended,
        seen: merchant.exceptedSatang,
      }),
    ];
  });
};

/** As the ledger has them; `feesFollowThePrice` and `assignedMoneyHasItsFee` judge them. */
const feesOf = (facts: Facts, merchantId: string): number =>
  facts.orders
    .filter((order) => order.merchantId === merchantId)
    .reduce((all, { feeSatang }) => all + feeSatang, assignedFeesOf(facts, merchantId));

const heldFeesOf = (orders: Facts['orders'], merchantId: string): number =>
  orders
    .filter((order) => order.merchantId === merchantId)
    .reduce((all, { heldFeeSatang }) => all + heldFeeSatang, 0);

/** Money of unknown orders is in suspense without a merchant until operators assign it. */
export const unassignedMoneyIsInSuspense: Check = ({ moved, decisions, unownedSatang }) =>
  compare('nobody', 'money in suspense without a merchant', {
    expected: sum(
      moved.filter(({ merchantId, orderId }) => merchantId === null && !decisions.has(orderId)),
    ),
    seen: unownedSatang,
  });

/** A merchant's held money in the API is the sum of its open payouts. */
export const heldMatchesOpenPayouts: Check = ({ requested, orders, merchants }) => {
  const open = new Set(orders.filter(isOpen).map(({ kind, mark }) => `${kind} ${mark}`));
  const payouts = requested.filter(
    ({ kind, mark }) => (kind === 'withdrawal' || kind === 'refund') && open.has(`${kind} ${mark}`),
  );
  return merchants.flatMap((merchant) =>
    compare(merchant.merchantId, 'its held money', {
      expected:
        sum(payouts.filter(({ merchantId }) => merchantId === merchant.merchantId)) +
        heldFeesOf(orders, merchant.merchantId),
      seen: merchant.heldSatang,
    }),
  );
};

/** The ledger's balance at the provider equals the bank's plus the opening balances. */
export const sumsAgree: Check = (facts) => {
  const ours = netOf(facts.booked);
  const opened = facts.merchants.reduce((total, { openingSatang }) => total + openingSatang, 0);
  const theirs = netOf([...movementsOf(facts.book), ...movementsBeside(facts)]) + opened;
  if (ours === theirs) return [];
  return [finding('all orders', `the ledger has ${ours} at the provider, the bank has ${theirs}`)];
};

/** The invariants of the database hold. */
export const invariantsHold: Check = ({ violations }) =>
  violations.map(({ invariant, rows }) =>
    finding(JSON.stringify(rows), `does not hold: ${invariant}`),
  );

/** The sum of the orders that one movement paid in full. Other movements are not credited. */
const creditedBy = (movements: readonly OwnedMovement[], facts: Pick<Facts, 'links'>): number =>
  sum(contestsOf(movements, facts).flatMap(creditedIn));

function compare(
  subject: string,
  what: string,
  { expected, seen }: { readonly expected: number; readonly seen: number },
): Finding[] {
  if (expected === seen) return [];
  return [finding(subject, `${what} is ${seen}; by the bank's book it is ${expected}`)];
}

const finding = (subject: string, what: string): Finding => ({ kind: 'unbalanced', subject, what });

const isOf = (booked: BookedFact, { order, merchantId }: OwnedMovement): boolean =>
  booked.orderId === order.id && booked.merchantId === merchantId;

const textOf = ({ amountSatang, direction, orderId, merchantId, transactionId }: BookedFact) =>
  `${amountSatang} ${direction} for ${orderId} of ${merchantId} by ${transactionId}`;

const sum = (all: readonly { readonly amountSatang: number }[]): number =>
  all.reduce((total, { amountSatang }) => total + amountSatang, 0);

const comesIn = ({ direction }: { readonly direction: 'in' | 'out' }): boolean =>
  direction === 'in';
