import { z } from 'zod';
import type { Page } from '../orders/list-orders';
import { cursor, writeCursor, type Position } from './cursor';
import { rangeEdge, wholeNumber } from '../contract/fields';

/** For lists that are read by cursor only: an offset would require an expensive count. */
export const cursorQuery = {
  limit: wholeNumber(1, 100, 20).describe('How many objects the page has at most.'),
  cursor: cursor.optional().describe('`next_cursor` of the previous page; absent for the first.'),
};

/** Pagination and period of creation, for every list. */
export const pageQuery = z.object({
  limit: cursorQuery.limit,
  offset: wholeNumber(0, 999_999_999, 0).describe(
    'How many objects to skip. A `cursor` is better: it neither skips nor repeats objects.',
  ),
  cursor: cursorQuery.cursor,
  start_date: rangeEdge('start').optional(),
  end_date: rangeEdge('end').optional(),
});

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

export interface PageFields {
  readonly total: number;
  readonly limit: number;
  readonly offset: number;
  readonly has_more: boolean;
  readonly next_cursor: string | null;
}
export type { Page };

export function presentPage<Item extends Position>(
  page: Page<Item>,
  { limit, offset }: Pick<PageFields, 'limit' | 'offset'>,
): PageFields {
  return { total: page.total, offset, ...presentCursorPage(page, limit) };
}

export function presentCursorPage<Item extends Position>(
  { items, hasMore }: Omit<Page<Item>, 'total'>,
  limit: number,
): Omit<PageFields, 'total' | 'offset'> {
  const last = items.at(-1);
  return {
    limit,
    has_more: hasMore,
    next_cursor: hasMore && last !== undefined ? writeCursor(last) : null,
  };
}
