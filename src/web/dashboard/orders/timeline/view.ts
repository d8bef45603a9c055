import type {
  Timeline,
  TimelineDelivery,
  TimelineRefund,
} from '../../../../application/orders/find-timeline';
import { formatMoney } from '../../../../domain/money';
import { mayActAs } from '../../../../domain/realm';
import { html, type Html } from '../../../../lib/html';
import { actionButton, confirmButton } from '../../../kit/form';
import { kindTexts } from '../../../kit/kind-texts';
import { badge, facts, moment, preciseMoment } from '../../../kit/parts';
import type { Refusal, Screen, SignedInContext } from '../../frame/screen';
import { sections } from '../../frame/sections';
import { WEBHOOKS } from '../../developers/webhooks/list-view';
import { orderPath, statusBadge, statusText } from '../parts';
import type { ShownOrder } from './shown-order';
import { timelineTexts, type TimelineTexts } from './texts/texts';
import { renderTimeline } from './timeline-view';

export interface TimelineView {
  readonly order: ShownOrder;
  readonly timeline: Timeline;
  readonly isFirst: boolean;
}

/** In characters; stored metadata can have 16 KB. */
const METADATA_SHOWN = 3_000;

export function timelineScreen(
  context: SignedInContext,
  view: TimelineView,
  refusal: Refusal | null = null,
): Screen {
  const t = timelineTexts[context.language];
  const { order, timeline } = view;
  const mayAct = mayActAs(context.session, 'developer');
  const section = `${order.kind}s` as const;
  const beside = [
    renderRefunds(context, timeline, t),
    renderDeliveries(context, view, mayAct, t),
    renderMetadata(order, t),
  ].filter((part) => part !== null);
  const main = html`${renderRefusal(context, order, refusal, t)}
<section class="card spread" aria-label="${t.details}">${facts([
    ...order.facts,
    providerFact(timeline, t),
  ])}</section>
<div class="halves">${renderTimeline(context, view, t)}
${beside.length === 0 ? null : html`<div class="stack">${beside}</div>`}</div>`;
  return {
    title: `${kindTexts[context.language][order.kind].name} ${formatMoney(order.amountSatang)}`,
    section,
    back: { path: sections[section].path, title: context.t.sections[section] },
    main,
    live: refusal === null,
    ...(mayAct ? { actions: renderActions(context, order, timeline, t) } : {}),
  };
}

const providerFact = ({ provider }: Timeline, { facts: t }: TimelineTexts) => {
  if (provider === null) return null;
  const { name, by } = provider;
  return [t.provider, by === null ? name : `${name} · ${t.providerBy[by]}`] as const;
};

/** The order has changed since the form was shown; the page shows its current state. */
function renderRefusal(
  context: SignedInContext,
  { kind, status }: ShownOrder,
  refusal: Refusal | null,
  t: TimelineTexts,
): Html | null {
  if (refusal === null) return null;
  const text =
    refusal.code === 'state_conflict' && status !== 'pending'
      ? t.tooLate(statusText(context.language, kind, status))
      : (context.t.problems[refusal.code] ?? context.t.problem);
  return html`<p class="notice bad" role="alert">${text}</p>`;
}

function renderActions(
  context: SignedInContext,
  order: ShownOrder,
  { provider }: Timeline,
  t: TimelineTexts,
): Html {
  const { path } = order;
  const mayBeRefunded = order.mayBeRefunded && provider?.refundsNothing !== true;
  return html`${
    mayBeRefunded ? html`<a class="button strong" href="${path}/refund">${t.refund}</a>` : null
  }${
    order.mayBeExpired
      ? confirmButton(context, `${path}/expire`, {
          label: t.expire,
          question: t.expireQuestion,
          confirm: t.expire,
          about: '',
        })
      : null
  }`;
}

function renderRefunds(
  context: SignedInContext,
  timeline: Timeline,
  t: TimelineTexts,
): Html | null {
  const { refunds, hasMoreRefunds } = timeline;
  if (refunds.length === 0) return null;
  const row = ({ id, status, amountSatang, reason, createdAt }: TimelineRefund) => html`<li>
    <div class="what">
      <a href="${orderPath('refund', id)}">${moment(context.language, createdAt)}</a>
      <span class="money">${formatMoney(amountSatang)}</span></div>
    <div class="said">${statusBadge(context.language, 'refund', status)}<span>${reason}</span></div>
  </li>`;
  return html`<section class="card flush" aria-labelledby="refunds">
  <div class="card-head"><h2 id="refunds">${t.refunds}</h2></div>
  <ul class="related">${refunds.map(row)}</ul>
  ${hasMoreRefunds ? html`<p class="hint under">${t.moreRefunds}</p>` : null}</section>`;
}

const tones = { pending: 'wait', succeeded: 'good', failed: 'bad' } as const;

function renderDeliveries(
  context: SignedInContext,
  { order, timeline }: TimelineView,
  mayAct: boolean,
  t: TimelineTexts,
): Html | null {
  const { deliveries, hasMoreDeliveries } = timeline;
  if (deliveries.length === 0) return null;
  const next = (at: Date | null) =>
    at === null ? null : html`<span>${t.nextAttempt} ${preciseMoment(context.language, at)}</span>`;
  const press = ({ id, name, webhookStatus }: TimelineDelivery) =>
    webhookStatus === 'active'
      ? actionButton(context, `${order.path}/deliveries/${id}/resend`, t.resend, { about: name })
      : html`<span class="soft">${t.webhookOff}</span>`;
  const row = (each: TimelineDelivery) => html`<li><div class="what"><code>${each.name}</code>
      ${badge(tones[each.status], t.deliveryStates[each.status])}</div>
    <div class="said"><a href="${WEBHOOKS}/${each.webhookId}">${each.url}</a>
      <span>${t.attempts(each.attempts)}</span>${next(each.nextAttemptAt)}
      ${mayAct ? press(each) : null}</div></li>`;
  return html`<section class="card flush" aria-labelledby="deliveries">
  <div class="card-head"><h2 id="deliveries">${t.deliveries}</h2>
    <span class="soft small">${t.deliveriesHint}</span></div>
  <ul class="related">${deliveries.map(row)}</ul>
  ${hasMoreDeliveries ? html`<p class="hint under">${t.moreDeliveries}</p>` : null}</section>`;
}

function renderMetadata({ metadata }: ShownOrder, { facts: t }: TimelineTexts): Html | null {
  if (metadata === null) return null;
  const text = JSON.stringify(metadata, null, 2);
  const isCut = text.length > METADATA_SHOWN;
  return html`<section class="card stack" aria-labelledby="metadata">
  <h2 id="metadata">${t.metadata}</h2>
  <div class="snippet"><pre tabindex="0">${text.slice(0, METADATA_SHOWN)}</pre></div>
  ${isCut ? html`<p class="hint">${t.metadataCut}</p>` : null}</section>`;
}
