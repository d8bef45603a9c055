import type { AnyCall, Endpoint } from './endpoint';
import { operations } from './operations';
import { createSend, type CallOptions, type Outgoing, type SaphanOptions, type Send } from './send';
import type { Event } from './events';
import type * as types from './types';

/** One method for each operation: its arguments, followed by options. */
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

/** The query of an iterator, which sets the position of each page itself. */
type Filters<Query> = Omit<Query, 'cursor' | 'offset'>;

/**
 * The client of a merchant. Every method rejects with a SaphanError. Transient errors (connection
 * errors, 429, 5xx) are retried first, a POST with the same idempotency key.
 */
export class Saphan extends Operations {
  /** Throws TypeError for an invalid option, without its value. */
  constructor(options: SaphanOptions) {
    super(createSend(options));
  }

  /** Iterates over all payments, newest first. `limit` is the page size. */
  payments(query: Filters<types.PaymentsQuery> = {}): AsyncGenerator<types.Payment> {
    return itemsOf(this.listPayments, ({ payments }) => payments, query);
  }

  /** Iterates over all payment links, newest first. */
  paymentLinks(query: Filters<types.PaymentLinksQuery> = {}): AsyncGenerator<types.PaymentLink> {
    return itemsOf(this.listPaymentLinks, ({ payment_links }) => payment_links, query);
  }

  /** Iterates over all refunds, newest first. */
  refunds(query: Filters<types.RefundsQuery> = {}): AsyncGenerator<types.Refund> {
    return itemsOf(this.listRefunds, ({ refunds }) => refunds, query);
  }

  /** Iterates over all payments and refunds, newest first. */
  transactions(query: Filters<types.TransactionsQuery> = {}): AsyncGenerator<types.Transaction> {
    return itemsOf(this.listTransactions, ({ transactions }) => transactions, query);
  }

  /** Iterates over all deposits, newest first. */
  deposits(query: Filters<types.DepositsQuery> = {}): AsyncGenerator<types.ListedDeposit> {
    return itemsOf(this.listDeposits, ({ deposits }) => deposits, query);
  }

  /** Iterates over all withdrawals, newest first. */
  withdrawals(query: Filters<types.WithdrawalsQuery> = {}): AsyncGenerator<types.Withdrawal> {
    return itemsOf(this.listWithdrawals, ({ withdrawals }) => withdrawals, query);
  }

  /** Iterates over the ledger entries behind the balance, newest first. */
  balanceEntries(
    query: Filters<types.BalanceEntriesQuery> = {},
  ): AsyncGenerator<types.BalanceEntry> {
    return itemsOf(this.listBalanceEntries, ({ entries }) => entries, query);
  }

  /** Iterates over all requests for the approval of another person, newest first. */
  approvals(query: Filters<types.ApprovalsQuery> = {}): AsyncGenerator<types.Approval> {
    return itemsOf(this.listApprovals, ({ approvals }) => approvals, query);
  }

  /** Iterates over all deliveries to a webhook, newest first. */
  deliveries(
    webhookId: string,
    query: Filters<types.DeliveriesQuery> = {},
  ): AsyncGenerator<types.Delivery> {
    const list = (page: types.DeliveriesQuery) => this.listDeliveries(webhookId, page);
    return itemsOf(list, ({ deliveries }) => deliveries, query);
  }

  /** Iterates over all events of the last 90 days, newest first. */
  events(query: Filters<types.EventsQuery> = {}): AsyncGenerator<Event> {
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

/** The arguments are the IDs, the query or body if the operation has one, and options. */
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

/** Throws TypeError for text that would change the path. */
function idIn(id: unknown, step: string): string {
  if (typeof id === 'string' && /^[\w-]+$/.test(id)) return id;
  throw new TypeError(`${step.slice(1)} must be an ID issued by the gateway.`);
}

function searchOf(query: object = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue;
    search.set(name, value instanceof Date ? value.toISOString() : String(value));
  }
  return search.size === 0 ? '' : `?${search.toString()}`;
}
