import { findOwnerNames } from './list-exceptions';
import { findBalance, type Balance } from '../ledger/store/balances';
import { findAssigned, type Assigned } from '../ledger/store/movements';
import type { Fee } from '../fees/rules/price';
import { findException, listExceptionsOf, type Exception } from './store/exceptions';
import { findStandingResolution } from './store/resolutions';
import {
  findDetailedOrder,
  findDetailedRequest,
  listTransitions,
  listDetailedPostings,
  listReceivedCallbacks,
  listUnknownCallbacks,
  type DetailedTransition,
  type DetailedOrder,
  type DetailedPosting,
  type DetailedRequest,
  type ReceivedCallback,
} from '../orders/store/order-detail';
import { listSlips, type Slip } from '../orders/deposit/store/slips';
import { sentValues, type SentValue } from '../kernel/rules/mask';
import { orProblem, Problem } from '../kernel/rules/problem';
import type { Deps } from '../deps';

export type {
  Balance,
  DetailedTransition,
  DetailedOrder,
  DetailedPosting,
  DetailedRequest,
  Exception,
  Slip,
};

/** The body is decrypted, with masked account numbers. */
export type ShownCallback = Omit<ReceivedCallback, 'bodySealed'> & {
  readonly values: readonly SentValue[];
};

export interface OrderDetail {
  readonly order: DetailedOrder;
  readonly callbacks: readonly ShownCallback[];
  readonly moves: readonly DetailedTransition[];
  readonly postings: readonly DetailedPosting[];
  readonly request: DetailedRequest | null;
  readonly slips: readonly Slip[];
  readonly exceptions: readonly Exception[];
}

const CALLBACKS_MAX = 20;

type Reading = Pick<Deps, 'db' | 'vault'>;

/** Of any merchant; for operators only. Throws Problem `order_not_found`. */
export async function findOrderDetail(deps: Reading, orderId: string): Promise<OrderDetail> {
  const { db } = deps;
  const [order, callbacks, moves, postings, request, slips, exceptions] = await Promise.all([
    findDetailedOrder(db, orderId),
    listReceivedCallbacks(db, orderId, CALLBACKS_MAX),
    listTransitions(db, orderId),
    listDetailedPostings(db, orderId),
    findDetailedRequest(db, orderId),
    listSlips(db, orderId),
    listExceptionsOf(db, orderId),
  ]);
  if (order === null) throw new Problem('order_not_found');
  const shown = callbacks.map((callback) => showCallback(deps, callback));
  return { order, callbacks: shown, moves, postings, request, slips, exceptions };
}

function showCallback(
  { vault }: Pick<Deps, 'vault'>,
  { bodySealed, ...callback }: ReceivedCallback,
): ShownCallback {
  return { ...callback, values: sentValues(vault.open(bodySealed, 'callbacks.body')) };
}

export interface ExceptionDetail {
  readonly exception: Exception;
  /** Null for an unknown order. */
  readonly about: OrderDetail | null;
  /** Empty unless the order is unknown. */
  readonly callbacks: readonly ShownCallback[];
  /** Where money of an unknown order went; null while it is assigned to nobody. */
  readonly assigned: Assigned | null;
  /** Of money that was assigned to a merchant alone; null for none. */
  readonly fee: Fee | null;
  readonly balance: Balance | null;
  /** Null while nobody works on it. */
  readonly ownerName: string | null;
}

/** Throws Problem `exception_not_found`. */
export async function findExceptionDetail(
  deps: Reading,
  exceptionId: string,
): Promise<ExceptionDetail> {
  const { db } = deps;
  const exception = orProblem(await findException(db, exceptionId), 'exception_not_found');
  const { order, merchantId, callback, kind, movement, ownerId } = exception;
  const isUnknown = kind === 'unknown_order' && movement !== null && movement.id !== null;
  const [about, balance, unknown, assigned, standing, owners] = await Promise.all([
    order === null ? null : findOrderDetail(deps, order.id),
    merchantId === null ? null : findBalance(db, merchantId),
    order === null && callback !== null
      ? listUnknownCallbacks(db, callback.namedOrder, CALLBACKS_MAX)
      : [],
    isUnknown && exception.resolved !== null ? findAssigned(db, movement.id) : null,
    isUnknown ? findStandingResolution(db, exceptionId) : null,
    findOwnerNames(deps, [exception]),
  ]);
  const callbacks = unknown.map((each) => showCallback(deps, each));
  return {
    exception,
    about,
    callbacks,
    assigned,
    fee: standing?.fee ?? null,
    balance,
    ownerName: ownerId && (owners.get(ownerId) ?? ownerId),
  };
}
