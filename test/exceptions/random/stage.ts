import { CannotResolve } from '../../../src/exceptions/cannot-resolve';
import { applyPending } from '../../../src/orders/store/apply-transition';
import type { Merchant } from '../../../src/kernel/merchants/store';
import { incomingKinds, type OrderKind } from '../../../src/orders/rules/kinds';
import { Problem } from '../../../src/kernel/rules/problem';
import { newId } from '../../../src/platform/new-id';
import { empty } from '../../model/system';
import {
  testDeposit,
  testMerchant,
  testNamedCallback,
  testPayment,
  testWithdrawal,
  type testDeps,
} from '../../support/gateway';
import { testHolidays, testMaturity } from '../../support/maturity';
import { testPrice, testVat } from '../../support/prices';
import { pricedMethods } from '../../../src/fees/rules/price';
import { testTokenPayment } from '../../support/refunds';
import type { Move, Report } from './bank';
import type { History } from './history';

export interface Order {
  readonly id: string;
  readonly kind: OrderKind;
  /** Its reference at the banks; of a payout its id. */
  readonly ref: string;
  readonly amountSatang: number;
  readonly merchant: Merchant;
}

/** A walk that is being played. */
export interface Stage {
  readonly deps: ReturnType<typeof testDeps>;
  readonly history: History;
  readonly merchants: readonly [Merchant, Merchant];
  readonly orders: Order[];
  /** The book of the bank. */
  readonly moves: Move[];
  readonly reports: { readonly report: Report; readonly move: Move | null }[];
  /** The operator's own notes: what he has had the bank return, by exception. */
  readonly returned: Map<string, number>;
  /** What his last decision about an exception has recorded as returned. */
  readonly recorded: Map<string, number>;
  /** The transaction ids of the returns that he has asked for. */
  readonly receipts: Set<string>;
  /** And what he has assigned to an order, by exception. */
  readonly assigned: Map<string, { orderId: string; named: string; satang: number }>;
  /** Names of orders that do not exist. */
  readonly strangers: readonly string[];
  /** What happened, for the message of a failure. */
  readonly log: string[];
}

/** The amount of every order but refunds: the default of the makers below. */
export const AMOUNT_SATANG = 10_000;
const PAID = { bankName: 'SCB', bankAccount: '1112223334', name: 'Y' };

/** Begins a walk in a database that it empties. */
export async function setStage(deps: Stage['deps'], history: History): Promise<Stage> {
  await empty(deps.db);
  // The first order may be a payout that costs as much as its amount, and VAT.
  const openingBaht = Math.max(history.openingBaht, history.isPriced ? 250 : 0);
  const openingSatang = openingBaht * 100;
  const { merchant } = await testMerchant(deps.db, { openingSatang });
  const { merchant: other } = await testMerchant(deps.db, { openingSatang });
  const stage: Stage = {
    deps,
    history,
    merchants: [merchant, other],
    orders: [],
    moves: [],
    reports: [],
    returned: new Map(),
    recorded: new Map(),
    receipts: new Set(),
    assigned: new Map(),
    strangers: [newId('gone_'), newId('gone_')],
    log: [],
  };
  if (history.isPriced) for (const owner of stage.merchants.keys()) await setPrices(stage, owner);
  await createOrder(stage, history.begins, 0);
  return stage;
}

/** With minimums above some amounts, maximums, bands, and a fee that takes all. */
const prices = [
  '1.65%',
  '0% min 70.00',
  '3.65% + 2.50 max 4.00',
  '100%',
  '5% dispute 3.00 returned',
  '3% + 1.00 max 5.00 dispute 2.00 kept returned',
  '2% dispute kept',
  '0%',
  '20.00; from 80.00: 0.3333% + 0.01; from 120.00: 7%',
];

/** Sets a price of every method of a merchant, and its bank days, from now on. */
export async function setPrices({ deps, merchants, log }: Stage, a: number): Promise<void> {
  const merchant = pick(merchants, a);
  const days = pick([2, 0, 1], a);
  await testHolidays(deps);
  await testMaturity(deps, merchant, days);
  log.push(`money of merchant ${merchants.indexOf(merchant)} matures after ${days} bank days`);
  await testVat(deps, pick(['7% until 2099-12-31', '', '10% until 2099-12-31'], a));
  for (const [index, method] of pricedMethods.entries()) {
    const isIn = method !== 'withdrawal' && method !== 'refund';
    const of = pick(prices, a + index);
    const price = isIn ? of : of.replace(/ dispute.*$/, '');
    await testPrice(deps, merchant, method, price);
    log.push(`${method} costs merchant ${merchants.indexOf(merchant)} ${price}`);
  }
}

/** Creates an order of 100 baht. */
export async function createOrder(stage: Stage, choice: number, owner: number): Promise<void> {
  const { deps, merchants } = stage;
  const merchant = pick(merchants, owner);
  const makers: readonly (() => Promise<string>)[] = [
    async () => testPayment(deps, merchant, { client: PAID }),
    async () => testWithdrawal(deps, merchant),
    async () => (await testDeposit(deps, merchant)).orderId,
    async () => testTokenPayment(deps, merchant),
  ];
  await addOrder(stage, merchant, await pick(makers, choice)());
}

export async function addOrder(
  { deps, orders, log }: Stage,
  merchant: Merchant,
  id: string,
): Promise<void> {
  const {
    kind,
    ref,
    amount_satang: amountSatang,
  } = await deps.db('orders').where('id', id).first();
  orders.push({ id, kind, ref: ref ?? id, amountSatang, merchant });
  log.push(`${nameOf(orders, id)} is created`);
}

export function pick<Item>(items: readonly Item[], choice: number): Item {
  const item = items[choice % items.length];
  if (item === undefined) throw new Error('there is nothing to pick');
  return item;
}

export const orderNamed = (orders: readonly Order[], name: string): Order | null =>
  orders.find(({ id, ref }) => id === name || ref === name) ?? null;

export const nameOf = (orders: readonly Order[], name: string): string => {
  const order = orderNamed(orders, name);
  return order === null ? 'a stranger' : `${order.kind} ${orders.indexOf(order)}`;
};

/** Stores a callback, and applies it unless it waits. */
export async function send(
  stage: Stage,
  report: Report,
  {
    move = null,
    key = 'one',
    waits = false,
  }: { move?: Move | null; key?: string; waits?: boolean },
): Promise<void> {
  const { deps, orders, reports, log } = stage;
  const { named, kind, reported, satang, transactionId, payer } = report;
  const isIn = incomingKinds.some((one) => one === kind);
  const id = newId('cb_');
  const dispatch = await testNamedCallback(deps, {
    id,
    route: isIn ? 'payment' : kind,
    kinds: isIn ? incomingKinds : [kind],
    namedOrder: named,
    reported,
    amountSatang: satang,
    transactionId,
    payerDigest: payer === null ? null : `${key}:${payer}`,
  });
  const amount = satang === null ? 'no amount' : `${satang / 100} baht`;
  const by = transactionId === null ? `payer ${payer} (${key})` : transactionId;
  log.push(
    `${nameOf(orders, named)} is reported ${reported}: ${amount}, ${by}` +
      `${dispatch === null ? ', unknown' : ''}${waits ? ', not applied yet' : ''}`,
  );
  if (!reports.some((one) => one.report === report)) reports.push({ report, move });
  move?.callbacks.push(id);
  if (dispatch !== null && !waits) await applyPending(deps.db, dispatch.subject);
}

/** The reason of a refusal, or null when `work` has succeeded. Other errors are defects. */
export async function refusalOf(work: () => Promise<unknown>): Promise<string | null> {
  try {
    await work();
    return null;
  } catch (error) {
    if (error instanceof Problem) return error.code;
    if (error instanceof CannotResolve) return error.why;
    throw error;
  }
}
