import type { Timeline, TimelineDelivery, TimelineRefund } from '../../find-timeline';
import { formatMoney } from '../../../kernel/rules/money';
import { mayActAs } from '../../../kernel/rules/realm';
import { Card } from '../../../pages/kit/card';
import { ActionButton, Confirm } from '../../../pages/kit/form';
import { directionOf } from '../../rules/kinds';
import { kindTexts } from '../kind-texts';
import { Badge, Facts, LinkButton, Notice, Time } from '../../../pages/kit/parts';
import { WEBHOOKS } from '../../../webhooks/pages/list-view';
import type { Refusal, Screen, SignedInContext } from '../../../pages/dashboard/frame/screen';
import { sections } from '../../../pages/dashboard/frame/sections';
import { orderPath, statusBadge, statusText } from '../parts';
import type { ShownOrder } from './shown-order';
import { timelineTexts, type TimelineTexts } from './texts/texts';
import { renderTimeline } from './timeline-view';

export interface TimelineView {
  readonly order: ShownOrder;
  readonly timeline: Timeline;
  readonly isFirst: boolean;
  /** Of the sandbox bank; null in live mode. */
  readonly bankUrl: string | null;
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
    renderDeliveries(view, mayAct, t),
    renderMetadata(order, t),
  ].filter((part) => part !== null);
  const main = (
    <>
      {renderRefusal(context, order, refusal, t)}
      {renderWaitAtBank(context, view, t)}
      <section class="card spread" aria-label={t.details}>
        <Facts rows={[...order.facts, providerFact(timeline, t)]} />
      </section>
      <div class="halves">
        {renderTimeline(context, view, t)}
        {beside.length !== 0 && <div class="stack">{beside}</div>}
      </div>
    </>
  );
  return {
    title: `${kindTexts[context.language][order.kind].name} ${formatMoney(order.amountSatang)}`,
    section,
    back: { path: sections[section].path, title: context.t.sections[section] },
    main,
    live: refusal === null,
    actions: (
      <>
        {order.hasReceipt && <LinkButton href={`${order.path}/receipt`} label={t.receipt} />}
        {mayAct && renderActions(order, timeline, t)}
      </>
    ),
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
) {
  if (refusal === null) return null;
  const text =
    refusal.code === 'state_conflict' && status !== 'pending'
      ? t.tooLate(statusText(context.language, kind, status))
      : (context.t.problems[refusal.code] ?? context.t.problem);
  return <Notice tone="bad" role="alert" text={text} />;
}

/** The sandbox bank pays nothing out until somebody decides there. */
function renderWaitAtBank(
  { language }: SignedInContext,
  { order, timeline, bankUrl }: TimelineView,
  t: TimelineTexts,
) {
  const { kind, status } = order;
  const waits = directionOf(kind) === 'out' && status === 'processing';
  if (!waits || bankUrl === null || timeline.provider?.isDefault !== true) return null;
  return (
    <p class="notice">
      {t.waitsAtBank}{' '}
      <a href={`${bankUrl}/?lang=${language}`} target="_blank" rel="noopener">
        {t.openBank}
      </a>
    </p>
  );
}

function renderActions(order: ShownOrder, { provider }: Timeline, t: TimelineTexts) {
  const { path } = order;
  const isOwnMoney = provider?.refundsNothing === true;
  return (
    <>
      {order.mayBeRefunded && (
        <LinkButton
          tone={isOwnMoney ? 'plain' : 'strong'}
          href={`${path}/refund`}
          label={isOwnMoney ? t.recordRefund : t.refund}
        />
      )}
      {order.mayBeExpired && (
        <Confirm action={`${path}/expire`} label={t.expire} question={t.expireQuestion} />
      )}
    </>
  );
}

function renderRefunds(context: SignedInContext, timeline: Timeline, t: TimelineTexts) {
  const { refunds, hasMoreRefunds } = timeline;
  if (refunds.length === 0) return null;
  const row = ({ id, status, amountSatang, reason, createdAt }: TimelineRefund) => (
    <li>
      <div class="what">
        <a href={orderPath('refund', id)}>
          <Time at={createdAt} />
        </a>
        <span class="money">{formatMoney(amountSatang)}</span>
      </div>
      <div class="said">
        {statusBadge(context.language, 'refund', status)}
        <span>{reason}</span>
      </div>
    </li>
  );
  return (
    <Card id="refunds" title={t.refunds} flush>
      <ul class="related">{refunds.map(row)}</ul>
      {hasMoreRefunds && <p class="hint under">{t.moreRefunds}</p>}
    </Card>
  );
}

const tones = { pending: 'wait', succeeded: 'good', failed: 'bad' } as const;

function renderDeliveries({ order, timeline }: TimelineView, mayAct: boolean, t: TimelineTexts) {
  const { deliveries, hasMoreDeliveries } = timeline;
  if (deliveries.length === 0) return null;
  const next = (at: Date | null) =>
    at === null ? null : (
      <span>
        {t.nextAttempt} <Time at={at} precise />
      </span>
    );
  const press = ({ id, name, webhookStatus }: TimelineDelivery) =>
    webhookStatus === 'active' ? (
      <ActionButton
        action={`${order.path}/deliveries/${id}/resend`}
        label={t.resend}
        about={name}
      />
    ) : (
      <span class="soft">{t.webhookOff}</span>
    );
  const row = (each: TimelineDelivery) => (
    <li>
      <div class="what">
        <code>{each.name}</code>{' '}
        <Badge tone={tones[each.status]}>{t.deliveryStates[each.status]}</Badge>
      </div>
      <div class="said">
        <a href={`${WEBHOOKS}/${each.webhookId}`}>{each.url}</a>
        <span>{t.attempts(each.attempts)}</span>
        {next(each.nextAttemptAt)}
        {mayAct && press(each)}
      </div>
    </li>
  );
  return (
    <Card
      id="deliveries"
      title={t.deliveries}
      mark={<span class="soft small">{t.deliveriesHint}</span>}
      flush>
      <ul class="related">{deliveries.map(row)}</ul>
      {hasMoreDeliveries && <p class="hint under">{t.moreDeliveries}</p>}
    </Card>
  );
}

function renderMetadata({ metadata }: ShownOrder, { facts: t }: TimelineTexts) {
  if (metadata === null) return null;
  const text = JSON.stringify(metadata, null, 2);
  const isCut = text.length > METADATA_SHOWN;
  return (
    <Card id="metadata" title={t.metadata}>
      <div class="snippet">
        <pre tabindex={0}>{text.slice(0, METADATA_SHOWN)}</pre>
      </div>
      {isCut && <p class="hint">{t.metadataCut}</p>}
    </Card>
  );
}
