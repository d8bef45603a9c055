import type { KeptRequest } from '../../../../application/merchants/list-requests';
import { problemOnTheWire } from '../../../../domain/problem';
import { html, type Html } from '../../../../lib/html';
import { copyButton, facts, preciseMoment } from '../../../kit/parts';
import type { Screen, SignedInContext } from '../../frame/screen';
import { REQUESTS, durationText, keyText, methodAndPath, statusBadge } from './parts';
import { requestsTexts, type RequestsTexts } from './texts';

export function requestScreen(context: SignedInContext, request: KeptRequest): Screen {
  const t = requestsTexts[context.language];
  const { id, status, operation, address, at, durationMs } = request;
  const main = html`<section class="card stack" aria-label="${t.title}">
  <div class="snippet"><pre id="request-id" tabindex="0">${id}</pre>
    ${copyButton(context, 'request-id', t.id)}</div>
  ${facts([
    [t.request, methodAndPath(request)],
    [t.answer, html`${statusBadge(status)} ${codeOf(request)}`],
    request.param === null ? null : [t.param, html`<code>${request.param}</code>`],
    [t.when, preciseMoment(context.language, at)],
    [t.duration, durationText(context, durationMs, t)],
    [t.key, keyText(request)],
    [t.address, html`<code>${address}</code>`],
    [t.operation, html`<code>${operation}</code>`],
  ])}</section>
${renderProblem(request, t)}`;
  const actions = html`<a class="button" href="${REQUESTS}">${t.all}</a>`;
  return { title: t.title, section: 'requests', actions, main };
}

const codeOf = ({ code }: KeptRequest): Html | null =>
  code === null ? null : html`<code>${code}</code>`;

/** The problem's remedy from the API documentation, in English. */
function renderProblem({ code, status }: KeptRequest, t: RequestsTexts): Html | null {
  const problem = code === null ? null : problemOnTheWire(code, status);
  if (problem === null) return null;
  return html`<section class="card stack" aria-labelledby="problem">
  <h2 id="problem">${t.problem}</h2>
  ${status < 500 ? null : html`<p class="notice bad">${t.report}</p>`}
  ${facts([
    [t.meaning, html`<span lang="en">${problem.message}</span>`],
    [t.remedy, html`<span lang="en">${renderRemedy(problem.remedy)}</span>`],
  ])}
</section>`;
}

const renderRemedy = (remedy: string): Html =>
  html`${remedy.split('`').map((part, at) => (at % 2 === 0 ? part : html`<code>${part}</code>`))}`;
