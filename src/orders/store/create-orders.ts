import { definitionOf, type OrderKind, type PaymentMethod } from '../rules/kinds';
import type { OrderFee } from '../../fees/rules/order-fee';
import type { RoutingStep } from '../../providers/rules/routing';
import { run, type Db } from '../../platform/postgres/connect';
import { raw, sql, type Sql } from '../../platform/postgres/sql';
import { startDetail, type OutboxMessage } from '../../kernel/outbox/store/messages';
import { fanOut } from '../../kernel/events/store/fan-out';
import { claimOf, type IdempotencyClaim } from '../../kernel/idempotency/store';
import { originColumns, type Origin } from '../../kernel/origin';

export interface NewOrder {
  readonly orderId: string;
  readonly merchantId: string;
  readonly accountId: string;
  /** Null without a choice of the account. */
  readonly routing: readonly RoutingStep[] | null;
  readonly amountSatang: number;
  /** Absent and null: the order is not of a payment link. */
  readonly paymentLinkId?: string | null;
  /** Of a payout with a price. Absent and null: it costs nothing. */
  readonly fee?: (OrderFee & { readonly heldSatang: number }) | null;
  /** Absent and null: no other payment has the same link. */
  readonly chainId?: string | null;
  readonly createdAt: Date;
  /** The workflow starts at the first inquiry; without one, at the deadline or at once. */
  readonly nextInquiryAt?: Date | null;
  /** Null when the order was created without an HTTP request. */
  readonly origin: Origin | null;
  /** Null for a kind whose creation has no event. */
  readonly event: { readonly id: string; readonly body: string } | null;
  /** The order is bound to the key. */
  readonly claim: IdempotencyClaim | null;
}

const commonColumns = sql`order_id text, merchant_id text, account_id text, routing jsonb,
  amount_satang bigint, reference text, created_at timestamptz, expires_at timestamptz, ref text,
  metadata json, event_id text, event_body text, operation text, key text, fingerprint bytea,
  next_inquiry_at timestamptz, payment_link_id text, chain_id text, api_key_id text,
  price_id text, fee_satang bigint, fee_vat_satang bigint, fee_vat_rate integer,
  fee_held_satang bigint,
  client_address text, request_id text, trace_parent text`;

interface Kind {
  readonly kind: OrderKind;
  /** Null unless the kind is payment. */
  readonly method: PaymentMethod | null;
  /** Input columns of this kind. */
  readonly columns: Sql;
  /** Common table expressions that write the details of this kind, from `allowed`. */
  readonly details: Sql;
  /** A further condition on the rows of `keyed`, with the expressions it refers to. */
  readonly gate?: { readonly expressions: Sql; readonly condition: Sql };
}

export type Creation = (rows: readonly object[]) => Sql;

const noGate = { expressions: sql``, condition: sql`true` };

/**
 * One statement for any number of orders, hence one round trip and one transaction: keys, orders,
 * details of the kind, first events, their deliveries and outbox rows. Keys are inserted in sorted
 * order, so that two processes never deadlock.
 */
export function creationOf(creation: Kind): Creation {
  const { columns, details, gate = noGate } = creation;
  const { createdEvent: firstEvent } = definitionOf(creation.kind);
  const kind = literal(creation.kind);
  const method = literal(creation.method);
  const rest = sql` as orders(${commonColumns}, ${columns})
  ), claimed as (
    ${claimOf(sql`
      select merchant_id, operation, key, fingerprint, order_id, null::integer, null
      from input where key is not null
      order by merchant_id, operation, key`)}
  ), keyed as (
    select * from input
    where key is null or (merchant_id, operation, key) in (select * from claimed)
  ), ${gate.expressions} allowed as (
    select *, ${literal(firstEvent)} as event_name, ${raw(firstEvent === null ? 0 : 1)} as sequence
    from keyed where ${gate.condition}
  ), new_orders as (
    insert into orders (id, kind, method, merchant_id, provider_account_id, routing, status,
                        amount_satang, ref, reference, metadata, sequence, created_at, expires_at,
                        api_key_id, client_address, request_id, inquired_at, payment_link_id,
                        chain_id, price_id, fee_base_satang, fee_satang, fee_vat_satang,
                        fee_vat_rate)
    select order_id, ${kind}, ${method}, merchant_id, account_id, routing, 'pending',
           amount_satang, ref, reference, metadata, sequence, created_at, expires_at,
           api_key_id, client_address, request_id,
           case when next_inquiry_at is not null then created_at end, payment_link_id, chain_id,
           price_id, case when price_id is not null then 0 end, fee_satang, fee_vat_satang,
           fee_vat_rate
    from allowed
  ), ${details}, new_inquiries as (
    insert into order_inquiries (order_id, next_at)
    select order_id, next_inquiry_at from allowed where next_inquiry_at is not null
  ),
  ${fanOut({ from: 'allowed', at: 'created_at', deliveredBy: 'order_id', isHandedOver: true })}
  insert into outbox_messages (topic, subject, detail, trace_parent)
  select 'start', order_id, ${startDetail(creation.kind, creation.method)}, trace_parent
  from allowed
  union all select 'deliver', id, null, null from new_deliveries
  returning id, topic, subject, detail, trace_parent`;
  return (rows) => sql`
  with input as (
    select * from json_to_recordset(${JSON.stringify(rows)}::json)${rest}`;
}

const literal = (text: string | null): Sql => raw(text === null ? 'null::text' : `'${text}'`);

export interface Created {
  /** Ids. Orders whose key was in use are missing. */
  readonly created: ReadonlySet<string>;
  readonly messages: readonly OutboxMessage[];
}

/**
 * An order whose key is in use is not created and leaves no row. Throws, and creates none, when any
 * order cannot be written.
 */
export async function createOrders<Order extends NewOrder>(
  db: Db,
  creation: { readonly name: string; readonly statement: Creation },
  orders: readonly Order[],
  detailsOf: (order: Order) => Readonly<Record<string, unknown>>,
): Promise<Created> {
  const rows = withoutDuplicateKeys(orders).map((order) => ({
    ...toRow(order),
    ...detailsOf(order),
  }));
  const messages = await run<OutboxMessage>(db, creation.name, creation.statement(rows));
  const started = messages.filter(({ topic }) => topic === 'start');
  return { created: new Set(started.map(({ subject }) => subject)), messages };
}

/** Of several orders with one key the first is created; for the others the key is in use. */
function withoutDuplicateKeys<Order extends NewOrder>(orders: readonly Order[]): readonly Order[] {
  const seen = new Set<string>();
  return orders.filter(({ claim }) => {
    if (claim === null) return true;
    const scope = JSON.stringify([claim.merchantId, claim.operation, claim.key]);
    return !seen.has(scope) && seen.add(scope);
  });
}

function toRow({ claim, ...order }: NewOrder): Readonly<Record<string, unknown>> {
  return {
    order_id: order.orderId,
    merchant_id: order.merchantId,
    account_id: order.accountId,
    routing: order.routing ?? undefined,
    amount_satang: order.amountSatang,
    payment_link_id: order.paymentLinkId ?? undefined,
    chain_id: order.chainId ?? undefined,
    ...(order.fee && {
      price_id: order.fee.priceId,
      fee_satang: order.fee.feeSatang,
      fee_vat_satang: order.fee.vatSatang,
      fee_vat_rate: order.fee.vatRate,
      fee_held_satang: order.fee.heldSatang,
    }),
    created_at: order.createdAt,
    event_id: order.event?.id,
    event_body: order.event?.body,
    operation: claim?.operation,
    key: claim?.key,
    fingerprint: claim === null ? null : `\\x${claim.fingerprint.toString('hex')}`,
    next_inquiry_at: order.nextInquiryAt ?? undefined,
    ...originColumns(order.origin),
    trace_parent: order.origin?.traceParent ?? undefined,
  };
}
