import type { AssignmentPlan, Candidate } from '../../../application/exceptions/plan-assignment';
import type { Exception } from '../../../application/orders/find-order-detail';
import { formatMoney } from '../../../domain/money';
import { html, type Html } from '../../../lib/html';
import { statusBadge } from '../../dashboard/orders/parts';
import { field, formFault, tokenField } from '../../kit/form';
import { kindTexts } from '../../kit/kind-texts';
import { badge, facts, moment } from '../../kit/parts';
import type { Refusal, Screen, SignedInContext } from '../frame/screen';
import { orderCard } from '../orders/detail-view';
import { moneyOf } from './list-view';
import { renderPostings } from './postings-view';
import { exceptionTexts, type ExceptionTexts } from './texts';

const PATH = '/console/exceptions';

export interface Assignment {
  /** As typed; empty on the first page. */
  readonly to: string;
  /** Null on the first page, and when no order or merchant of that name can receive the money. */
  readonly plan: AssignmentPlan | null;
  readonly candidates: readonly Candidate[];
  readonly refusal: Refusal | null;
}

export function assignScreen(
  context: SignedInContext,
  exception: Exception,
  { to, plan, candidates, refusal }: Assignment,
): Screen {
  const t = exceptionTexts[context.language];
  const path = `${PATH}/${exception.id}`;
  const isUnknown = to !== '' && plan === null;
  const main = html`<div class="stack narrow">
${isUnknown ? html`<p class="notice bad" role="alert">${t.faults.assignee}</p>` : null}
${plan === null ? null : renderPlan(context, exception, { to, plan, refusal }, t)}
${plan === null ? renderCandidates(context, exception, candidates, t) : null}
${renderSearch(context, exception, plan === null ? to : '', t)}</div>`;
  const title = `${t.confirmTitle(t.waysIn.assign.name)} · ${moneyOf(exception)}`;
  const back = { path, title: t.back };
  return { title, section: 'exceptions', back, main };
}

function renderCandidates(
  { language }: SignedInContext,
  { id }: Exception,
  candidates: readonly Candidate[],
  t: ExceptionTexts,
): Html {
  const item = (one: Candidate) => {
    const path = `${PATH}/${id}/resolve?as=assign&to=${one.id}`;
    const payer =
      one.payerMatches === null
        ? null
        : badge(one.payerMatches ? 'good' : 'warn', one.payerMatches ? t.samePayer : t.otherPayer);
    return html`<li><div><h3>${kindTexts[language][one.kind].label} ·
      ${formatMoney(one.amountSatang)}</h3>
      <p class="badges">${statusBadge(language, one.kind, one.status)}${payer}</p>
      <p class="soft">${one.merchantName} · ${moment(language, one.createdAt)}</p>
      <p class="soft"><code>${one.reference ?? one.id}</code></p></div>
      <a class="button" href="${path}">${t.choose}<span class="spoken">: ${one.id}</span></a></li>`;
  };
  const body =
    candidates.length === 0
      ? html`<p class="soft">${t.noCandidates}</p>`
      : html`<ul class="ways">${candidates.map(item)}</ul>`;
  return html`<section class="card stack" aria-labelledby="candidates">
  <div><h2 id="candidates">${t.candidates}</h2><p class="soft">${t.candidatesHint}</p></div>
  ${body}</section>`;
}

function renderSearch(
  context: SignedInContext,
  { id }: Exception,
  to: string,
  t: ExceptionTexts,
): Html {
  return html`<section class="card stack" aria-label="${t.assignTo}">
  <form method="get" action="${PATH}/${id}/resolve" class="fields">
    <input type="hidden" name="as" value="assign">
    ${field(context, null, {
      name: 'to',
      label: t.assignTo,
      hint: t.assignHint,
      value: to,
      lengthMax: 100,
    })}
    <div class="row"><button class="button">${t.preview}</button></div></form></section>`;
}

function renderPlan(
  context: SignedInContext,
  exception: Exception,
  { to, plan, refusal }: { to: string; plan: AssignmentPlan; refusal: Refusal | null },
  t: ExceptionTexts,
): Html {
  const about =
    plan.kind === 'order'
      ? orderCard(context, plan.about, null)
      : html`<section class="card stack" aria-label="${t.merchant}">${facts([
          [
            t.merchant,
            html`<a href="/console/merchants/${plan.merchantId}">${plan.merchantName}</a>`,
          ],
        ])}</section>`;
  return html`${about}
<section class="card stack" aria-labelledby="posts"><h2 id="posts">${t.wouldPost}</h2>
  ${renderPostings(context, plan.postings, t)}</section>
<section class="card stack" aria-label="${t.reason}">
  ${formFault(context, refusal, ['reason'])}
  <form method="post" action="${PATH}/${exception.id}/resolve" class="fields">
    ${tokenField(context)}<input type="hidden" name="as" value="assign">
    <input type="hidden" name="to" value="${to}">
    ${field(context, refusal, {
      name: 'reason',
      label: t.reason,
      hint: t.reasonHint,
      lengthMax: 1_000,
      lines: 3,
      autofocus: true,
    })}
    <p class="soft">${t.final}</p>
    <div class="row"><button class="button danger">${t.confirm}</button></div></form></section>`;
}
