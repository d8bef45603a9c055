import { z } from 'zod';
import { cursor, writeCursor } from './cursor';
import { rangeEdge, wholeNumber } from '../contract/fields';

/** What every list takes: which page, and from when until when. */
export const pageQuery = z.object({
  limit: wholeNumber(1, 100, 20),
  offset: wholeNumber(0, 999_999_999, 0),
  cursor: cursor.optional(),
  start_date: rangeEdge('start').optional(),
  end_date: rangeEdge('end').optional(),
});

/** The parts of a query, as the verbs that list take them. */
export function sliceOf<State extends string>(
  query: z.output<typeof pageQuery> & {
    readonly status?: State | undefined;
    readonly reference?: string | undefined;
  },
) {
  return {
    limit: query.limit,
    offset: query.offset,
    after: query.cursor ?? null,
    ...(query.status === undefined ? {} : { status: query.status }),
    ...(query.reference === undefined ? {} : { reference: query.reference }),
    ...(query.start_date === undefined ? {} : { from: query.start_date }),
    ...(query.end_date === undefined ? {} : { until: query.end_date }),
  };
}

/** A page of a list: its items stand under their own plural noun beside these. */
export const pageFields = {
  total: z.int(),
  limit: z.int(),
  offset: z.int(),
  has_more: z.boolean(),
  next_cursor: z.string().nullable(),
};

interface Page<Item> {
  readonly items: readonly Item[];
  readonly total: number;
  readonly hasMore: boolean;
}

export function presentPage<Item extends { readonly createdAt: Date; readonly id: string }>(
  page: Page<Item>,
  { limit, offset }: { readonly limit: number; readonly offset: number },
) {
  const last = page.items.at(-1);
  return {
    total: page.total,
    limit,
    offset,
    has_more: page.hasMore,
    next_cursor: page.hasMore && last !== undefined ? writeCursor(last) : null,
  };
}
