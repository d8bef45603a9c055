import type { Exception, ExceptionDetail } from '../../../application/orders/find-order-detail';
import { isResolution, resolutionsOf, wholeOf, type Resolution } from '../../../domain/exception';
import { formatMoney } from '../../../domain/money';
import { mayActAs } from '../../../domain/realm';
import { directionOf } from '../../../domain/orders';
import { html, type Html } from '../../../lib/html';
import { field, formFault, tokenField } from '../../kit/form';
import { badge, facts, moment } from '../../kit/parts';
import type { Refusal, Screen, SignedInContext } from '../frame/screen';
import {
  callbacksCard,
  transitionsCard,
  orderCard,
  postingsCard,
  requestCard,
  slipsCard,
} from '../orders/detail-view';
import { orderDetailTexts } from '../orders/texts';
import { exceptionLinks } from './links';
import { moneyOf } from './list-view';
import { exceptionTexts, type ExceptionTexts, type Fault, type Way } from './texts';

const PATH = '/console/exceptions';

/** The largest amount that the resolution allows, formatted. */
const amountOf = (exception: Exception, way: Resolution): string =>
  formatMoney(wholeOf(exception, way)[0]?.amountSatang ?? 0);

export const wayOf = (
  t: ExceptionTexts,
  { order }: Pick<Exception, 'order'>,
  resolution: Resolution,
): Way => {
  const leaves = order !== null && directionOf(order.kind) === 'out';
  return (leaves ? t.waysOut[resolution] : undefined) ?? t.waysIn[resolution];
};

interface Shown {
  readonly workflowUrl: string | null;
  readonly fault: Fault | null;
  readonly refusal: Refusal | null;
}

export function exceptionScreen(
  context: SignedInContext,
  detail: ExceptionDetail,
  { workflowUrl, fault, refusal }: Shown,
): Screen {
  const t = exceptionTexts[context.language];
  const { exception, about, callbacks } = detail;
  const others = about?.exceptions.filter(({ id }) => id !== exception.id) ?? [];
  const refused =
    fault === null ? null : html`<p class="notice bad" role="alert">${t.faults[fault]}</p>`;
  const main = html`${refused}
<p>${t.kindHints[exception.kind]}</p>
<div class="columns">
  <div class="stack">
    ${renderFacts(context, detail, t)}
    ${renderWaiting(exception, t)}
    ${
      exception.resolved === null
        ? renderWays(context, exception, t)
        : renderDecision(context, detail, refusal, t)
    }
    ${callbacksCard(context, about?.callbacks ?? callbacks)}
    ${about === null || about.slips.length === 0 ? null : slipsCard(context, about.slips)}
  </div>
  ${
    about === null
      ? null
      : html`<div class="stack">
    ${orderCard(context, about, workflowUrl)}
    ${about.request === null ? null : requestCard(context, about, about.request)}
    ${others.length === 0 ? null : exceptionLinks(context, others, t.others)}
  </div>`
  }
</div>
${about === null ? null : postingsCard(context, about.postings)}
${about === null ? null : transitionsCard(context, about)}`;
  const back = { path: PATH, title: context.t.sections.exceptions };
  return { title: t.kinds[exception.kind], section: 'exceptions', back, main };
}

export function renderFacts(
  context: SignedInContext,
  { exception, balance }: ExceptionDetail,
  t: ExceptionTexts,
): Html {
  const { id, merchantName, merchantId, suspendedSatang, openedAt, resolved, callback } = exception;
  const waits = resolved === null && suspendedSatang > 0;
  return html`<section class="card stack" aria-labelledby="facts">
  <div class="card-top"><h2 id="facts">${moneyOf(exception)}</h2>${
    resolved === null ? badge('warn', t.open) : badge('good', t.resolved)
  }</div>
  ${facts([
    [t.opened, moment(context.language, openedAt)],
    [orderDetailTexts[context.language].id, html`<code>${id}</code>`],
    exception.order === null && callback !== null
      ? [t.order, html`<code>${callback.namedOrder}</code>`]
      : null,
    [
      t.merchant,
      merchantName === null
        ? t.unknownMerchant
        : html`${merchantName} <code class="soft">${merchantId ?? ''}</code>`,
    ],
    [t.suspended, waits ? formatMoney(suspendedSatang) : t.nothingSuspended],
    balance === null
      ? null
      : [
          t.balance,
          t.balanceOf(formatMoney(balance.availableSatang), formatMoney(balance.heldSatang)),
        ],
  ])}</section>`;
}

const renderWaiting = ({ waitingApprovalId: id }: Exception, t: ExceptionTexts): Html | null =>
  id === null
    ? null
    : html`<p class="notice"><span><strong>${t.waits}</strong>. ${t.waitsHint}
  <a href="/console/approvals/${id}">${t.waitsLink}</a></span></p>`;

/** While a proposal is pending, no other decision is offered. */
function renderWays(
  context: SignedInContext,
  exception: Exception,
  t: ExceptionTexts,
): Html | null {
  if (exception.waitingApprovalId !== null) return null;
  const mayDecide = mayActAs(context.session, 'operator');
  const { waitsFor } = exception;
  if (waitsFor !== null) {
    return html`<section class="card stack" aria-labelledby="decide">
  <div><h2 id="decide">${t.decide}</h2>
    <p>${t.waitsFor} <a href="${PATH}/${waitsFor}">${waitsFor}</a></p></div></section>`;
  }
  const item = (resolution: Resolution) => {
    const { name, when, does } = wayOf(t, exception, resolution);
    const path = `${PATH}/${exception.id}/resolve?as=${resolution}`;
    return html`<li><div><h3>${name}</h3><p>${when}</p>
      <p class="soft">${does(amountOf(exception, resolution))}</p></div>${
        mayDecide
          ? html`<a class="button" href="${path}">${t.choose}
            <span class="spoken">: ${name}</span></a>`
          : null
      }</li>`;
  };
  return html`<section class="card stack" aria-labelledby="decide">
  <div><h2 id="decide">${t.decide}</h2>
    <p class="soft">${mayDecide ? t.decideHint : t.mayNot}</p></div>
  <ul class="ways">${resolutionsOf(exception).map(item)}</ul></section>`;
}

function renderDecision(
  context: SignedInContext,
  { exception, assigned }: ExceptionDetail,
  refusal: Refusal | null,
  t: ExceptionTexts,
): Html | null {
  const { resolved } = exception;
  if (resolved === null) return null;
  const mayDecide = mayActAs(context.session, 'operator');
  const names = resolved.resolution
    .split('+')
    .map((way) => (isResolution(way) ? wayOf(t, exception, way).name : way));
  return html`<section class="card stack" aria-labelledby="decided">
  <h2 id="decided">${t.decided}</h2>
  ${facts([
    [t.decidedAs, names.join(' + ')],
    [t.decidedBy, html`${resolved.by}, ${moment(context.language, resolved.at)}`],
    assigned === null ? null : assignedFact(assigned, t),
    [t.reason, resolved.reason],
  ])}
  ${
    mayDecide && exception.waitingApprovalId === null
      ? renderCorrection(context, exception, refusal, t)
      : null
  }</section>`;
}

function assignedFact(
  { merchantId, order }: NonNullable<ExceptionDetail['assigned']>,
  t: ExceptionTexts,
): Parameters<typeof facts>[0][number] {
  if (order !== null) {
    const link = html`<a href="/console/orders/${order.id}"><code>${order.id}</code></a>`;
    return [t.assignedTo, html`${link} · ${t.ofWhich(formatMoney(order.settledSatang))}`];
  }
  if (merchantId === null) return null;
  const link = html`<a href="/console/merchants/${merchantId}"><code>${merchantId}</code></a>`;
  return [t.assignedTo, link];
}

function renderCorrection(
  context: SignedInContext,
  { id }: Exception,
  refusal: Refusal | null,
  t: ExceptionTexts,
): Html {
  return html`<details class="more"${
    refusal === null ? null : html` open`
  }><summary>${t.correct}</summary>
  ${formFault(context, refusal, ['reason'])}
  <form method="post" action="${PATH}/${id}/correct" class="fields">${tokenField(context)}
    <p class="soft">${t.correctHint}</p>
    ${field(context, refusal, {
      name: 'reason',
      label: t.reason,
      hint: t.reasonHint,
      lengthMax: 1_000,
      lines: 3,
    })}
    <div class="row"><button class="button danger">${t.correctConfirm}</button></div>
  </form></details>`;
}
