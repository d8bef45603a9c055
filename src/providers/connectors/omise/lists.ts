import type { z } from 'zod';
import { unreachable, type Unreachable } from '../answers';
import type { Found, Inquiry } from '../connector';
import { findObject, walkPages, type Page } from '../listing';
import type { OmiseApi } from './api';
import { list, type Listed } from './objects';

/**
 * A list shows what a call created at most 60 s after the call. 30 s are added, because an inquiry
 * may know the start of the call only.
 */
export const WINDOW_SETTLES_MS = 90_000;

type Named = Pick<Listed, 'id' | 'metadata'>;

const orderIdOf = ({ metadata }: Named): string | null => metadata?.order_id ?? null;

/** Finds the object by its id or by `metadata.order_id`. */
export const findOne = <Thing extends Named>(
  api: OmiseApi,
  { path, schema, id }: { path: string; schema: z.ZodType<Thing>; id: z.ZodType<string> },
  inquiry: Inquiry,
  stateOf: (object: Thing) => Found | Promise<Found>,
): Promise<Found> => {
  const { orderId } = inquiry;
  return findObject<Thing, Listed>(inquiry, {
    isId: (ref) => id.safeParse(ref).success,
    fetch: (ref) => api.call(schema, { method: 'GET', path: `${path}/${ref}`, orderId }),
    orderIdOf,
    settlesMs: WINDOW_SETTLES_MS,
    list: (from, to) =>
      walkList(api, { path, from, to, orderId }, (one) => orderIdOf(one) === orderId),
    read: (item) => api.read(schema, item),
    stateOf,
  });
};

/** Objects created in a window of Unix milliseconds, oldest first; see `walkPages`. */
export function walkList(
  api: OmiseApi,
  { path, from, to, orderId }: { path: string; from: number; to: number; orderId: string },
  isSought: (object: Listed) => boolean,
) {
  const window = { from: secondOf(from), to: secondOf(to), order: 'chronological' };
  async function readPage(offset: number): Promise<Page<Listed, number> | Unreachable> {
    const page = { ...window, limit: '100', offset: String(offset) };
    const query = new URLSearchParams(page).toString();
    const answer = await api.call(list, { method: 'GET', path: `${path}?${query}`, orderId });
    if (answer.kind !== 'ok') return unreachable(answer);
    const { clockAheadMs, object: shown } = answer;
    const isAsked = secondOf(+shown.from) <= window.from && secondOf(+shown.to) >= window.to;
    if (!isAsked || shown.offset !== offset) return unreachable('other_window');
    const { data: items, total } = shown;
    const end = offset + items.length;
    return { kind: 'page', items, next: end < total ? end : null, clockAheadMs };
  }
  return walkPages(0, readPage, isSought);
}

/** Omise's times have whole seconds. Texts of this form compare as times. */
const secondOf = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`;
