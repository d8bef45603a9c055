import type { AnyCall, Endpoint } from './endpoint';
import { operations } from './operations';
import { createSend } from './send';
import type { CallOptions, Outgoing, SaphanOptions, Send } from './send';
import type { Event } from './events';
import type * as shape from './shapes';

/** One method for each row of the table: its arguments, and options after them. */
type Methods = {
  readonly [Name in keyof typeof operations]: (typeof operations)[Name] extends Endpoint<infer Call>
    ? Method<Call>
    : never;
};
type Method<Call extends AnyCall> = Call extends (...args: infer Args) => infer Answer
  ? (...args: [...Args, options?: CallOptions]) => Promise<Answer>
  : never;

const Operations = class {
  constructor(send: Send) {
    for (const [name, endpoint] of Object.entries(operations)) {
      Object.defineProperty(this, name, { value: methodOf(endpoint, send), enumerable: true });
    }
  }
} as new (send: Send) => Methods;

/** A list as the iterators take it: they say themselves where a page begins. */
type Sought<Query> = Omit<Query, 'cursor' | 'offset'>;

/**
 * A merchant's side of the gateway. Every method rejects with a SaphanError; what may pass by
 * itself (no answer, 429, 5xx) is tried again before that, a POST under the same idempotency key.
 */
export class Saphan extends Operations {
  /** Throws TypeError when `baseUrl` is none. */
  constructor(options: SaphanOptions) {
    super(createSend(options));
  }

  /** All payments, newest first, read page after page. `limit` is the size of a page. */
  payments(query: Sought<shape.PaymentsQuery> = {}): AsyncGenerator<shape.Payment> {
    return itemsOf(this.listPayments, ({ payments }) => payments, query);
  }

  /** All refunds, as `payments` has payments. */
  refunds(query: Sought<shape.RefundsQuery> = {}): AsyncGenerator<shape.Refund> {
    return itemsOf(this.listRefunds, ({ refunds }) => refunds, query);
  }

  /** All payments and refunds, as `payments` has payments. */
  transactions(query: Sought<shape.TransactionsQuery> = {}): AsyncGenerator<shape.Transaction> {
    return itemsOf(this.listTransactions, ({ transactions }) => transactions, query);
  }

  /** All deposits, as `payments` has payments. */
  deposits(query: Sought<shape.DepositsQuery> = {}): AsyncGenerator<shape.ListedDeposit> {
    return itemsOf(this.listDeposits, ({ deposits }) => deposits, query);
  }

  /** All withdrawals, as `payments` has payments. */
  withdrawals(query: Sought<shape.WithdrawalsQuery> = {}): AsyncGenerator<shape.Withdrawal> {
    return itemsOf(this.listWithdrawals, ({ withdrawals }) => withdrawals, query);
  }

  /** All lines of the ledger behind the balance, newest first. */
  balanceEntries(
    query: Sought<shape.BalanceEntriesQuery> = {},
  ): AsyncGenerator<shape.BalanceEntry> {
    return itemsOf(this.listBalanceEntries, ({ entries }) => entries, query);
  }

  /** All that was sent to a webhook, newest first. */
  deliveries(
    webhookId: string,
    query: Sought<shape.DeliveriesQuery> = {},
  ): AsyncGenerator<shape.Delivery> {
    const list = (page: shape.DeliveriesQuery) => this.listDeliveries(webhookId, page);
    return itemsOf(list, ({ deliveries }) => deliveries, query);
  }

  /** All events of the last 90 days, newest first, whoever subscribed. */
  events(query: Sought<shape.EventsQuery> = {}): AsyncGenerator<Event> {
    return itemsOf(this.listEvents, ({ events }) => events, query);
  }
}

const PAGE_SIZE = 100;

async function* itemsOf<Query extends object, Page extends { next_cursor: string | null }, Item>(
  list: (query: Query & { limit: number; cursor?: string }) => Promise<Page>,
  itemsIn: (page: Page) => readonly Item[],
  query: Query,
): AsyncGenerator<Item> {
  for (let from: { cursor?: string } = {}; ;) {
    const page = await list({ limit: PAGE_SIZE, ...query, ...from });
    yield* itemsIn(page);
    if (page.next_cursor === null) return;
    from = { cursor: page.next_cursor };
  }
}

/** Ids first, then the query or the body where there is one, then options. */
function methodOf({ method, path, input }: Endpoint<AnyCall>, send: Send) {
  const steps = path.split('/');
  const idsCount = steps.filter((step) => step.startsWith(':')).length;
  return async (...args: readonly unknown[]): Promise<unknown> => {
    const ids = args.slice(0, idsCount);
    const [sent, options] = input === null ? [undefined, args[idsCount]] : args.slice(idsCount);
    const filled = steps.map((step) => (step.startsWith(':') ? idIn(ids.shift(), step) : step));
    return send({
      method,
      path: filled.join('/') + (input === 'query' ? searchOf(sent as object | undefined) : ''),
      body: input === 'body' ? ((sent as Outgoing['body'] | undefined) ?? null) : null,
      options: options ?? {},
    });
  };
}

/** Throws TypeError for what would change the path that it is put into. */
function idIn(id: unknown, step: string): string {
  if (typeof id === 'string' && /^[\w-]+$/.test(id)) return id;
  throw new TypeError(`${step.slice(1)} must be an id as the gateway gives them.`);
}

function searchOf(query: object = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue;
    search.set(name, value instanceof Date ? value.toISOString() : String(value));
  }
  return search.size === 0 ? '' : `?${search.toString()}`;
}
