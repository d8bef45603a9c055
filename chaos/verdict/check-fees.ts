import { isOpen } from './check-leftovers';
import type { Check, Facts, OrderFact } from './facts';
import { prices, type PricedMethod } from '../plan/prices';

const versions = ['first', 'later'] as const;
export type Version = (typeof versions)[number];

interface Terms {
  /** Hundredths of a percent. */
  readonly share: bigint;
  readonly flat: bigint;
  readonly min: bigint;
  readonly max: bigint;
}

const MUCH = 1_000_000n;
const plain = { share: 0n, flat: 0n, min: 0n, max: MUCH };

/*
 * The fees of plan/prices.ts in satang, written out without the rules of the gateway.
 */
const terms: Readonly<Record<Version, Readonly<Record<PricedMethod, Terms>>>> = {
  first: {
    qr: { share: 165n, flat: 0n, min: 500n, max: 1_200n },
    token: { ...plain, share: 365n, flat: 100n },
    deposit: { ...plain, flat: 200n },
    withdrawal: { ...plain, flat: 500n },
    refund: { ...plain, flat: 200n },
  },
  later: {
    qr: { share: 90n, flat: 300n, min: 0n, max: 950n },
    token: { ...plain, share: 290n, min: 400n },
    deposit: { share: 50n, flat: 0n, min: 100n, max: 300n },
    withdrawal: { ...plain, flat: 800n },
    refund: { ...plain, flat: 100n },
  },
};

/** With VAT of 7 %, both rounded half up. */
function costOf(version: Version, method: PricedMethod, amountSatang: number): number {
  const { share, flat, min, max } = terms[version][method];
  const whole = (BigInt(amountSatang) * share + 5_000n) / 10_000n + flat;
  const fee = whole < min ? min : whole > max ? max : whole;
  return Number(fee + (fee * 7n + 50n) / 100n);
}

/** A time in the book of the bank has whole seconds. */
const BANK_CLOCK_MS = 1_000;

/** Which version prices an order. Either may if the change was between its creation and its fee. */
export function versionOf(
  { createdMs, chargedMs }: Pick<OrderFact, 'createdMs' | 'chargedMs'>,
  { fromMs, toMs }: Facts['repriced'],
): Version | 'either' {
  if (createdMs > toMs + BANK_CLOCK_MS) return 'later';
  return chargedMs !== null && chargedMs < fromMs ? 'first' : 'either';
}

const methodOf = ({ kind, method }: OrderFact): PricedMethod =>
  kind === 'payment' ? (method ?? 'qr') : kind;

/**
 * An order that succeeded has cost its price, and holds nothing; another one has cost nothing. A
 * payout in progress holds its price. Money that goes back to its sender costs nothing, and orders
 * about whose money operators have decided may differ.
 */
export const feesFollowThePrice: Check = (facts) => {
  const { orders, merchants, decisions, returned, repriced } = facts;
  const names = new Map(merchants.map(({ merchantId, name }) => [merchantId, name]));
  const freed = new Set(returned.map(({ orderId }) => orderId));
  return orders
    .filter(({ id, refundOf }) => !decisions.has(id) && !decisions.has(refundOf ?? ''))
    .flatMap((order) => {
      const { id, kind, status, merchantId, refundOf, amountSatang } = order;
      const name = names.get(merchantId);
      const method = methodOf(order);
      const isPriced = name !== undefined && prices[name][method] !== undefined;
      const isFree = !isPriced || freed.has(refundOf ?? '');
      const mayHold = kind === 'withdrawal' || kind === 'refund';
      const pricedBy = versionOf(order, repriced);
      const expected = (pricedBy === 'either' ? versions : [pricedBy]).map((version) => {
        const cost = isFree ? 0 : costOf(version, method, amountSatang);
        return [status === 'succeeded' ? cost : 0, mayHold && isOpen(order) ? cost : 0].join(', ');
      });
      const seen = [order.feeSatang, order.heldFeeSatang].join(', ');
      if (expected.includes(seen)) return [];
      const fact = `a ${status} ${method} of ${amountSatang} costs and holds ${seen}`;
      const what = `${fact}; by its price ${expected.join(' or ')}`;
      return [{ kind: 'unbalanced' as const, subject: id, what }];
    });
};

/** Fees and VAT of money without an order, as the ledger has them. */
export const assignedFeesOf = ({ transfers }: Facts, merchantId: string): number =>
  transfers
    .filter((each) => each.merchantId === merchantId && each.orderId === null)
    .filter(({ kind }) => kind === 'fee' || kind === 'fee_vat')
    .reduce((all, { amountSatang }) => all + amountSatang, 0);

/**
 * Money of an unknown order that operators assigned to a merchant costs as a QR payment does, by
 * the price before the change or after it.
 */
export const assignedMoneyHasItsFee: Check = (facts) => {
  const known = new Set(facts.orders.map(({ id }) => id));
  const assigned = [...facts.decisions].filter(([about]) => !known.has(about));
  return facts.merchants.flatMap(({ merchantId, name }) => {
    const isPriced = prices[name].qr !== undefined;
    let possible = new Set([0]);
    for (const [, decision] of assigned) {
      if (!isPriced || decision.merchantId !== merchantId) continue;
      const costs = versions.map((version) => costOf(version, 'qr', decision.creditedSatang));
      possible = new Set([...possible].flatMap((sum) => costs.map((cost) => sum + cost)));
    }
    const seen = assignedFeesOf(facts, merchantId);
    if (possible.has(seen)) return [];
    const what = `its assigned money costs ${seen}; by its price ${[...possible].join(' or ')}`;
    return [{ kind: 'unbalanced' as const, subject: merchantId, what }];
  });
};
