import type { KeptRequest, RequestPage } from '../../../../application/merchants/list-requests';
import { html, type Html } from '../../../../lib/html';
import { filterForm } from '../../../kit/filters';
import { emptyState, pager, preciseMoment } from '../../../kit/parts';
import type { Screen, SignedInContext } from '../../frame/screen';
import { REQUESTS, durationText, keyText, methodAndPath, statusBadge } from './parts';
import { requestsTexts, statusClasses, type RequestsTexts, type StatusClass } from './texts';

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
  const main = html`<p class="soft">${t.hint}</p>
${renderFilters(context, page, asked, t)}
<section class="card flush" aria-label="${context.t.sections.requests}">
  ${page.items.length === 0 ? renderNone(given.length > 0, t) : renderTable(context, page.items, t)}
  ${pager(context, {
    newest: isFirst ? null : addressOf({}),
    older: page.hasMore && last !== undefined ? addressOf({ after: last.id }) : null,
  })}
</section>`;
  // Older pages are not refreshed.
  return { title: context.t.sections.requests, section: 'requests', main, live: isFirst };
}

const renderNone = (isFiltered: boolean, t: RequestsTexts): Html =>
  isFiltered ? emptyState(t.noneSuch, t.noneSuchHint) : emptyState(t.none, t.noneHint);

function renderFilters(
  context: SignedInContext,
  { codes, keys }: RequestPage,
  asked: Asked,
  t: RequestsTexts,
): Html {
  const { status, problem, key, id } = asked;
  // The current filter stays an option even if no request matches it any more.
  const offered = codes.includes(problem) || problem === '' ? codes : [...codes, problem];
  return filterForm(context, t.filter, [
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
  ]);
}

function renderTable(
  context: SignedInContext,
  items: readonly KeptRequest[],
  t: RequestsTexts,
): Html {
  const row = (request: KeptRequest) => html`<tr><th scope="row">
    <a href="${REQUESTS}/${request.id}">${methodAndPath(request)}</a></th>
  <td data-name="${t.answer}" class="nowrap"><span>${statusBadge(request.status)} ${
    request.code === null ? null : html`<code>${request.code}</code>`
  }${request.param === null ? null : html`<small><code>${request.param}</code></small>`}</span></td>
  <td data-name="${t.key}">${keyText(request)}</td>
  <td data-name="${t.duration}" class="money">${durationText(context, request.durationMs, t)}</td>
  <td data-name="${t.when}">${preciseMoment(context.language, request.at)}</td></tr>`;
  return html`<table class="folds roomy"><thead><tr><th scope="col">${t.request}</th>
  <th scope="col">${t.answer}</th><th scope="col">${t.key}</th>
  <th scope="col" class="money">${t.duration}</th><th scope="col">${t.when}</th></tr></thead>
  <tbody>${items.map(row)}</tbody></table>`;
}
