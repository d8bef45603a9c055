import { changes, type FeeKind, type Transfer } from '../../ledger/rules/ledger';
import type { Direction } from '../../ledger/rules/reconciliation';
import {
  disputeFee,
  feeOf,
  feeWithin,
  keptFee,
  noFee,
  priceAt,
  shareOf,
  vatRateAt,
  type Fee,
  type Price,
  type VatRate,
} from './price';

/** What an order may cost: its merchant's prices for its method. */
export interface Pricing {
  readonly prices: readonly Price[];
  readonly vatRates: readonly VatRate[];
  /** The money is on an account of the merchant, who therefore owes the fee. */
  readonly isOwed: boolean;
}

/** Fixed with the first money that is credited, or with the creation of a payout. */
export interface OrderFee extends Fee {
  readonly priceId: string;
  readonly vatRate: number;
  /**
   * Credited to the merchant, or paid out for it, without fees. Negative while more was taken back,
   * or has come back: money from before the price, or beyond what had left.
   */
  readonly baseSatang: number;
  /** Of a payment whose price returns its fee: paid out by its refunds. Absent: nothing. */
  readonly refundedSatang?: number;
  /** Charge-backs that the merchant bears, where the price has a fee for them. Absent: none. */
  readonly disputes?: number;
  /** Charged back, where the price keeps the fee of it. Absent: nothing. */
  readonly takenSatang?: number;
  /** Credits that were undone and not replaced, where the price keeps the fee. Absent: nothing. */
  readonly undoneSatang?: number;
}

export interface PricedOrder {
  readonly direction: Direction;
  readonly amountSatang: number;
  /** Null: no price applied so far. */
  readonly fee: OrderFee | null;
  /** Null: its merchant has no prices for its method. */
  readonly pricing: Pricing | null;
}

export interface FeeChange {
  readonly fee: OrderFee | null;
  readonly transfers: readonly Transfer[];
}

/**
 * What an incoming order leaves of its money after the fee. Satang, negative only by the fees of
 * charge-backs and those that are kept: they are owed although the order has brought nothing.
 */
export const netOf = (order: {
  readonly creditedSatang: number;
  readonly reversedSatang: number;
  readonly fee: OrderFee | null;
}): number =>
  order.fee === null
    ? order.creditedSatang - order.reversedSatang
    : Math.max(0, order.fee.baseSatang) - totalOf(order.fee);

/** True for the fee of incoming money that its money has limited: a higher one would exceed it. */
export function isCapped(fee: OrderFee): boolean {
  const { baseSatang, takenSatang = 0, undoneSatang = 0, disputes = 0, vatRate } = fee;
  const higher = fee.feeSatang + 1;
  const pricedSatang = baseSatang + takenSatang + undoneSatang;
  return fee.feeSatang > 0 && disputes === 0 && higher + shareOf(higher, vatRate) > pricedSatang;
}

const totalOf = ({ feeSatang, vatSatang }: Fee): number => feeSatang + vatSatang;

/** Of a payout that is created now: its fee comes on top and is held. Null: it has no price. */
export function feeOfPayout(pricing: Pricing | null, amountSatang: number, at: Date) {
  const chosen = choose(pricing, at);
  if (pricing === null || chosen === null) return null;
  const fee = firstFee(chosen.price, amountSatang, chosen.vatRate);
  return { ...fee, heldSatang: pricing.isOwed ? 0 : totalOf(fee) };
}

/** As a payout is created with it. */
export const firstFee = (
  price: Pick<Price, 'id' | 'bands'>,
  amountSatang: number,
  vatRate: number,
): OrderFee => ({
  priceId: price.id,
  vatRate,
  baseSatang: 0,
  ...feeOf(price, amountSatang, vatRate),
});

/** Of money that is credited without an order. Never computed again. */
export type AssignedFee = Pick<OrderFee, 'priceId' | 'vatRate' | 'feeSatang' | 'vatSatang'>;

/** Null: no price applied. */
export function feeOfAssigned(
  pricing: Pricing | null,
  amountSatang: number,
  at: Date,
): AssignedFee | null {
  const chosen = choose(pricing, at);
  if (chosen === null) return null;
  const { price, vatRate } = chosen;
  return { priceId: price.id, vatRate, ...feeWithin(price, amountSatang, vatRate) };
}

/** A negative fee is returned. */
export const postAssigned = (fee: AssignedFee | null, pricing: Pricing | null) =>
  fee === null || pricing === null ? [] : post(noFee, fee, pricing.isOwed);

interface MovedMoney {
  readonly transfers: readonly Transfer[];
  /** Credited in order to be returned to its sender: it costs nothing. */
  readonly returnedSatang: number;
  /** What refunds have paid out of the payment by now. Absent: as before. */
  readonly refundedSatang?: number;
  /** An operator's decision about a wrong amount, or its correction, and no charge-back. */
  readonly isOfAmount?: boolean;
  readonly at: Date;
}

/** What a change of an order's money does to its fee. Pure. */
export function changeFee(order: PricedOrder, moved: MovedMoney): FeeChange {
  const { pricing, direction } = order;
  if (pricing === null) return { fee: order.fee, transfers: [] };
  const { transfers } = moved;
  const { available, held } = changes(transfers);
  const net = available + held;
  return direction === 'in'
    ? changeIncoming(order, pricing, net - moved.returnedSatang, moved)
    : changePayout(order, pricing, -net, endsHold(transfers));
}

const endsHold = (transfers: readonly Transfer[]): boolean =>
  transfers.some(({ kind }) => kind === 'post' || kind === 'void');

/** The fee is that of what is credited, whatever has been credited and taken back before. */
function changeIncoming(
  order: PricedOrder,
  pricing: Pricing,
  net: number,
  moved: MovedMoney,
): FeeChange {
  const { transfers, refundedSatang, at } = moved;
  const first = order.fee === null && net > 0 ? choose(pricing, at) : null;
  const before: OrderFee | null =
    order.fee ??
    (first && { priceId: first.price.id, vatRate: first.vatRate, baseSatang: 0, ...noFee });
  if (before === null || (net === 0 && refundedSatang === undefined)) {
    return { fee: order.fee, transfers: [] };
  }
  const price = priceOf(pricing, before);
  const after = {
    ...before,
    ...takenOf(price, before, moved),
    baseSatang: before.baseSatang + net,
    ...(refundedSatang !== undefined && { refundedSatang }),
  };
  const disputed = disputeFee(price, before.disputes ?? 0, before.vatRate);
  const disputes = Math.max(0, (before.disputes ?? 0) + disputesIn(price, transfers));
  const disputing = disputeFee(price, disputes, before.vatRate);
  const kept = keptOf(price, after);
  return {
    fee: { ...after, ...plus(kept, disputing, 1), disputes },
    transfers: [
      ...post(plus(before, disputed, -1), kept, pricing.isOwed),
      ...post(disputed, disputing, pricing.isOwed),
    ],
  };
}

const plus = (fee: Fee, other: Fee, sign: 1 | -1): Fee => ({
  feeSatang: fee.feeSatang + sign * other.feeSatang,
  vatSatang: fee.vatSatang + sign * other.vatSatang,
});

/** Of what is credited, or its fee kept, less the share of what was refunded. */
function keptOf(price: Price, fee: OrderFee): Fee {
  const { baseSatang, refundedSatang = 0, takenSatang = 0, undoneSatang = 0, vatRate } = fee;
  const pricedSatang = baseSatang + takenSatang + undoneSatang;
  if (pricedSatang <= 0) return noFee;
  const whole = feeWithin(price, pricedSatang, vatRate);
  if (price.bands[0]?.isReturned !== true) return whole;
  return keptFee(whole, pricedSatang, refundedSatang, vatRate);
}

/**
 * The money whose fee is kept after it was taken back. What is credited next replaces what an
 * operator has undone: the fee changes by the difference. A credit of what has come back replaces
 * what was charged back.
 */
function takenOf(
  price: Price,
  { takenSatang = 0, undoneSatang = 0 }: OrderFee,
  { transfers, returnedSatang, isOfAmount = false }: MovedMoney,
): Pick<OrderFee, 'takenSatang' | 'undoneSatang'> {
  if (price.bands[0]?.isKept !== true) return {};
  const sum = (of: Transfer['kind']) =>
    transfers.reduce(
      (total, { kind, amountSatang }) => total + (kind === of ? amountSatang : 0),
      0,
    );
  const charged = isOfAmount ? 0 : sum('charge') - sum('undo_charge');
  const given = isOfAmount || undoneSatang > 0 ? 0 : sum('credit');
  const credited = sum('receive') + sum('accept') + sum('credit') - Math.max(0, returnedSatang);
  const undone = sum('undo_credit') + sum('undo_accept') + Math.min(0, returnedSatang);
  return {
    takenSatang: Math.max(0, takenSatang + charged - given),
    undoneSatang: (credited > 0 ? 0 : undoneSatang) + undone,
  };
}

/** Charge-backs, less those that are corrected. */
function disputesIn({ bands }: Price, transfers: readonly Transfer[]): number {
  if ((bands[0]?.disputeSatang ?? 0) === 0) return 0;
  const count = (of: Transfer['kind']) => transfers.filter(({ kind }) => kind === of).length;
  return count('charge') - count('undo_charge');
}

/** The fee is held with the payout, and charged as long as money of the payout has left. */
function changePayout(
  order: PricedOrder,
  pricing: Pricing,
  left: number,
  endsItsHold: boolean,
): FeeChange {
  const before = order.fee;
  if (before === null || (left === 0 && !endsItsHold)) return { fee: before, transfers: [] };
  const baseSatang = before.baseSatang + left;
  const agreed = feeOf(priceOf(pricing, before), order.amountSatang, before.vatRate);
  const charged = baseSatang <= 0 ? noFee : agreed;
  const chargedBefore = before.baseSatang <= 0 ? noFee : before;
  const isHeld = endsItsHold && !pricing.isOwed && totalOf(before) > 0;
  const released = isHeld ? [{ kind: 'release_fee' as const, amountSatang: totalOf(before) }] : [];
  return {
    fee: { ...before, ...charged, baseSatang },
    transfers: [...released, ...post(chargedBefore, charged, pricing.isOwed)],
  };
}

function choose(pricing: Pricing | null, at: Date) {
  const price = pricing && priceAt(pricing.prices, at);
  return price && { price, vatRate: vatRateAt(pricing.vatRates, at) };
}

function priceOf({ prices }: Pricing, { priceId }: OrderFee): Price {
  const price = prices.find(({ id }) => id === priceId);
  if (price === undefined) throw new Error(`the price ${priceId} of an order does not exist`);
  return price;
}

/** The differences, the fee and its VAT as postings of their own. */
function post(before: Fee, after: Fee, isOwed: boolean): readonly Transfer[] {
  const due = isOwed ? '_due' : '';
  const difference = (kind: 'fee' | 'fee_vat', change: number): readonly Transfer[] => {
    if (change === 0) return [];
    const name = `${kind}${due}${change < 0 ? '_return' : ''}` satisfies FeeKind;
    return [{ kind: name, amountSatang: Math.abs(change) }];
  };
  return [
    ...difference('fee', after.feeSatang - before.feeSatang),
    ...difference('fee_vat', after.vatSatang - before.vatSatang),
  ];
}
