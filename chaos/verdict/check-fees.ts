import { isOpen } from './check-leftovers';
import type { Check, Facts, OrderFact } from './facts';
import { prices, type PricedMethod } from '../plan/prices';

/*
 * The fees of plan/prices.ts, written out without the rules of the gateway: hundredths of a percent
 * and a flat part in satang.
 */
const terms: Readonly<Record<PricedMethod, readonly [share: bigint, flat: bigint]>> = {
  qr: [165n, 0n],
  token: [365n, 100n],
  deposit: [0n, 200n],
  withdrawal: [0n, 500n],
  refund: [0n, 200n],
};

/** With VAT of 7 %, both rounded half up. */
function costOf(method: PricedMethod, amountSatang: number): number {
  const [share, flat] = terms[method];
  const fee = (BigInt(amountSatang) * share + 5_000n) / 10_000n + flat;
  return Number(fee + (fee * 7n + 50n) / 100n);
}

const methodOf = ({ kind, method }: OrderFact): PricedMethod =>
  kind === 'payment' ? (method ?? 'qr') : kind;

/**
 * An order that succeeded has cost its price, and holds nothing; another one has cost nothing. A
 * payout in progress holds its price. Money that goes back to its sender costs nothing, and orders
 * about whose money operators have decided may differ.
 */
export const feesFollowThePrice: Check = ({ orders, merchants, decisions, returned }) => {
  const names = new Map(merchants.map(({ merchantId, name }) => [merchantId, name]));
  const freed = new Set(returned.map(({ orderId }) => orderId));
  return orders
    .filter(({ id, refundOf }) => !decisions.has(id) && !decisions.has(refundOf ?? ''))
    .flatMap((order) => {
      const { id, kind, status, merchantId, refundOf, amountSatang } = order;
      const name = names.get(merchantId);
      const method = methodOf(order);
      const isPriced = name !== undefined && prices[name][method] !== undefined;
      const cost = isPriced && !freed.has(refundOf ?? '') ? costOf(method, amountSatang) : 0;
      const mayHold = kind === 'withdrawal' || kind === 'refund';
      const expected = [status === 'succeeded' ? cost : 0, mayHold && isOpen(order) ? cost : 0];
      const seen = [order.feeSatang, order.heldFeeSatang];
      if (expected.join() === seen.join()) return [];
      const fact = `a ${status} ${method} of ${amountSatang} costs and holds ${seen.join(', ')}`;
      const what = `${fact}; by its price ${expected.join(', ')}`;
      return [{ kind: 'unbalanced' as const, subject: id, what }];
    });
};

/** Fees and VAT of money without an order, as the ledger has them. */
export const assignedFeesOf = ({ transfers }: Facts, merchantId: string): number =>
  transfers
    .filter((each) => each.merchantId === merchantId && each.orderId === null)
    .filter(({ kind }) => kind === 'fee' || kind === 'fee_vat')
    .reduce((all, { amountSatang }) => all + amountSatang, 0);

/** Money of an unknown order that operators assigned to a merchant costs as a QR payment does. */
export const assignedMoneyHasItsFee: Check = (facts) => {
  const known = new Set(facts.orders.map(({ id }) => id));
  const assigned = [...facts.decisions].filter(([about]) => !known.has(about));
  return facts.merchants.flatMap(({ merchantId, name }) => {
    const isPriced = prices[name].qr !== undefined;
    const expected = assigned
      .filter(([, decision]) => isPriced && decision.merchantId === merchantId)
      .reduce((all, [, { creditedSatang }]) => all + costOf('qr', creditedSatang), 0);
    const seen = assignedFeesOf(facts, merchantId);
    if (seen === expected) return [];
    const what = `its assigned money costs ${seen}; by its price ${expected}`;
    return [{ kind: 'unbalanced' as const, subject: merchantId, what }];
  });
};
