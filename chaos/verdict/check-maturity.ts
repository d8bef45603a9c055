import { groupBy } from '../group-by';
import { bankDays, dayAt, dueDay } from '../plan/bank-days';
import type { Check, Facts, Finding, LotFact, OrderFact, TransferFact } from './facts';

/*
 * Pending money, by the bank days of plan/bank-days.ts. No rule of the gateway is used: the
 * transfers are repeated in their order, and each must be what the money before it demands.
 */

const intoPending = ['defer', 'defer_again'];
const outOfPending = ['recall', 'mature'];

/** Of the transfers that move pending money; 0 for others. */
const pendingChange = ({ kind, amountSatang }: TransferFact): number =>
  intoPending.includes(kind) ? amountSatang : outOfPending.includes(kind) ? -amountSatang : 0;

const lotOf = ({ merchantId, lot }: TransferFact): string =>
  `${merchantId} ${lot?.day} ${lot?.days}`;

const sum = (all: readonly number[]): number => all.reduce((total, each) => total + each, 0);
const satangOf = (its: readonly TransferFact[]): number =>
  sum(its.map(({ amountSatang }) => amountSatang));
const of = (its: readonly TransferFact[], ...kinds: readonly string[]): readonly TransferFact[] =>
  its.filter(({ kind }) => kinds.includes(kind));

const finding = (subject: string, what: string): Finding => ({ kind: 'unbalanced', subject, what });

/** The money of a day that is not released, and whose bank days were over when the run was idle. */
export const dueLots = (
  lots: readonly LotFact[],
  holidays: readonly string[],
  today: string,
): readonly LotFact[] =>
  lots.filter(({ isOpen, day, days }) => isOpen && dueDay(day, days, holidays) <= today);

/**
 * The money of a day is released once, whole, not before its bank days are over, and not before an
 * operator has entered the bank holidays. What is due is released.
 */
export const pendingMoneyIsReleasedOnce: Check = ({ transfers, merchants, holidays, lots }) => {
  const names = new Map(merchants.map(({ merchantId, name }) => [merchantId, name]));
  const moving = transfers.filter((each) => pendingChange(each) !== 0);
  const late = dueLots(lots, holidays.days, holidays.today).map(({ merchantId, day }) => {
    return { kind: 'stuck' as const, subject: merchantId, what: `the money of ${day} is due` };
  });
  const found = [...groupBy(moving, lotOf)].flatMap(([lot, its]) => {
    const [first] = its;
    const { day, days } = first?.lot ?? { day: '', days: 0 };
    const name = names.get(first?.merchantId ?? '');
    const released = its.findIndex(({ kind }) => kind === 'mature');
    const sums = its.map((_, index) => sum(its.slice(0, index + 1).map(pendingChange)));
    const at = its[released]?.atMs ?? Infinity;
    return [
      ...(name !== undefined && bankDays[name] === days ? [] : ['has other bank days']),
      ...(sums.every((each) => each >= 0) ? [] : [`has ${Math.min(...sums)} at least`]),
      ...(released < 0 || released === its.length - 1 ? [] : ['moves after its release']),
      ...(released < 0 || sums[released] === 0 ? [] : [`has ${sums[released]} after its release`]),
      ...(released < 0 || dayAt(at) >= dueDay(day, days, holidays.days) ? [] : ['is early']),
      ...(at > (holidays.enteredMs ?? Infinity) || released < 0 ? [] : ['was not known to be due']),
    ].map((what) => finding(lot, `the pending money ${what}`));
  });
  return [...late, ...found];
};

/** The pending balance in the API is what the transfers of the days that are open leave. */
export const pendingMatchesOpenDays: Check = ({ transfers, merchants }) =>
  merchants.flatMap(({ merchantId, pendingSatang }) => {
    const its = transfers.filter((each) => each.merchantId === merchantId);
    const expected = sum(its.map(pendingChange));
    if (pendingSatang === expected) return [];
    return [finding(merchantId, `${pendingSatang} is pending; by the transfers ${expected}`)];
  });

/**
 * What a payment credits after its fee is pending, where its merchant has bank days. A refund takes
 * of what its payment has pending at this time, and gives it back when it fails.
 */
export const refundsTakeWhatIsPending: Check = (facts) => {
  const names = new Map(facts.merchants.map(({ merchantId, name }) => [merchantId, name]));
  const byOrder = groupBy(facts.transfers, ({ orderId }) => orderId ?? '');
  const refunds = groupBy(facts.orders, ({ refundOf }) => refundOf ?? '');
  const releases = groupBy(of(facts.transfers, 'mature'), lotOf);
  return facts.orders
    .filter(({ kind }) => kind === 'payment' || kind === 'deposit')
    .flatMap((payment) => {
      const its = [payment, ...(refunds.get(payment.id) ?? [])];
      const name = names.get(payment.merchantId);
      if (name === undefined || its.some((order) => isByOperator(facts, order))) return [];
      const moved = its.flatMap(({ id }) => byOrder.get(id) ?? []);
      const days = facts.holidays.enteredMs === null ? 0 : bankDays[name];
      const lots = new Map(of(moved, 'defer').map((each) => [lotOf(each), each]));
      const matured = [...lots.keys()].flatMap((lot) => releases.get(lot) ?? []);
      return [
        ...credits(payment, byOrder.get(payment.id) ?? [], days),
        ...replay(payment, its.slice(1), [...moved, ...matured]),
      ];
    });
};

const isByOperator = ({ decisions, returned }: Facts, { id }: OrderFact): boolean =>
  decisions.has(id) || returned.some(({ orderId }) => orderId === id);

function credits(
  { id }: OrderFact,
  its: readonly TransferFact[],
  days: number,
): readonly Finding[] {
  const net = satangOf(of(its, 'receive')) - satangOf(of(its, 'fee', 'fee_vat'));
  const expected = days === 0 ? 0 : net;
  const seen = satangOf(of(its, 'defer'));
  return seen === expected ? [] : [finding(id, `${seen} became pending in place of ${expected}`)];
}

/** What each refund took, and gave back when it ended, in the order of the transfers. */
function replay(
  { id }: OrderFact,
  refunds: readonly OrderFact[],
  moved: readonly TransferFact[],
): readonly Finding[] {
  const found: Finding[] = [];
  let pending = 0;
  const taken = new Map<string, number>();
  const ofRefund = (refundId: string | null, ...kinds: readonly string[]) =>
    satangOf(of(moved, ...kinds).filter(({ orderId }) => orderId === refundId));
  const isRefund = (orderId: string | null) => refunds.some((refund) => refund.id === orderId);
  const demand = (what: string, seen: number, expected: number) => {
    if (seen !== expected) found.push(finding(id, `${what} ${seen} in place of ${expected}`));
  };
  for (const { kind, orderId, amountSatang } of moved.toSorted((a, b) => a.id - b.id)) {
    if (kind === 'defer' && orderId === id) pending += amountSatang;
    if (kind === 'mature') {
      pending = 0;
      taken.clear();
    }
    if (kind === 'hold' && isRefund(orderId)) {
      const needs = amountSatang + ofRefund(orderId, 'hold_fee');
      const takes = Math.min(pending, needs);
      demand(`the refund ${orderId} took`, ofRefund(orderId, 'recall'), takes);
      pending -= takes;
      taken.set(orderId ?? '', takes);
    }
    if (kind === 'void' && isRefund(orderId)) {
      const back = taken.get(orderId ?? '') ?? 0;
      demand(`the refund ${orderId} gave back`, ofRefund(orderId, 'defer_again'), back);
      pending += back;
    }
  }
  return found;
}
