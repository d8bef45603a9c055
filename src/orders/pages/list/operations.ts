import { z } from 'zod';
import { findUnderReview } from '../../../exceptions/list-exceptions';
import { bangkokDay } from '../../../kernel/rules/bangkok-day';
import { Problem } from '../../../kernel/rules/problem';
import type { Operation } from '../../../http/operation';
import { cursor } from '../../../http/cursor';
import { download, pageQuery, page } from '../../../pages/dashboard/frame/page';
import { fileTypes, openFile, type FileType } from '../../../pages/kit/files/open-file';
import { nounOf, type ListDefinition, type Listed } from './definition';
import { filterQuery, given, readFilters, type Typed } from './filters';
import { listScreen, TOTALS_MAX } from './view';

const PER_PAGE = 25;

export function listOperations<Item extends Listed, Status extends string>(
  definition: ListDefinition<Item, Status>,
): readonly Operation[] {
  const { browse } = definition;
  const noun = nounOf(definition.kind);
  const filters = filtersOf(definition);
  return [
    page({
      name: `show${nameOf(noun)}`,
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
        const { status: _status, by: _by, ...narrowing } = asked;
        const isSummed = faults.length === 0 && Object.keys(narrowing).length > 0;
        const [part, sums] = await Promise.all([
          faults.length > 0 ? nothing : list.read(slice),
          isSummed ? list.sum(TOTALS_MAX) : null,
        ]);
        const orderIds = part.items.map(({ id }) => id);
        const underReview = await findUnderReview(deps.db, orderIds);
        const isFirst = after === undefined;
        const screen = listScreen(context, definition, {
          ...part,
          totals: isSummed ? (sums ?? 'tooMany') : null,
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

    ...(['csv', 'xlsx'] as const).map((type) => fileOperation(definition, type, filters)),
  ];
}

function filtersOf<Item extends Listed, Status extends string>({
  statuses,
  hasPayers,
}: ListDefinition<Item, Status>) {
  const none = z.undefined().catch(undefined);
  return {
    ...filterQuery,
    ...(hasPayers ? {} : { payer: none, slip: none }),
    status: z.enum(statuses).optional().catch(undefined),
  };
}

function fileOperation<Item extends Listed, Status extends string>(
  definition: ListDefinition<Item, Status>,
  type: FileType,
  filters: ReturnType<typeof filtersOf<Item, Status>>,
): Operation {
  const { browse, columns } = definition;
  const noun = nounOf(definition.kind);
  return download({
    name: `export${nameOf(noun)}${type === 'csv' ? '' : 'Xlsx'}`,
    summary: `The merchant's ${noun} as ${type.toUpperCase()}, filtered`,
    path: `/dashboard/${noun}.${type}`,
    contentType: fileTypes[type].contentType,
    query: pageQuery.extend(filters),
    errors: ['invalid_parameters', 'rate_limit_exceeded'],
    open(deps, context, { query: { lang: _lang, done: _done, ...typed }, stillAuthorized }) {
      const asked = given(typed);
      const { filter, faults } = readFilters(asked);
      const [fault] = faults;
      if (fault !== undefined) throw new Problem('invalid_parameters', { param: fault });
      const { merchant } = context.session;
      const list = browse(deps, merchant, { ...filter, ...statusOf(typed) });
      const batches = () => list.batches();
      const body = openFile(type, merchant.id, columns, batches, stillAuthorized);
      return { body, filename: filenameOf(noun, type, asked, context.nowMs) };
    },
  });
}

const nameOf = (noun: string): string => `${noun.charAt(0).toUpperCase()}${noun.slice(1)}`;

const statusOf = <Status extends string>({ status }: { readonly status?: Status | undefined }) =>
  given({ status });

/** Such as `payments-2026-11-01-to-2026-11-21.csv`. */
function filenameOf(noun: string, type: FileType, { from, until }: Typed, nowMs: number): string {
  const last = until ?? bangkokDay(nowMs);
  return `${noun}-${from === undefined ? '' : `${from}-`}to-${last}.${type}`;
}

const nothing = { items: [], hasMore: false, last: null };
