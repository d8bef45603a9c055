import type {
  OrderDetail,
  DetailedOrder,
  DetailedPosting,
  DetailedRequest,
  ShownCallback,
  Slip,
} from '../../../application/orders/find-order-detail';
import { displayStatusOf } from '../../../domain/display-status';
import { formatMoney } from '../../../domain/money';
import type { RoutingStep } from '../../../domain/routing';
import { html, type Html } from '../../../lib/html';
import { statusBadge, statusText } from '../../dashboard/orders/parts';
import { kindTexts } from '../../kit/kind-texts';
import { badge, facts, moment } from '../../kit/parts';
import type { Language } from '../../kit/language';
import { exceptionTexts } from '../exceptions/texts';
import type { SignedInContext } from '../frame/screen';
import { conditionText } from '../../kit/condition-text';
import { routingTexts } from '../routing/texts';
import { orderDetailTexts, type OrderDetailTexts } from './texts';

/** `flush` removes the padding, for tables. */
export const card = (name: string, title: string, body: Html, hint: string | null = null): Html =>
  html`<section class="card stack" aria-labelledby="${name}"><div><h2 id="${name}">${title}</h2>${
    hint === null ? null : html`<p class="soft">${hint}</p>`
  }</div>${body}</section>`;

const flushCard = (name: string, title: string, body: Html): Html =>
  html`<section class="card flush" aria-labelledby="${name}">
  <div class="card-head"><h2 id="${name}">${title}</h2></div>${body}</section>`;

export function orderCard(
  context: SignedInContext,
  { order }: Pick<OrderDetail, 'order'>,
  workflowUrl: string | null,
): Html {
  const t = orderDetailTexts[context.language];
  const at = (when: Date | null) => (when === null ? null : moment(context.language, when));
  const row = (name: string, value: Html | string | null) =>
    value === null || value === '' ? null : ([name, value] as const);
  return card(
    'order',
    `${kindTexts[context.language][order.kind].label} · ${formatMoney(order.amountSatang)}`,
    facts([
      [t.id, html`<code>${order.id}</code>`],
      row(t.status, statusOf(context.language, order)),
      row(
        t.merchant,
        html`<a href="/console/merchants/${order.merchantId}">${order.merchantName}</a>`,
      ),
      order.receivedSatang > 0 ? [t.received, formatMoney(order.receivedSatang)] : null,
      order.refundingSatang > 0 ? [t.refunded, formatMoney(order.refundedSatang)] : null,
      row(t.reference, order.reference),
      row(t.ref, order.ref),
      row(routingTexts[context.language].account, accountOf(order, order.accountId)),
      row(t.bank, bankOf(order)),
      row(
        t.ofPayment,
        order.paymentId &&
          html`<a href="/console/orders/${order.paymentId}">${order.paymentId}</a>`,
      ),
      row(t.created, at(order.createdAt)),
      row(t.apiKey, order.origin && keyOf(order.origin)),
      row(t.address, order.origin && html`<code>${order.origin.address}</code>`),
      row(t.requestId, order.origin && html`<code>${order.origin.requestId}</code>`),
      row(t.expires, order.completedAt === null ? at(order.expiresAt) : null),
      row(t.ended, at(order.completedAt)),
      row(t.failure, order.failure && `${order.failure.message} (${order.failure.code})`),
      row(
        t.workflow,
        workflowUrl === null
          ? null
          : html`<a href="${workflowUrl}" rel="noreferrer">${t.openWorkflow}</a>`,
      ),
    ]),
  );
}

const statusOf = (language: Language, order: DetailedOrder) =>
  statusBadge(language, order.kind, displayStatusOf(order));

const keyOf = ({ apiKeyId, apiKeyName }: NonNullable<DetailedOrder['origin']>) =>
  apiKeyId === null ? null : html`${apiKeyName ?? ''} <code>${apiKeyId}</code>`;

const bankOf = ({ bankName, accountMask }: DetailedOrder): string | null =>
  bankName === null ? accountMask : `${bankName} ${accountMask ?? ''}`.trim();

const accountOf = ({ accountLabels }: DetailedOrder, accountId: string): Html =>
  html`${accountLabels[accountId] ?? ''} <code>${accountId}</code>`;

/** How the order's provider account was chosen. */
export function routingCard(
  context: SignedInContext,
  order: DetailedOrder,
  steps: readonly RoutingStep[],
): Html {
  const t = routingTexts[context.language];
  const because = ({ rule }: RoutingStep) =>
    rule === null ? t.byPriority : t.byRule(conditionText(context.language, rule.when));
  const item = (step: RoutingStep) => html`<li>
  <p>${step.accountId === null ? t.none : accountOf(order, step.accountId)}</p>
  <p class="soft small">${moment(context.language, new Date(step.at))} · ${because(step)}${
    step.after === null
      ? null
      : html` · ${t.after(order.accountLabels[step.after.accountId] ?? '', step.after.failure)}`
  }</p>
  <dl class="values">${step.others.map(
    (other) =>
      html`<div><dt>${accountOf(order, other.accountId)}</dt>
  <dd>${t.reasons[other.because]}</dd></div>`,
  )}</dl></li>`;
  return card('routing', t.choice, html`<ol class="items">${steps.map(item)}</ol>`);
}

export function callbacksCard(context: SignedInContext, callbacks: readonly ShownCallback[]): Html {
  const t = orderDetailTexts[context.language];
  const item = (callback: ShownCallback) => html`<li>${renderCallback(context, callback, t)}</li>`;
  const body =
    callbacks.length === 0
      ? html`<p class="soft">${t.noCallbacks}</p>`
      : html`<ol class="items">${callbacks.map(item)}</ol>`;
  return card('callbacks', t.callbacks, body, t.callbacksHint);
}

function renderCallback(
  context: SignedInContext,
  callback: ShownCallback,
  t: OrderDetailTexts,
): Html {
  const { reported, amountSatang, receivedAt, outcome, route, values, id } = callback;
  const name = callback.transactionId ?? callback.event;
  const unused = callback.unusedFields.join(', ');
  const amount = amountSatang === null ? null : formatMoney(amountSatang);
  const tone = reported === 'other' ? 'warn' : reported === 'succeeded' ? 'good' : 'bad';
  return html`<p>${badge(tone, t.reported[reported ?? 'unreadable'])}
  <strong>${amount ?? ''}</strong> ${name === null ? null : html`<code>${name}</code>`}
  </p>
  <p class="soft small">${moment(context.language, receivedAt)} · ${t.routes[route] ?? t.callback} ·
    ${outcome === null ? t.waits : (t.outcomes[outcome] ?? outcome)}</p>
  ${unused === '' ? null : html`<p class="soft small">${t.unused} <code>${unused}</code></p>`}
  <details class="more"><summary>${t.values}<span class="spoken"> ${id}</span></summary>
  <dl class="values">${values.map(
    ({ name, value }) =>
      html`<div><dt><code>${name}</code></dt><dd><code>${value}</code></dd></div>`,
  )}</dl></details>`;
}

export function postingsCard(context: SignedInContext, postings: readonly DetailedPosting[]): Html {
  const t = orderDetailTexts[context.language];
  const { accounts } = exceptionTexts[context.language];
  if (postings.length === 0) {
    return card('postings', t.postings, html`<p class="soft">${t.noPostings}</p>`);
  }
  const row = ({ kind, debit, credit, amountSatang, createdAt }: DetailedPosting) => html`<tr>
  <th scope="row">${t.postingKinds[kind] ?? kind}</th>
  <td data-name="${t.from}">${accounts[debit]}</td><td data-name="${t.to}">${accounts[credit]}</td>
  <td data-name="${t.when}">${moment(context.language, createdAt)}</td>
  <td data-name="${t.amount}" class="money">${formatMoney(amountSatang)}</td></tr>`;
  return flushCard(
    'postings',
    t.postings,
    html`<table class="folds"><thead><tr><th scope="col">${t.what}</th>
  <th scope="col">${t.from}</th>
  <th scope="col">${t.to}</th><th scope="col">${t.when}</th>
  <th scope="col" class="money">${t.amount}</th></tr></thead>
  <tbody>${postings.map(row)}</tbody></table>`,
  );
}

export function transitionsCard(context: SignedInContext, { moves, order }: OrderDetail): Html {
  const t = orderDetailTexts[context.language];
  if (moves.length === 0) return card('moves', t.moves, html`<p class="soft">${t.noMoves}</p>`);
  const row = ({ from, to, cause, at }: OrderDetail['moves'][number]) => html`<tr>
  <th scope="row">${statusText(context.language, order.kind, from)} →
    ${statusText(context.language, order.kind, to)}</th>
  <td data-name="${t.cause}"><code>${cause}</code></td>
  <td data-name="${t.when}">${moment(context.language, at)}</td></tr>`;
  return flushCard(
    'moves',
    t.moves,
    html`<table class="folds"><thead><tr><th scope="col">${t.what}</th>
  <th scope="col">${t.cause}</th>
  <th scope="col">${t.when}</th></tr></thead><tbody>${moves.map(row)}</tbody></table>`,
  );
}

export function requestCard(
  context: SignedInContext,
  { order }: Pick<OrderDetail, 'order'>,
  request: DetailedRequest,
): Html {
  const t = orderDetailTexts[context.language];
  const at = (when: Date | null) => (when === null ? t.never : moment(context.language, when));
  return card(
    'request',
    t.request,
    facts([
      [t.claims, String(request.claims)],
      [t.lastSent, at(request.claimedAt)],
      [t.denials, String(request.denials)],
      [t.inquiries, String(request.inquiries)],
      [t.failedCalls, String(request.failedCalls)],
      [
        t.nextInquiry,
        request.isOver ? t.over : (nextOf(order, request, t) ?? at(request.nextInquiryAt)),
      ],
    ]),
    t.requestHint,
  );
}

const nextOf = (
  { id }: DetailedOrder,
  { isManual }: DetailedRequest,
  t: OrderDetailTexts,
): Html | null => (isManual ? html`<a href="/console/refunds/${id}">${t.byHand}</a>` : null);

export function slipsCard(context: SignedInContext, slips: readonly Slip[]): Html {
  const t = orderDetailTexts[context.language];
  const item = ({ status, verification, refMatches, transRef, ...slip }: Slip) => html`<li>
  <p>${badge(status === 'parsed' ? '' : 'warn', t.slipStatus[status] ?? status)}
    ${badge(
      verification === 'verified' ? 'good' : verification === 'mismatch' ? 'bad' : '',
      verification === null ? t.unverified : (t.verification[verification] ?? verification),
    )}</p>
  <p class="soft small">${moment(context.language, slip.receivedAt)} ·
    ${refMatches ? t.refMatches : t.refDiffers}${
      transRef === null ? null : html` · ${t.transferRef} <code>${transRef}</code>`
    }</p>
  ${
    slip.duplicateOf === null
      ? null
      : html`<p class="fault">${t.duplicate(slip.duplicateOf.orderId)}</p>`
  }</li>`;
  return card('slips', t.slips, html`<ol class="items">${slips.map(item)}</ol>`);
}
