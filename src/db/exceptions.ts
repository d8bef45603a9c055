import type { ExceptionKind, Resolution } from '../domain/exception';
import { accounts, changes } from '../domain/ledger';
import type { Transfer } from '../domain/ledger';
import type { OrderKind, OrderState } from '../domain/order';
import type { Db } from './connect';
import { run } from './connect';

/** What the provider said that nothing could settle, with all that is known about it. */
export interface Exception {
  readonly id: string;
  readonly kind: ExceptionKind;
  readonly merchantId: string | null;
  readonly merchantName: string | null;
  /** The order; null when it was never known. */
  readonly order: {
    readonly id: string;
    readonly kind: OrderKind;
    readonly status: OrderState;
    readonly amountSatang: number;
  } | null;
  /** What the provider said; null when it said nothing. */
  readonly callback: {
    readonly id: string;
    readonly namedOrder: string;
    readonly heard: string;
    readonly amountSatang: number | null;
    readonly transactionId: string | null;
  } | null;
  /** Satang of it that lie in suspense. */
  readonly suspendedSatang: number;
  readonly openedAt: Date;
  /** Null while it is open. */
  readonly resolved: {
    readonly at: Date;
    readonly by: string;
    readonly resolution: Resolution;
    readonly reason: string;
  } | null;
}

interface ExceptionRow {
  id: string;
  kind: ExceptionKind;
  merchant_id: string | null;
  merchant_name: string | null;
  order_id: string | null;
  order_kind: OrderKind;
  order_status: OrderState;
  order_satang: number;
  callback_id: string | null;
  named_order: string;
  heard: string;
  told_satang: number | null;
  transaction_id: string | null;
  suspended_satang: number;
  opened_at: Date;
  resolved_at: Date | null;
  resolved_by: string | null;
  resolution: Resolution | null;
  reason: string | null;
}

function exceptionFromRow(row: ExceptionRow): Exception {
  const { order_id: orderId, callback_id: callbackId, resolved_at: at } = row;
  const { resolution, resolved_by: by, reason } = row;
  return {
    id: row.id,
    kind: row.kind,
    merchantId: row.merchant_id,
    merchantName: row.merchant_name,
    order:
      orderId === null
        ? null
        : {
            id: orderId,
            kind: row.order_kind,
            status: row.order_status,
            amountSatang: row.order_satang,
          },
    callback:
      callbackId === null
        ? null
        : {
            id: callbackId,
            namedOrder: row.named_order,
            heard: row.heard,
            amountSatang: row.told_satang,
            transactionId: row.transaction_id,
          },
    suspendedSatang: row.suspended_satang,
    openedAt: row.opened_at,
    resolved:
      at === null || resolution === null || by === null || reason === null
        ? null
        : { at, by, resolution, reason },
  };
}

const selection = `
  select exceptions.id, exceptions.kind, exceptions.merchant_id, exceptions.order_id,
         merchants.name as merchant_name,
         orders.kind as order_kind, orders.status as order_status,
         orders.amount_satang as order_satang, exceptions.callback_id, callbacks.named_order,
         callbacks.heard, callbacks.amount_satang as told_satang, callbacks.transaction_id,
         opened_at, resolved_at, resolved_by, resolution, reason,
         coalesce((select amount_satang from transfers
                   where transfers.callback_id = exceptions.callback_id
                     and transfers.kind = 'suspend'), 0) as suspended_satang
  from exceptions
  left join orders on orders.id = exceptions.order_id
  left join merchants on merchants.id = exceptions.merchant_id
  left join callbacks on callbacks.id = exceptions.callback_id`;

/** The oldest first. */
export async function listExceptions(
  db: Db,
  { open, limit }: { readonly open: boolean; readonly limit: number },
): Promise<readonly Exception[]> {
  const rows = await run<ExceptionRow>(
    db,
    open ? 'list-open-exceptions' : 'list-exceptions',
    `${selection} ${open ? 'where resolved_at is null' : ''} order by opened_at, id limit ?`,
    [limit],
  );
  return rows.map(exceptionFromRow);
}

export interface ExceptionPage {
  readonly state: 'open' | 'resolved';
  readonly kind: ExceptionKind | null;
  /** Begins after the one of that id. */
  readonly after: string | null;
  readonly limit: number;
}

/**
 * What is open, the oldest first; what is resolved, the newest first. An id holds the moment of its
 * birth, so they are in the order of their ids.
 */
export async function pageOfExceptions(
  db: Db,
  { state, kind, after, limit }: ExceptionPage,
): Promise<{ readonly items: readonly Exception[]; readonly hasMore: boolean }> {
  const isOpen = state === 'open';
  const rows = await run<ExceptionRow>(
    db,
    isOpen ? 'page-open-exceptions' : 'page-resolved-exceptions',
    `${selection} where resolved_at is ${isOpen ? '' : 'not'} null
       and (?::text is null or exceptions.kind = ?)
       and (?::text is null or exceptions.id ${isOpen ? '>' : '<'} ?)
     order by exceptions.id ${isOpen ? '' : 'desc'} limit ?`,
    [kind, kind, after, after, limit + 1],
  );
  return { items: rows.slice(0, limit).map(exceptionFromRow), hasMore: rows.length > limit };
}

/** All about one order, the oldest first. */
export async function listExceptionsOf(db: Db, orderId: string): Promise<readonly Exception[]> {
  const rows = await run<ExceptionRow>(
    db,
    'list-exceptions-of',
    `${selection} where exceptions.order_id = ? order by exceptions.id limit 50`,
    [orderId],
  );
  return rows.map(exceptionFromRow);
}

export async function findException(db: Db, exceptionId: string): Promise<Exception | null> {
  const [row] = await run<ExceptionRow>(
    db,
    'find-exception',
    `${selection} where exceptions.id = ?`,
    [exceptionId],
  );
  return row === undefined ? null : exceptionFromRow(row);
}

/** The same, locked until the transaction ends, so that two operators cannot both resolve it. */
export async function lockException(trx: Db, exceptionId: string): Promise<Exception | null> {
  await run(trx, 'lock-exception', 'select 1 from exceptions where id = ? for update', [
    exceptionId,
  ]);
  return findException(trx, exceptionId);
}

/**
 * Locks an order until the transaction ends, so that of several exceptions about it one is resolved
 * at a time. Returns how the ledger has followed the provider about it, null where it has not.
 */
export async function lockFollowed(trx: Db, orderId: string): Promise<string | null> {
  await run(trx, 'lock-excepted', 'select 1 from orders where id = ? for no key update', [orderId]);
  const [followed] = await run<{ kind: string }>(
    trx,
    'find-followed',
    `select kind from transfers
     where order_id = ? and exception_id is not null and kind in ('charge', 'absorb', 'credit')`,
    [orderId],
  );
  return followed?.kind ?? null;
}

export interface WrittenResolution {
  readonly exceptionId: string;
  readonly merchantId: string | null;
  readonly orderId: string | null;
  readonly resolution: Resolution;
  readonly by: string;
  readonly reason: string;
  /** The posting that it makes; null where it makes none. */
  readonly transfer: Transfer | null;
}

/** False, with nothing written, when the merchant's balance is too small for it. */
export async function writeResolution(trx: Db, written: WrittenResolution): Promise<boolean> {
  const { transfer, merchantId, exceptionId } = written;
  if (transfer !== null) {
    const { available } = changes([transfer]);
    const changed = await run(
      trx,
      'resolve-balance',
      `update balances set available_satang = available_satang + ?::bigint
       where merchant_id = ? and available_satang + ?::bigint >= 0 returning 1`,
      [available, merchantId ?? '', available],
    );
    if (changed.length === 0) return false;
    await trx('transfers').insert({
      merchant_id: merchantId,
      order_id: written.orderId,
      exception_id: exceptionId,
      kind: transfer.kind,
      debit: accounts[transfer.kind].from,
      credit: accounts[transfer.kind].to,
      amount_satang: transfer.amountSatang,
    });
  }
  await trx('exceptions').where('id', exceptionId).update({
    resolved_at: trx.fn.now(),
    resolved_by: written.by,
    resolution: written.resolution,
    reason: written.reason,
  });
  return true;
}

/** Opens an exception about an order whose outcome nobody can tell, unless one is open already. */
export async function openUnknownOutcome(db: Db, exceptionId: string, orderId: string) {
  await run(
    db,
    'open-unknown-outcome',
    `insert into exceptions (id, kind, merchant_id, order_id)
     select ?, 'unknown_outcome', merchant_id, id from orders where id = ?
     on conflict (order_id) where kind = 'unknown_outcome' and resolved_at is null do nothing`,
    [exceptionId, orderId],
  );
}

export interface ExceptionCount {
  readonly kind: ExceptionKind;
  readonly count: number;
}

/** How many are open, by kind. */
export async function countOpenExceptions(db: Db): Promise<readonly ExceptionCount[]> {
  return run<ExceptionCount>(
    db,
    'count-exceptions',
    `select kind, count(*) as count from exceptions where resolved_at is null group by kind`,
    [],
  );
}
