import type { Db } from '../../src/platform/postgres/connect';
import { listExceptions } from '../../src/exceptions/store/exceptions';
import type { Violation } from '../../src/reports/store/invariants';
import type {
  BookedFact,
  CallbackFact,
  EventFact,
  Leftovers,
  LotFact,
  OpenFact,
  OrderFact,
  TransferFact,
} from './facts';

/** All orders, each with the reference of the load generator. */
export async function readOrders(db: Db): Promise<readonly OrderFact[]> {
  const { rows } = (await db.raw(`
    select orders.id, orders.kind, orders.method, orders.merchant_id as "merchantId",
           orders.status, orders.amount_satang as "amountSatang", orders.ref,
           coalesce(charged.fee, 0)::bigint as "feeSatang",
           coalesce(charged.held, 0)::bigint as "heldFeeSatang",
           (extract(epoch from orders.created_at) * 1000)::bigint as "createdMs",
           (extract(epoch from charged.at) * 1000)::bigint as "chargedMs",
           coalesce(orders.reference, deposits.user_name, withdrawals.username,
                    orders.metadata ->> 'mark') as mark,
           (select id from qr_codes where order_id = orders.id) as "qrCodeId",
           orders.payment_link_id as "paymentLinkId", orders.chain_id as "chainId",
           refunds.payment_id as "refundOf",
           (extract(epoch from now() - orders.expires_at) * 1000)::bigint as "overdueMs",
           orders.provider_account_id as "accountId",
           coalesce((
             select jsonb_agg(jsonb_build_object(
               'accountId', step -> 'accountId', 'after', step -> 'after' -> 'accountId')
               order by number)
             from jsonb_array_elements(orders.routing) with ordinality as steps (step, number)
           ), '[]') as routing,
           case when orders.kind = 'deposit' then deposits.payload is not null
                when orders.kind = 'payment' and orders.method = 'qr' then exists (
                  select from qr_codes where order_id = orders.id and payload is not null)
                else true end as "isPayable",
           exists (
             select from order_inquiries where order_id = orders.id and next_at is not null
           ) as "isInquired"
    from orders
    left join deposits on deposits.order_id = orders.id
    left join withdrawals on withdrawals.order_id = orders.id
    left join refunds on refunds.order_id = orders.id
    left join (
      select order_id,
             sum(case when credit in ('fees', 'vat_payable') then amount_satang
                      when debit in ('fees', 'vat_payable') then -amount_satang end) as fee,
             sum(case kind when 'hold_fee' then amount_satang
                           when 'release_fee' then -amount_satang end) as held,
             min(created_at) filter (where kind in ('fee', 'hold_fee')) as at
      from transfers group by order_id
    ) as charged on charged.order_id = orders.id`)) as { rows: OrderFact[] };
  return rows;
}

/** All ledger transfers of movements. */
export async function readBooked(db: Db): Promise<readonly BookedFact[]> {
  const { rows } = (await db.raw(`
    select transfers.merchant_id as "merchantId", transfers.order_id as "orderId",
           movements.transaction_id as "transactionId",
           case when debit = 'provider_clearing' then 'in' else 'out' end as direction,
           transfers.amount_satang as "amountSatang", movements.account as "accountId"
    from transfers left join movements on movements.id = transfers.movement_id
    where 'provider_clearing' in (debit, credit)
      and kind not in ('provider_cost', 'provider_cost_return')`)) as { rows: BookedFact[] };
  return rows;
}

/** All ledger transfers of merchants, in their order. */
export async function readTransfers(db: Db): Promise<readonly TransferFact[]> {
  const { rows } = (await db.raw(`
    select id, kind, merchant_id as "merchantId", order_id as "orderId",
           amount_satang as "amountSatang",
           case when pending_day is not null
             then json_build_object('day', pending_day, 'days', pending_days) end as lot,
           (extract(epoch from created_at) * 1000)::bigint as "atMs"
    from transfers where merchant_id is not null order by id`)) as { rows: TransferFact[] };
  return rows;
}

export async function readLots(db: Db): Promise<readonly LotFact[]> {
  const { rows } = (await db.raw(`
    select merchant_id as "merchantId", day::text, days, matured_at is null as "isOpen"
    from maturing`)) as { rows: LotFact[] };
  return rows;
}

/** Money in suspense by merchant. Null: without a merchant. */
export async function readSuspense(db: Db): Promise<ReadonlyMap<string | null, number>> {
  const { rows } = (await db.raw(`
    select merchant_id as "merchantId", sum(amount_satang)::bigint as satang
    from postings where account = 'suspense' group by merchant_id`)) as {
    rows: { readonly merchantId: string | null; readonly satang: number }[];
  };
  return new Map(rows.map(({ merchantId, satang }) => [merchantId, satang]));
}

const EXCEPTIONS_MAX = 10_000;

/** The open exceptions. */
export async function readOpen(db: Db): Promise<readonly OpenFact[]> {
  const open = await listExceptions(db, { open: true, limit: EXCEPTIONS_MAX });
  return open.map(({ id, kind, merchantId, order, callback, suspendedSatang }) => {
    return {
      id,
      kind,
      merchantId,
      about: order?.id ?? callback?.namedOrder ?? '',
      suspendedSatang,
    };
  });
}

export async function readCallbacks(db: Db): Promise<readonly CallbackFact[]> {
  const { rows } = (await db.raw(`
    select order_id as "orderId", reported as outcome, transaction_id as "transactionId",
           amount_satang as "amountSatang"
    from callbacks where order_id is not null`)) as { rows: CallbackFact[] };
  return rows;
}

export async function readEvents(db: Db): Promise<readonly EventFact[]> {
  const { rows } = (await db.raw(`
    select id, merchant_id as "merchantId", name, body from events`)) as { rows: EventFact[] };
  return rows;
}

export async function readReleased(db: Db): Promise<ReadonlySet<string>> {
  const released = db('exceptions').where('resolution', 'release').whereNotNull('order_id');
  return new Set(await released.pluck<string[]>('order_id'));
}

type OurLeftovers = Omit<Leftovers, 'bankCallbacks'>;

const leftovers: Readonly<Record<keyof OurLeftovers, string>> = {
  messages: `select topic || ' ' || subject as id from outbox_messages`,
  callbacks: `select id from callbacks where applied_at is null`,
  deliveries: `select id from deliveries where status = 'pending'`,
  requests: `select order_id as id from provider_requests where not is_over`,
  slips: `select id from slips where status = 'received'`,
};

/** The pending work of the gateway. */
export async function readLeftovers(db: Db): Promise<OurLeftovers> {
  const read = async (query: string): Promise<readonly string[]> => {
    const { rows } = (await db.raw(`${query} limit 1000`)) as { rows: { readonly id: string }[] };
    return rows.map(({ id }) => id);
  };
  const entries = await Promise.all(
    Object.entries(leftovers).map(async ([name, query]) => [name, await read(query)] as const),
  );
  return Object.fromEntries(entries) as Record<keyof OurLeftovers, readonly string[]>;
}

/** The events of transitions by callbacks, with the time of the callback. */
export async function readCallbackEvents(
  db: Db,
): Promise<readonly { readonly eventId: string; readonly receivedMs: number }[]> {
  const { rows } = (await db.raw(`
    select events.id as "eventId",
           (extract(epoch from callbacks.received_at) * 1000)::bigint as "receivedMs"
    from status_changes
    join callbacks on callbacks.id = status_changes.cause and callbacks.route <> 'answer'
    -- Both have the timestamp of their transaction.
    join events on events.order_id = status_changes.order_id
      and events.created_at = status_changes.at::timestamptz(3)`)) as {
    rows: { readonly eventId: string; readonly receivedMs: number }[];
  };
  return rows;
}

/** The audits of the Schedule that found differences, while orders were under way. */
export async function readFailedAudits(db: Db): Promise<readonly Violation[]> {
  const query = "select at, detail from check_runs where kind = 'audit' and differences > 0";
  const { rows } = (await db.raw(query)) as { rows: readonly unknown[] };
  return rows.length === 0 ? [] : [{ invariant: 'each daily audit finds nothing', rows }];
}
