import type { OrderKind, OrderState } from '../../src/domain/orders';
import type { MovementName } from './commands';

/*
 * What the model believes of the gateway. It is a value: whatever happens makes a new one, so that
 * two things at once can be tried in every order. Money is counted here by its own arithmetic.
 */

export interface World {
  readonly purses: readonly Purse[];
  /** Money that no order explains, money at the bank, and what was given up. */
  readonly suspense: number;
  readonly outside: number;
  readonly lost: number;
  readonly orders: Readonly<Record<string, Order>>;
  readonly exceptions: readonly Exception[];
  /** Orders that do not exist, by the provider's names, of which an amount was told. */
  readonly strays: readonly string[];
  /** By merchant, operation and key: what was asked for, and the order that came of it. */
  readonly keys: Readonly<Record<string, { readonly asked: string; readonly order: string }>>;
}

export interface Purse {
  readonly available: number;
  readonly held: number;
}

/** What the provider says of an order, at the door or when it is asked. */
export interface Word {
  readonly heard: 'succeeded' | 'failed';
  readonly satang: number | null;
  readonly transaction: string | null;
  /** Who paid, and when: the two are told together. */
  readonly payer: string | null;
  /** Which movement it tells of: the gateway is not told, the model knows. Null: of none. */
  readonly movement: MovementName | null;
  readonly isAnswer: boolean;
}

/** The bank's book: what it moves for an order, each movement at most once. */
export function movementOf({ tag, satang }: Pick<Order, 'tag' | 'satang'>, name: MovementName) {
  const more = { A: 0, B: 0, short: -1_000, excess: 1_000, stray: 0 };
  const transaction = `${tag} ${name}`;
  return { name, transaction, payer: `payer of ${transaction}`, satang: satang + more[name] };
}

export interface Order {
  /** The model's name for it; the gateway has an id of its own. */
  readonly tag: string;
  readonly kind: OrderKind;
  readonly byToken: boolean;
  readonly merchant: number;
  readonly satang: number;
  /** Of a refund. */
  readonly payment: string | null;
  readonly status: OrderState;
  readonly late: boolean;
  readonly events: readonly string[];
  /** Said, and not heard yet. */
  readonly inbox: readonly Word[];
  /** Of its money what its merchant was given, and what operators have taken back since. */
  readonly credited: number;
  readonly reversed: number;
  /** Words that no rule could settle, of which an operator was told. */
  readonly questioned: readonly string[];
  /** Movements that were booked, to its credit, into suspense or out of its hold. */
  readonly booked: readonly Booking[];
  readonly refunding: number;
  readonly refunded: number;
  /** Its deadline has passed. */
  readonly isDue: boolean;
  readonly slips: readonly number[];
  /** What the provider is asked to do; null where it only calls. */
  readonly request: Request | null;
  /** How the ledger has followed a provider that took back its word. */
  readonly isFollowed: boolean;
}

/** A movement in the gateway's books. */
export interface Booking {
  readonly movement: MovementName;
  /** Its id, once that was said, and its payer, where the first word said that. */
  readonly transaction: string | null;
  readonly payer: string | null;
  readonly satang: number;
  /** That first told of it. */
  readonly word: Word;
  /** An operator booked it, whom no word had told enough. */
  readonly byOperator: boolean;
}

export interface Request {
  readonly sends: number;
  readonly denials: number;
  readonly unreached: number;
  /** When somebody last set out to ask: a call of a moment ago may still be under way. */
  readonly claim: 'none' | 'fresh' | 'old';
  readonly look: 'unplanned' | 'later' | 'due';
}

export interface Exception {
  readonly kind: string;
  /** An order's tag, or what the provider called an order that nobody knows. */
  readonly about: string;
  readonly word: Word | null;
  readonly suspended: number;
  readonly resolution: string | null;
}

export const emptyWorld = (openings: readonly number[]): World => ({
  purses: openings.map((available) => ({ available, held: 0 })),
  suspense: 0,
  outside: -openings.reduce((sum, each) => sum + each, 0),
  lost: 0,
  orders: {},
  exceptions: [],
  strays: [],
  keys: {},
});

type Place = 'available' | 'held' | 'suspense' | 'outside' | 'lost';

/** Takes money from one place and gives it to another, for a merchant. */
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
  if (place === 'available' || place === 'held') {
    const purses = world.purses.map((purse, index) =>
      index === merchant ? { ...purse, [place]: purse[place] + satang } : purse,
    );
    return { ...world, purses };
  }
  return { ...world, [place]: world[place] + satang };
}

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

export function changeRequest(
  world: World,
  tag: string,
  to: (request: Request) => Partial<Request>,
): World {
  const { request } = orderOf(world, tag);
  if (request === null) throw new Error(`nothing is asked of the provider for ${tag}`);
  return change(world, tag, { request: { ...request, ...to(request) } });
}

/** Orders in the order in which commands made them, whichever of two at once came first. */
export const ordersOf = (world: World): readonly Order[] =>
  Object.values(world.orders).toSorted((a, b) => (a.tag < b.tag ? -1 : 1));

export const isOpen = ({ status }: Order): boolean =>
  status === 'pending' || status === 'processing';

/** Words that say the same. */
export const saying = ({
  heard,
  satang,
  transaction,
}: Pick<Word, 'heard' | 'satang' | 'transaction'>): string =>
  `${heard} ${satang ?? 'all'} by ${transaction ?? 'nothing'}`;
