import { definitionOf } from '../../domain/orders';
import type { OrderKind, PaymentMethod } from '../../domain/orders';
import type { Db } from '../postgres/connect';
import { run } from '../postgres/connect';
import { raw, sql } from '../postgres/sql';
import type { Sql } from '../postgres/sql';
import type { OutboxMessage } from '../outbox/messages';
import type { IdempotencyClaim } from './idempotency';
import { originColumns } from './origin';
import type { Origin } from './origin';

/** The fields of every new order. */
export interface NewOrder {
  readonly orderId: string;
  readonly merchantId: string;
  readonly amountSatang: number;
  readonly createdAt: Date;
  /** Null without a request. */
  readonly origin: Origin | null;
  /** Its first event; null for a kind whose creation has none. */
  readonly event: { readonly id: string; readonly body: string } | null;
  /** The idempotency key and the answer to bind to it. */
  readonly claim: (IdempotencyClaim & { readonly answer: string }) | null;
}

const commonColumns = `order_id text, merchant_id text, amount_satang bigint, reference text,
  created_at timestamptz, expires_at timestamptz, ref text, metadata json, event_id text,
  event_body text, operation text, key text, fingerprint bytea, answer text, api_key_id text,
  client_address text, request_id text`;

interface Kind {
  readonly kind: OrderKind;
  /** The method of a payment; null for other kinds. */
  readonly method: PaymentMethod | null;
  /** The HTTP status of the answer. */
  readonly httpStatus: number;
  /** Input columns of this kind. */
  readonly columns: string;
  /** Common table expressions that write the details of this kind, from `allowed`. */
  readonly details: string;
  /** A further condition on the rows of `input`, with the expressions it refers to. */
  readonly gate?: { readonly expressions: string; readonly condition: string };
}

/** Builds the statement that creates orders of a kind from their rows. */
export type Creation = (rows: readonly object[]) => Sql;

/**
 * Builds one statement for any number of orders, hence one round trip and one transaction: keys,
 * orders, details of the kind, first events, their deliveries and outbox rows. Keys are inserted in
 * sorted order, so that two processes never deadlock.
 */
export function creationOf(creation: Kind): Creation {
  const { kind, method, httpStatus, columns, details, gate } = creation;
  const { createdEvent: firstEvent } = definitionOf(kind);
  const methodText = method === null ? 'null' : `'${method}'`;
  const rest = raw(` as orders(${commonColumns}, ${columns})
  ), claimed as (
    insert into idempotency_keys (merchant_id, operation, key, fingerprint, status, body)
    select merchant_id, operation, key, fingerprint, ${httpStatus}, answer
    from input where key is not null
    order by merchant_id, operation, key
    on conflict (merchant_id, operation, key) do update
      set fingerprint = excluded.fingerprint, status = excluded.status, body = excluded.body,
          expires_at = excluded.expires_at
      where idempotency_keys.expires_at <= now()
    returning merchant_id, operation, key
  ), ${gate === undefined ? '' : `${gate.expressions}, `}allowed as (
    select * from input
    where (key is null or (merchant_id, operation, key) in (select * from claimed))
      ${gate === undefined ? '' : `and ${gate.condition}`}
  ), new_orders as (
    insert into orders (id, kind, method, merchant_id, status, amount_satang, ref, reference,
                        metadata, sequence, created_at, expires_at, api_key_id, client_address,
                        request_id)
    select order_id, '${kind}', ${methodText}, merchant_id, 'pending', amount_satang, ref,
           reference, metadata, ${firstEvent === null ? 0 : 1}, created_at, expires_at,
           api_key_id, client_address, request_id
    from allowed
  ), ${details}${firstEvent === null ? '' : `, ${announcementOf(firstEvent)}`}
  insert into dispatches (topic, subject, detail)
  select 'start', order_id, json_build_object(
           'kind', '${kind}', 'method', ${methodText}, 'merchantId', merchant_id,
           'reference', reference, 'deadline', expires_at)
  from allowed
  ${firstEvent === null ? '' : "union all select 'deliver', id, null from new_deliveries"}
  returning id, topic, subject, detail`);
  return (rows) => sql`
  with input as (
    select * from json_to_recordset(${JSON.stringify(rows)}::json)${rest}`;
}

/** The first event and its deliveries to subscribed webhooks. */
const announcementOf = (firstEvent: string): string => `
  new_events as (
    insert into events (id, merchant_id, order_id, sequence, name, body, created_at)
    select event_id, merchant_id, order_id, 1, '${firstEvent}', event_body, created_at
    from allowed
  ), new_deliveries as (
    insert into deliveries (id, event_id, webhook_id, order_id, handed_over)
    select 'dlv_' || replace(gen_random_uuid()::text, '-', ''), event_id, webhooks.id, order_id,
           true
    from allowed join webhooks using (merchant_id)
    where webhooks.status = 'active' and '${firstEvent}' = any(webhooks.events)
    returning id
  )`;

export interface Created {
  /** The ids of the created orders; orders whose key was in use are missing. */
  readonly created: ReadonlySet<string>;
  /** Enqueue after the commit. */
  readonly dispatches: readonly OutboxMessage[];
}

/**
 * Runs a creation. An order whose key is in use is not created and leaves no row. Throws, and
 * creates none, when any order cannot be written.
 */
export async function createOrders<Order extends NewOrder>(
  db: Db,
  creation: { readonly name: string; readonly statement: Creation },
  orders: readonly Order[],
  detailsOf: (order: Order) => Readonly<Record<string, unknown>>,
): Promise<Created> {
  const rows = withoutTwins(orders).map((order) => ({ ...toRow(order), ...detailsOf(order) }));
  const dispatches = await run<OutboxMessage>(db, creation.name, creation.statement(rows));
  const started = dispatches.filter(({ topic }) => topic === 'start');
  return { created: new Set(started.map(({ subject }) => subject)), dispatches };
}

/** Of several orders with one key the first is created; for the others the key is in use. */
function withoutTwins<Order extends NewOrder>(orders: readonly Order[]): readonly Order[] {
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
    amount_satang: order.amountSatang,
    created_at: order.createdAt,
    event_id: order.event?.id,
    event_body: order.event?.body,
    operation: claim?.operation,
    key: claim?.key,
    fingerprint: claim === null ? null : `\\x${claim.fingerprint.toString('hex')}`,
    answer: claim?.answer,
    ...originColumns(order.origin),
  };
}
