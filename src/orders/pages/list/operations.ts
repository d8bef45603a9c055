import { z } from 'zod';
import { findUnderReview } from '../../../exceptions/list-exceptions';
import { bangkokDay } from '../../../kernel/rules/bangkok-day';
import { Problem } from '../../../kernel/rules/problem';
import { KeyedSemaphore } from '../../../platform/keyed-semaphore';
import type { Operation } from '../../../http/operation';
import { cursor, type Position } from '../../../http/cursor';
import { download, pageQuery, page } from '../../../pages/dashboard/frame/page';
import { csvOf } from './csv';
import { nounOf, type ListDefinition } from './definition';
import { filterQuery, given, readFilters, type Typed } from './filters';
import { listScreen } from './view';

const PER_PAGE = 25;
/** Concurrent CSV exports per merchant. */
const EXPORTS_MAX = 3;
const RETRY = { 'Retry-After': '10' };
const exporting = new KeyedSemaphore(EXPORTS_MAX);

export function listOperations<Item extends Position, Status extends string>(
  definition: ListDefinition<Item, Status>,
): readonly Operation[] {
  const { statuses, browse, columns } = definition;
  const noun = nounOf(definition.kind);
  const name = `${noun.charAt(0).toUpperCase()}${noun.slice(1)}`;
  const filters = {
    ...filterQuery,
    ...(definition.hasPayers
      ? {}
      : { payer: z.undefined().catch(undefined), slip: z.undefined().catch(undefined) }),
    status: z.enum(statuses).optional().catch(undefined),
  };
  return [
    page({
      name: `show${name}`,
      summary: `The merchant's ${noun}, newest first`,
      path: `/dashboard/${noun}`,
      query: pageQuery.extend({ ...filters, cursor: cursor.optional().catch(undefined) }),
      async render(
        deps,
        context,
        { query: { lang: _lang, done: _done, cursor: after, ...typed } },
      ) {
        const asked = given(typed);
        const { filter, faults } = readFilters(asked);
        const slice = { limit: PER_PAGE, after: after ?? null };
        const list = browse(deps, context.session.merchant, { ...filter, ...statusOf(typed) });
        const part = faults.length > 0 ? nothing : await list.read(slice);
        const orderIds = part.items.map(({ id }) => id);
        const underReview = await findUnderReview(deps.db, orderIds);
        const isFirst = after === undefined;
        const screen = listScreen(context, definition, {
          ...part,
          underReview,
          asked,
          faults,
          isFirst,
        });
        const isSearch = asked.q !== undefined && Object.keys(asked).length === 1 && isFirst;
        const [only, ...others] = isSearch ? part.items : [];
        const isOne = only !== undefined && others.length === 0;
        return isOne ? { ...screen, only: definition.row(only, context.language).path } : screen;
      },
    }),

    download({
      name: `export${name}`,
      summary: `The merchant's ${noun} as CSV, filtered`,
      path: `/dashboard/${noun}.csv`,
      contentType: 'text/csv; charset=utf-8',
      query: pageQuery.extend(filters),
      errors: ['invalid_parameters', 'rate_limit_exceeded'],
      open(deps, context, { query: { lang: _lang, done: _done, ...typed }, stillAuthorized }) {
        const { filter, faults } = readFilters(given(typed));
        const [fault] = faults;
        if (fault !== undefined) throw new Problem('invalid_parameters', { param: fault });
        const { merchant } = context.session;
        const end = exporting.acquire(merchant.id);
        if (end === null) throw new Problem('rate_limit_exceeded', { headers: RETRY });
        const list = browse(deps, merchant, { ...filter, ...statusOf(typed) });
        const rows = whileAuthorized(list.batches(), stillAuthorized);
        const body = csvOf(columns, rows).once('close', end);
        return { body, filename: filenameOf(noun, given(typed), context.nowMs) };
      },
    }),
  ];
}

/** A slow client receives a file for hours, so each batch is authorized before it is sent. */
async function* whileAuthorized<Batch>(
  batches: AsyncIterable<Batch>,
  stillAuthorized: () => Promise<void>,
) {
  for await (const batch of batches) {
    await stillAuthorized();
    yield batch;
  }
}

const statusOf = <Status extends string>({ status }: { readonly status?: Status | undefined }) =>
  given({ status });

/** Such as `payments-2026-11-01-to-2026-11-21.csv`. */
function filenameOf(noun: string, { from, until }: Typed, nowMs: number): string {
  const last = until ?? bangkokDay(nowMs);
  return `${noun}-${from === undefined ? '' : `${from}-`}to-${last}.csv`;
}

const nothing = { items: [], hasMore: false };
