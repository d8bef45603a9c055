import type { KeptRequest, RequestPage } from '../../list-requests';
import { Card } from '../../../pages/kit/card';
import { FilterForm } from '../../../pages/kit/filters';
import { Empty, Pager, Time } from '../../../pages/kit/parts';
import { Table } from '../../../pages/kit/table';
import type { Screen, SignedInContext } from '../../../pages/dashboard/frame/screen';
import { durationText, keyText, methodAndPath, REQUESTS, statusBadge } from './parts';
import { requestsTexts, type RequestsTexts, type StatusClass, statusClasses } from './texts';

/** As in the URL; empty: no filter. */
export interface Asked {
  readonly status: StatusClass | '';
  readonly problem: string;
  readonly key: string;
  readonly id: string;
}

export function requestsScreen(
  context: SignedInContext,
  page: RequestPage,
  asked: Asked,
  isFirst: boolean,
): Screen {
  const t = requestsTexts[context.language];
  const given = Object.entries<string>({ ...asked }).filter(([, value]) => value !== '');
  const addressOf = (more: Readonly<Record<string, string>>) => {
    const query = new URLSearchParams({ ...Object.fromEntries(given), ...more });
    return query.size === 0 ? REQUESTS : `${REQUESTS}?${query.toString()}`;
  };
  const last = page.items.at(-1);
  const main = (
    <>
      <p class="soft">{t.hint}</p>
      {renderFilters(page, asked, t)}
      <Card label={context.t.sections.requests} flush>
        {page.items.length === 0
          ? renderNone(given.length > 0, t)
          : renderTable(context, page.items, t)}
        <Pager
          newest={isFirst ? null : addressOf({})}
          older={page.hasMore && last !== undefined ? addressOf({ after: last.id }) : null}
        />
      </Card>
    </>
  );
  // Older pages are not refreshed.
  return { title: context.t.sections.requests, section: 'requests', main, live: isFirst };
}

const renderNone = (isFiltered: boolean, t: RequestsTexts) =>
  isFiltered ? (
    <Empty title={t.noneSuch} hint={t.noneSuchHint} />
  ) : (
    <Empty title={t.none} hint={t.noneHint} />
  );

function renderFilters({ codes, keys }: RequestPage, asked: Asked, t: RequestsTexts) {
  const { status, problem, key, id } = asked;
  // The current filter stays an option even if no request matches it any more.
  const offered = codes.includes(problem) || problem === '' ? codes : [...codes, problem];
  return (
    <FilterForm
      label={t.filter}
      fields={[
        {
          name: 'status',
          label: t.status,
          value: status,
          all: t.any,
          options: statusClasses.map((value) => ({ value, label: t.statuses[value] })),
        },
        {
          name: 'problem',
          label: t.problem,
          value: problem,
          all: t.any,
          options: offered.map((value) => ({ value, label: value })),
        },
        {
          name: 'key',
          label: t.key,
          value: key,
          all: t.any,
          options: keys.map(({ id: value, name, hint, revokedAt }) => ({
            value,
            label: `${name} (${hint}${revokedAt === null ? '' : `, ${t.revoked}`})`,
          })),
        },
        { name: 'id', label: t.id, value: id, hint: 'req_…', lengthMax: 60 },
      ]}
    />
  );
}

function renderTable(context: SignedInContext, items: readonly KeptRequest[], t: RequestsTexts) {
  const row = (request: KeptRequest) => [
    <a href={`${REQUESTS}/${request.id}`}>{methodAndPath(request)}</a>,
    <span>
      {statusBadge(request.status)} {request.code !== null && <code>{request.code}</code>}
      {request.param !== null && (
        <small>
          <code>{request.param}</code>
        </small>
      )}
    </span>,
    keyText(request),
    durationText(context, request.durationMs, t),
    <Time at={request.at} precise />,
  ];
  return (
    <Table
      columns={[t.request, { nowrap: t.answer }, t.key, { money: t.duration }, t.when]}
      rows={items.map(row)}
      roomy
    />
  );
}
