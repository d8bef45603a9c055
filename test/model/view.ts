import type { Db } from '../../src/platform/postgres/connect';
import { directionOf } from '../../src/orders/rules/kinds';
import {
  isOpen,
  ordersOf,
  reportKey,
  reversedOf,
  type Exception,
  type Order,
  type Report,
  type World,
} from './world';

/** The observable state of gateway and model, by which they are compared. */
export interface View {
  readonly balances: readonly (readonly [available: number, held: number, pending: number])[];
  readonly suspense: number;
  readonly outside: number;
  readonly lost: number;
  readonly orders: readonly object[];
  readonly exceptions: readonly string[];
}

export const viewOf = (world: World): View => ({
  balances: world.balances.map(({ available, held, pending }) => [available, held, pending]),
  suspense: world.suspense,
  outside: world.outside,
  lost: world.lost,
  orders: ordersOf(world).map(orderView),
  exceptions: world.exceptions.map(exceptionLine).toSorted(),
});

const orderView = (order: Order): object => ({
  tag: order.tag,
  kind: order.kind,
  merchant: order.merchant,
  satang: order.satang,
  status: order.status,
  late: order.late,
  transfers: cameIn(order)
    .map(({ satang, transaction }) => `${satang} ${transaction}`)
    .toSorted(),
  reversed: reversedOf(order),
  refunding: order.refunding,
  refunded: order.refunded,
  events: order.events,
  waiting: order.inbox.map(reportKey),
  // The end of an order resets the count of calls without an answer.
  request: order.request && {
    ...order.request,
    failedCalls: isOpen(order) ? order.request.failedCalls : 0,
  },
  slips: order.slips.length,
});

/** Amounts booked by callbacks. Those booked by operators show in the balances. */
const cameIn = ({ kind, booked }: Order) =>
  directionOf(kind) === 'in' ? booked.filter(({ byOperator }) => !byOperator) : [];

export function exceptionLine({ kind, about, report, suspended, resolution }: Exception): string {
  // An unbooked movement can get its id later.
  const shown = report !== null && suspended === 0 ? { ...report, transaction: null } : report;
  const content = shown === null ? 'nothing' : reportKey(shown);
  return `${kind} of ${about}: ${content}, ${suspended} suspended, ${resolution ?? 'open'}`;
}

interface Seen {
  balances: { merchant: string; available: number; held: number; pending: number }[];
  accounts: Partial<Record<'suspense' | 'provider_clearing' | 'written_off', number>>;
  orders: SeenOrder[];
  exceptions: SeenException[];
}

interface SeenOrder extends Record<string, unknown> {
  id: string;
  merchant: string;
  events: string[] | null;
  transfers: string[] | null;
  waiting: Pick<Report, 'outcome' | 'satang' | 'transaction'>[] | null;
}

interface SeenException {
  kind: string;
  order_id: string | null;
  named: string | null;
  outcome: 'succeeded' | 'failed' | null;
  satang: number | null;
  transaction: string | null;
  suspended: number;
  resolution: string | null;
}

/** One statement, for a consistent snapshot. */
const everything = `select
  (select json_agg(json_build_object('merchant', merchant_id, 'available', available_satang,
                                     'held', held_satang, 'pending', pending_satang))
   from balances) as balances,
  (select json_object_agg(account, satang) from (
     select account, sum(amount_satang) as satang from postings group by account) as sums
  ) as accounts,
  (select coalesce(json_agg(seen), '[]') from (
     select orders.id, kind, merchant_id as merchant, amount_satang as satang, status, late,
            reversed_satang as reversed, refunding_satang as refunding, refunded_satang as refunded,
            (select array_agg(name order by sequence) from events where order_id = orders.id)
              as events,
            (select array_agg(booked_satang || ' ' || coalesce(movements.transaction_id, 'null'))
             from callbacks join movements on movements.id = callbacks.movement_id
             where callbacks.order_id = orders.id and booked_satang is not null) as transfers,
            (select json_agg(json_build_object('outcome', reported, 'satang', amount_satang,
                                               'transaction', transaction_id)
                             order by received_at, id)
             from callbacks where order_id = orders.id and applied_at is null) as waiting,
            case when claims is not null then json_build_object(
              'claims', claims, 'denials', denials,
              'accepted', accepted_at is not null,
              'failedCalls', case when orders.status in ('pending', 'processing') then failed_calls
                                else 0 end,
              'claim', case when claimed_at > now() - interval '30 seconds' then 'fresh'
                            when claimed_at is null then 'none' else 'old' end,
              'next', case when next_inquiry_at > now() then 'later'
                           when next_inquiry_at is null then 'unplanned' else 'due' end)
            end as request,
            (select count(*) from slips where order_id = orders.id) as slips
     from orders left join provider_requests on provider_requests.order_id = orders.id) as seen
  ) as orders,
  (select coalesce(json_agg(seen), '[]') from (
     select exceptions.kind, exceptions.order_id, callbacks.named_order as named,
            reported as outcome,
            callbacks.amount_satang as satang, transaction_id as transaction, resolution,
            coalesce((select amount_satang from transfers
                      where transfers.callback_id = exceptions.callback_id
                        and transfers.kind = 'suspend'), 0) as suspended
     from exceptions left join callbacks on callbacks.id = exceptions.callback_id) as seen
  ) as exceptions`;

/** The gateway's state from its database, with the model's names. */
export async function seeGateway(
  db: Db,
  merchants: readonly string[],
  tagOf: (id: string) => string,
): Promise<View> {
  const { rows } = (await db.raw(everything)) as { rows: Seen[] };
  const [seen] = rows;
  if (seen === undefined) throw new Error('the database returned no row');
  const { accounts } = seen;
  return {
    balances: merchants.map((id) => {
      const balance = seen.balances.find(({ merchant }) => merchant === id);
      const { available = Number.NaN, held = Number.NaN, pending = Number.NaN } = balance ?? {};
      return [available, held, pending];
    }),
    suspense: accounts.suspense ?? 0,
    outside: accounts.provider_clearing ?? 0,
    lost: accounts.written_off ?? 0,
    orders: seen.orders
      .map(({ id, merchant, events, transfers, waiting, ...order }) => ({
        tag: tagOf(id),
        ...order,
        merchant: merchants.indexOf(merchant),
        events: events ?? [],
        transfers: (transfers ?? []).toSorted(),
        waiting: (waiting ?? []).map(reportKey),
      }))
      .toSorted((a, b) => (a.tag < b.tag ? -1 : 1)),
    exceptions: seen.exceptions.map((each) => seenLine(each, tagOf)).toSorted(),
  };
}

function seenLine(exception: SeenException, tagOf: (id: string) => string): string {
  const { kind, order_id: id, named, outcome, suspended, resolution } = exception;
  const { satang, transaction } = exception;
  const report =
    outcome === null
      ? null
      : { outcome, satang, transaction, payer: null, movement: null, isAnswer: false };
  return exceptionLine({ kind, about: tagOf(id ?? named ?? ''), report, suspended, resolution });
}
