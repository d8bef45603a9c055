import { directionOf, type OrderKind, type OrderState } from '../../src/orders/rules/kinds';
import type { MovementName } from './commands';

/*
 * The model's state of the gateway. Immutable, so that concurrent commands can be tried in every
 * order. Amounts are computed independently of the gateway.
 */

export interface World {
  readonly balances: readonly Balance[];
  /** Accounts: suspense, the bank, and written-off money. */
  readonly suspense: number;
  readonly outside: number;
  readonly lost: number;
  readonly orders: Readonly<Record<string, Order>>;
  readonly exceptions: readonly Exception[];
  /** Unknown orders for which an amount was reported, by the provider's names. */
  readonly unknownOrders: readonly string[];
  /** The request and its order, by merchant, operation and key. */
  readonly keys: Readonly<Record<string, { readonly request: string; readonly order: string }>>;
}

export interface Balance {
  readonly available: number;
  readonly held: number;
  /** What was credited and has not matured. */
  readonly pending: number;
  /** Of the money of today; null for a merchant whose money is available at once. */
  readonly day: 'new' | 'open' | 'matured' | null;
}

/** A report of the provider: a callback or an inquiry's answer. */
export interface Report {
  readonly outcome: 'succeeded' | 'failed';
  readonly satang: number | null;
  readonly transaction: string | null;
  /** Payer and time, which are reported together. */
  readonly payer: string | null;
  /** The reported movement, which the model knows and the gateway does not; null for none. */
  readonly movement: MovementName | null;
  readonly isAnswer: boolean;
}

/** The bank's movements of an order, each made at most once. */
export function movementOf({ tag, satang }: Pick<Order, 'tag' | 'satang'>, name: MovementName) {
  const more = { A: 0, B: 0, short: -1_000, excess: 1_000, 'other kind': 0 };
  const transaction = `${tag} ${name}`;
  return { name, transaction, payer: `payer of ${transaction}`, satang: satang + more[name] };
}

export interface Order {
  /** The model's name; the gateway has an id. */
  readonly tag: string;
  readonly kind: OrderKind;
  readonly byToken: boolean;
  readonly merchant: number;
  readonly satang: number;
  /** The refunded payment. */
  readonly payment: string | null;
  readonly status: OrderState;
  readonly late: boolean;
  readonly events: readonly string[];
  /** Pending reports. */
  readonly inbox: readonly Report[];
  /**
   * The amount credited to its merchant, the amount charged or absorbed since, and the part of that
   * which no refund has.
   */
  readonly credited: number;
  readonly charged: number;
  readonly reversed: number;
  /**
   * Of a payout: the net amount that has left, and the part of its own amount that is reserved or
   * has left. Of a refund: as far as its payment had it.
   */
  readonly left: number;
  readonly share: number;
  /** Reports for which an exception was opened. */
  readonly exceptedReports: readonly string[];
  /** Movements booked to its credit, to suspense or from its hold. */
  readonly booked: readonly Booking[];
  readonly refunding: number;
  readonly refunded: number;
  /** Of an incoming order: what is pending of it. And what this order has taken of that. */
  readonly pending: number;
  readonly recalled: number;
  /** Its deadline has passed. */
  readonly isDue: boolean;
  readonly slips: readonly number[];
  /** The provider request; null for orders without one. */
  readonly request: Request | null;
}

/** A booked movement. */
export interface Booking {
  readonly movement: MovementName;
  /** Its transaction id once reported, and its payer if the first report had one. */
  readonly transaction: string | null;
  readonly payer: string | null;
  readonly satang: number;
  /** The first report of it. */
  readonly report: Report;
  /** An operator booked it without sufficient evidence. */
  readonly byOperator: boolean;
}

export interface Request {
  readonly claims: number;
  readonly denials: number;
  /** The provider stated that it has the request. */
  readonly accepted: boolean;
  readonly failedCalls: number;
  /** Age of the last claim: a fresh one may belong to a call in progress. */
  readonly claim: 'none' | 'fresh' | 'old';
  readonly next: 'unplanned' | 'later' | 'due';
}

export interface Exception {
  readonly kind: string;
  /** The tag of an order, or the provider's name of an unknown one. */
  readonly about: string;
  readonly report: Report | null;
  readonly suspended: number;
  readonly resolution: string | null;
}

/** The money of the first merchant matures. */
export const emptyWorld = (openings: readonly number[]): World => ({
  balances: openings.map((available, index) => {
    return { available, held: 0, pending: 0, day: index === 0 ? 'new' : null };
  }),
  suspense: 0,
  outside: -openings.reduce((sum, each) => sum + each, 0),
  lost: 0,
  orders: {},
  exceptions: [],
  unknownOrders: [],
  keys: {},
});

type Place = 'available' | 'held' | 'pending' | 'suspense' | 'outside' | 'lost';

/** Moves money between two accounts of a merchant. */
export function shift(
  world: World,
  merchant: number,
  satang: number,
  from: Place,
  to: Place,
): World {
  return add(add(world, merchant, -satang, from), merchant, satang, to);
}

function add(world: World, merchant: number, satang: number, place: Place): World {
  if (place === 'available' || place === 'held' || place === 'pending') {
    return balance(world, merchant, (its) => ({ [place]: its[place] + satang }));
  }
  return { ...world, [place]: world[place] + satang };
}

const balance = (
  world: World,
  merchant: number,
  to: (balance: Balance) => Partial<Balance>,
): World => ({
  ...world,
  balances: world.balances.map((its, index) => (index === merchant ? { ...its, ...to(its) } : its)),
});

export function orderOf(world: World, tag: string): Order {
  const order = world.orders[tag];
  if (order === undefined) throw new Error(`the model knows of no ${tag}`);
  return order;
}

export function change(
  world: World,
  tag: string,
  to: Partial<Order> | ((order: Order) => Partial<Order>),
): World {
  const order = orderOf(world, tag);
  const changed = { ...order, ...(typeof to === 'function' ? to(order) : to) };
  return { ...world, orders: { ...world.orders, [tag]: changed } };
}

/** What is still due for an incoming order: what was given back is due again. */
export const dueOf = ({ satang, credited, reversed, refunding }: Order): number =>
  satang - credited + reversed + refunding;

/** Money that was charged, or that refunds paid out without a share, cannot be refunded again. */
export function withReversed(world: World, tag: string): World {
  const { charged, credited, refunding } = orderOf(world, tag);
  const lost = ordersOf(world)
    .filter((refund) => refund.payment === tag && !isOpen(refund))
    .reduce((sum, { left, satang, share }) => sum + Math.max(0, Math.min(left, satang) - share), 0);
  const reversed = Math.max(0, Math.min(charged + lost, credited - refunding));
  return change(world, tag, { reversed });
}

/** The reversed amount: of a payout what came back, or left although it had failed. */
export function reversedOf(order: Order): number {
  if (directionOf(order.kind) === 'in') return order.reversed;
  if (isOpen(order)) return 0;
  return order.status === 'failed' ? order.share : order.satang - order.share;
}

export function changeRequest(
  world: World,
  tag: string,
  to: (request: Request) => Partial<Request>,
): World {
  const { request } = orderOf(world, tag);
  if (request === null) throw new Error(`${tag} has no provider request`);
  return change(world, tag, { request: { ...request, ...to(request) } });
}

/** Orders in the order of their commands, independent of concurrency. */
export const ordersOf = (world: World): readonly Order[] =>
  Object.values(world.orders).toSorted((a, b) => (a.tag < b.tag ? -1 : 1));

export const isOpen = ({ status }: Order): boolean =>
  status === 'pending' || status === 'processing';

/** The parts of a report that distinguish it from others, as text. */
export const reportKey = ({
  outcome,
  satang,
  transaction,
}: Pick<Report, 'outcome' | 'satang' | 'transaction'>): string =>
  `${outcome} ${satang ?? 'all'} by ${transaction ?? 'nothing'}`;

/** New money of an incoming order waits for its bank days, unless its day has matured. */
export function defer(world: World, tag: string, satang: number): World {
  const { merchant, pending } = orderOf(world, tag);
  const day = world.balances[merchant]?.day ?? null;
  if (satang === 0 || day === null || day === 'matured') return world;
  const opened = balance(world, merchant, () => ({ day: 'open' }));
  const moved = shift(opened, merchant, satang, 'available', 'pending');
  return change(moved, tag, { pending: pending + satang });
}

/** What an order takes comes first of what is pending of it, or of its payment. */
export function recall(world: World, tag: string, satang: number): World {
  const { merchant, payment, recalled } = orderOf(world, tag);
  const from = payment ?? tag;
  const taken = Math.min(orderOf(world, from).pending, satang);
  const moved = shift(world, merchant, taken, 'pending', 'available');
  const left = change(moved, from, ({ pending }) => ({ pending: pending - taken }));
  return change(left, tag, { recalled: recalled + taken });
}

/** What a refund had taken is pending again when it comes back. */
export function deferAgain(world: World, tag: string, satang: number): World {
  const { merchant, payment, recalled } = orderOf(world, tag);
  if (payment === null) return world;
  const back = Math.min(recalled, satang);
  const moved = shift(world, merchant, back, 'available', 'pending');
  const kept = change(moved, payment, ({ pending }) => ({ pending: pending + back }));
  return change(kept, tag, { recalled: recalled - back });
}

/** All bank days are over. */
export function mature(world: World): World {
  const orders = Object.fromEntries(
    Object.entries(world.orders).map(([tag, order]) => [
      tag,
      { ...order, pending: 0, recalled: 0 },
    ]),
  );
  const balances = world.balances.map((its): Balance => {
    const { available, pending, day } = its;
    const next = day === 'open' ? 'matured' : day;
    return { ...its, available: available + pending, pending: 0, day: next };
  });
  return { ...world, orders, balances };
}
