import { CannotResolve } from '../../../src/application/exceptions/cannot-resolve';
import { findException } from '../../../src/db/ledger/exceptions';
import type { Exception } from '../../../src/db/ledger/exceptions';
import { applyPending } from '../../../src/db/orders/apply-transition';
import type { Merchant } from '../../../src/db/accounts/merchants';
import { incomingKinds } from '../../../src/domain/orders';
import type { OrderKind } from '../../../src/domain/orders';
import { Problem } from '../../../src/domain/problem';
import { newId } from '../../../src/lib/new-id';
import {
  testDeposit,
  testMerchant,
  testNamedCallback,
  testPayment,
  testWithdrawal,
} from '../../support/gateway';
import type { testDeps } from '../../support/gateway';
import { testTokenPayment } from '../../support/refunds';
import type { Move } from './bank';
import type { History } from './history';

/** A callback, as the history made it up. */
export interface Report {
  readonly named: string;
  readonly kind: OrderKind;
  readonly reported: 'succeeded' | 'failed' | 'reversed';
  readonly satang: number | null;
  readonly transactionId: string | null;
  readonly payer: string | null;
  /** The movement that it reports; null for a false or empty report. */
  readonly move: Move | null;
}

export interface Order {
  readonly id: string;
  readonly kind: OrderKind;
  /** Its reference at the banks; of a payout its id. */
  readonly ref: string;
  readonly amountSatang: number;
}

/** What a resolution has moved at the bank, for its correction. */
interface Returned {
  readonly exceptionId: string;
  readonly move: Move;
}

/** A history that is being played. */
export interface Stage {
  readonly deps: ReturnType<typeof testDeps>;
  /** False once a false resolution cannot be corrected. */
  isHonest: boolean;
  readonly merchants: readonly [Merchant, Merchant];
  readonly orders: Order[];
  readonly moves: Move[];
  /** The number of movements ever made: a correction takes some from the list. */
  made: number;
  readonly reports: Report[];
  readonly returned: Returned[];
  /** Names of orders that do not exist. */
  readonly strangers: readonly string[];
  /** Since an erasure, payers whom it has erased distinguish their movements from no others. */
  hasErased: boolean;
  /** What happened, for the message of a failure. */
  readonly log: string[];
}

/** The amount of every order but refunds: the default of the makers below. */
export const AMOUNT_SATANG = 10_000;
const PAID = { bankName: 'SCB', bankAccount: '1112223334', name: 'Y' };

export async function setStage(deps: Stage['deps'], history: History): Promise<Stage> {
  const openingSatang = history.openingBaht * 100;
  const { merchant } = await testMerchant(deps.db, { openingSatang });
  const { merchant: other } = await testMerchant(deps.db, { openingSatang });
  const stage: Stage = {
    deps,
    isHonest: history.isHonest,
    merchants: [merchant, other],
    orders: [],
    moves: [],
    made: 0,
    reports: [],
    returned: [],
    strangers: [newId('gone_'), newId('gone_')],
    hasErased: false,
    log: [],
  };
  await createOrder(stage, history.begins);
  return stage;
}

/** Creates an order of 100 baht. */
export async function createOrder(stage: Stage, choice: number): Promise<void> {
  const { deps, merchants } = stage;
  const [merchant] = merchants;
  const makers: readonly (() => Promise<string>)[] = [
    async () => testPayment(deps, merchant, { client: PAID }),
    async () => testWithdrawal(deps, merchant),
    async () => (await testDeposit(deps, merchant)).orderId,
    async () => testTokenPayment(deps, merchant),
  ];
  await addOrder(stage, await pick(makers, choice)());
}

export async function addOrder({ deps, orders, log }: Stage, id: string): Promise<void> {
  const {
    kind,
    ref,
    amount_satang: amountSatang,
  } = await deps.db('orders').where('id', id).first();
  orders.push({ id, kind, ref: ref ?? id, amountSatang });
  log.push(`${nameOf(orders, id)} is created`);
}

export function pick<Item>(items: readonly Item[], choice: number): Item {
  const item = items[choice % items.length];
  if (item === undefined) throw new Error('there is nothing to pick');
  return item;
}

export const nameOf = (orders: readonly Order[], id: string): string => {
  const at = orders.findIndex((order) => order.id === id || order.ref === id);
  return at < 0 ? 'a stranger' : `${orders[at]?.kind} ${at}`;
};

/** Stores a callback, and applies it unless it waits. Returns its id. */
export async function send(
  stage: Stage,
  report: Report,
  { key = 'one', waits = false } = {},
): Promise<string> {
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
  if (!reports.includes(report)) reports.push(report);
  report.move?.callbacks.push(id);
  if (dispatch === null) report.move?.unknownTo.push(id);
  else if (!waits) await applyPending(deps.db, dispatch.subject);
  return id;
}

/** The exceptions of the history, oldest first. */
export async function exceptionsOf(
  { deps, merchants, strangers, orders }: Stage,
  state: 'open' | 'resolved',
): Promise<readonly Exception[]> {
  const names = [...strangers, ...orders.map(({ ref }) => ref)];
  const { rows } = (await deps.db.raw(
    `select exceptions.id from exceptions left join callbacks on callbacks.id = callback_id
     where (exceptions.merchant_id = any(:merchants) or callbacks.named_order = any(:names))
       and (resolved_at is null) = :isOpen order by opened_at, exceptions.id`,
    { merchants: merchants.map(({ id }) => id), names, isOpen: state === 'open' },
  )) as { rows: { id: string }[] };
  const found = await Promise.all(rows.map(({ id }) => findException(deps.db, id)));
  return found.filter((one) => one !== null);
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
