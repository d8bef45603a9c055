import { unreachable, unreadable, type Answer, type Unreachable } from './answers';
import type { Found, Inquiry } from './connector';

/** A list that was read to its end without the sought object. */
export interface Complete {
  readonly kind: 'complete';
  /** See `HttpResult`. */
  readonly clockAheadMs: number | null;
}
/** The sought object, as its list has it. */
export interface Listed<Item> {
  readonly kind: 'listed';
  readonly item: Item;
}
export interface Page<Item, Cursor> {
  readonly kind: 'page';
  readonly items: readonly Item[];
  /** Null on the last page. */
  readonly next: Cursor | null;
  readonly clockAheadMs: number | null;
}

/** `Item` is the object as a list has it. */
export interface ObjectSearch<Thing extends { readonly id: string }, Item> {
  /** The id must have its documented form, because it becomes part of a URL. */
  isId(id: string): boolean;
  fetch(id: string): Promise<Answer<Thing>>;
  /** Null when the object names no order. */
  orderIdOf(thing: Thing): string | null;
  /** Time after a call until a list shows what the call created. */
  readonly settlesMs: number;
  /** Searches the objects that were created in a window of Unix milliseconds. */
  list(from: number, to: number): Promise<Listed<Item> | Complete | Unreachable>;
  /** Null when the object is unreadable. */
  read(item: Item): Thing | null;
  stateOf(thing: Thing): Found | Promise<Found>;
}

const PAGES_MAX = 50;
const WALK_MAX_MS = 8_000;
const CLOCK_SKEW_MS = 60_000;
/** The longer list begins this long before the order: the gateway's clock may have been wrong. */
const WRONG_CLOCK_MS = 3_600_000;
const CLOCK_DIFFERENCE_MAX_MS = 30_000;

/**
 * By the provider's id, or else in lists. An id that the provider does not know is no proof that
 * nothing was created: the key may be of another account.
 */
export async function findObject<Thing extends { readonly id: string }, Item>(
  inquiry: Inquiry,
  search: ObjectSearch<Thing, Item>,
): Promise<Found> {
  const { providerRef } = inquiry;
  if (providerRef !== null) {
    if (!search.isId(providerRef)) return unreachable('invalid_reference');
    const answer = await search.fetch(providerRef);
    if (answer.kind !== 'ok') return unreachable(answer);
    const { object: thing } = answer;
    const isOurs = (search.orderIdOf(thing) ?? inquiry.orderId) === inquiry.orderId;
    const isAsked = thing.id === providerRef && isOurs;
    return isAsked ? search.stateOf(thing) : unreachable(unreadable.reason);
  }
  return findInWindows(inquiry, search.settlesMs, async (from, to) => {
    const listed = await search.list(from, to);
    if (listed.kind !== 'listed') return listed;
    const thing = search.read(listed.item);
    if (thing === null) return unreachable(unreadable.reason);
    return withRef(await search.stateOf(thing), thing.id);
  });
}

/** Ends when `isSought` returns true for an item. */
export async function walkPages<Item, Cursor>(
  first: Cursor,
  readPage: (from: Cursor) => Promise<Page<Item, Cursor> | Unreachable>,
  isSought: (item: Item) => boolean,
): Promise<Listed<Item> | Complete | Unreachable> {
  const startedAt = Date.now();
  let from = first;
  for (let pages = 0; pages < PAGES_MAX && Date.now() - startedAt < WALK_MAX_MS; pages++) {
    const page = await readPage(from);
    if (page.kind === 'unreachable') return page;
    const item = page.items.find(isSought);
    if (item !== undefined) return { kind: 'listed', item };
    if (page.next === null) return { kind: 'complete', clockAheadMs: page.clockAheadMs };
    if (page.items.length === 0) return unreachable(unreadable.reason);
    from = page.next;
  }
  return unreachable('list_too_long');
}

/**
 * Searches what was created between the order and the end of the call, where most objects are, then
 * a longer window. Times are Unix milliseconds of the gateway's clock.
 */
async function findInWindows(
  { createdAt, sentForMs }: Inquiry,
  settlesMs: number,
  search: (from: number, to: number) => Promise<Found | Complete>,
): Promise<Found> {
  const askedAt = Date.now();
  const calledAt = sentForMs === null ? createdAt.getTime() : askedAt - sentForMs;
  const settledAt = calledAt + settlesMs;
  const startedAt = Math.min(createdAt.getTime(), calledAt);
  const short = await search(startedAt - CLOCK_SKEW_MS, Math.min(settledAt, askedAt));
  if (short.kind !== 'complete') return short;
  const long = await search(startedAt - WRONG_CLOCK_MS, askedAt);
  const isSettled = sentForMs === null ? askedAt >= settledAt : sentForMs >= settlesMs;
  return long.kind === 'complete' ? notListed(isSettled, long) : long;
}

/**
 * Complete lists without the object prove nothing before they are settled, nor while the clocks of
 * the gateway and the provider differ: the time of settling may not have passed.
 */
export function notListed(isSettled: boolean, { clockAheadMs }: Complete): Found {
  if (!isSettled) return { kind: 'waiting' };
  const isRight = clockAheadMs !== null && Math.abs(clockAheadMs) <= CLOCK_DIFFERENCE_MAX_MS;
  return isRight ? { kind: 'not_found' } : unreachable('clock_differs');
}

/** For an object that was found in a list: its order has the object's id from now on. */
export const withRef = (found: Found, providerRef: string): Found =>
  found.kind === 'succeeded' || found.kind === 'waiting' ? { ...found, providerRef } : found;
