import type { VNode } from 'preact';
import type {
  DetailedOrder,
  DetailedPosting,
  DetailedRequest,
  OrderDetail,
  ShownCallback,
  Slip,
} from '../../../exceptions/find-order-detail';
import { displayStatusOf } from '../../rules/display-status';
import { formatMoney } from '../../../kernel/rules/money';
import type { RoutingStep } from '../../../providers/rules/routing';
import { statusBadge, statusText } from '../parts';
import { Card } from '../../../pages/kit/card';
import { conditionText } from '../../../providers/pages/condition-text';
import { kindTexts } from '../kind-texts';
import type { Language } from '../../../pages/kit/language';
import { Badge, Facts, Spoken, Time } from '../../../pages/kit/parts';
import { Table } from '../../../pages/kit/table';
import { exceptionTexts } from '../../../exceptions/pages/texts';
import type { SignedInContext } from '../../../pages/console/frame/screen';
import { routingTexts } from '../../../providers/pages/routing/texts';
import { orderDetailTexts, type OrderDetailTexts } from './texts';

/** `flush` removes the padding, for tables. */
export const card = (name: string, title: string, body: VNode, hint: string | null = null) => (
  <section class="card stack" aria-labelledby={name}>
    <div>
      <h2 id={name}>{title}</h2>
      {hint !== null && <p class="soft">{hint}</p>}
    </div>
    {body}
  </section>
);

const flushCard = (name: string, title: string, body: VNode) => (
  <Card id={name} title={title} flush>
    {body}
  </Card>
);

export function orderCard(
  context: SignedInContext,
  { order }: Pick<OrderDetail, 'order'>,
  workflowUrl: string | null,
) {
  const t = orderDetailTexts[context.language];
  const at = (when: Date | null) => (when === null ? null : <Time at={when} />);
  const row = (name: string, value: VNode | string | null) =>
    value === null || value === '' ? null : ([name, value] as const);
  return card(
    'order',
    `${kindTexts[context.language][order.kind].label} · ${formatMoney(order.amountSatang)}`,
    <Facts
      rows={[
        [t.id, <code>{order.id}</code>],
        row(t.status, statusOf(context.language, order)),
        row(
          t.merchant,
          <a href={`/console/merchants/${order.merchantId}`}>{order.merchantName}</a>,
        ),
        order.receivedSatang > 0 ? [t.received, formatMoney(order.receivedSatang)] : null,
        order.refundingSatang > 0 ? [t.refunded, formatMoney(order.refundedSatang)] : null,
        row(t.reference, order.reference),
        row(t.ref, order.ref),
        row(routingTexts[context.language].account, accountOf(order, order.accountId)),
        row(t.bank, bankOf(order)),
        row(
          t.ofPayment,
          order.paymentId && <a href={`/console/orders/${order.paymentId}`}>{order.paymentId}</a>,
        ),
        row(t.created, at(order.createdAt)),
        row(t.apiKey, order.origin && keyOf(order.origin)),
        row(t.address, order.origin && <code>{order.origin.address}</code>),
        row(t.requestId, order.origin && <code>{order.origin.requestId}</code>),
        row(t.expires, order.completedAt === null ? at(order.expiresAt) : null),
        row(t.ended, at(order.completedAt)),
        row(t.failure, order.failure && `${order.failure.message} (${order.failure.code})`),
        row(
          t.workflow,
          workflowUrl === null ? null : (
            <a href={workflowUrl} rel="noreferrer">
              {t.openWorkflow}
            </a>
          ),
        ),
      ]}
    />,
  );
}

const statusOf = (language: Language, order: DetailedOrder) =>
  statusBadge(language, order.kind, displayStatusOf(order));

const keyOf = ({ apiKeyId, apiKeyName }: NonNullable<DetailedOrder['origin']>) =>
  apiKeyId === null ? null : (
    <>
      {apiKeyName ?? ''} <code>{apiKeyId}</code>
    </>
  );

const bankOf = ({ bankName, accountMask }: DetailedOrder): string | null =>
  bankName === null ? accountMask : `${bankName} ${accountMask ?? ''}`.trim();

const accountOf = ({ accountLabels }: DetailedOrder, accountId: string) => (
  <>
    {accountLabels[accountId] ?? ''} <code>{accountId}</code>
  </>
);

/** How the order's provider account was chosen. */
export function routingCard(
  context: SignedInContext,
  order: DetailedOrder,
  steps: readonly RoutingStep[],
) {
  const t = routingTexts[context.language];
  const because = ({ rule }: RoutingStep) =>
    rule === null ? t.byPriority : t.byRule(conditionText(context.language, rule.when));
  const item = (step: RoutingStep) => (
    <li>
      <p>{step.accountId === null ? t.none : accountOf(order, step.accountId)}</p>
      <p class="soft small">
        <Time at={new Date(step.at)} /> · {because(step)}
        {step.after !== null && (
          <>
            {' · '}
            {t.after(order.accountLabels[step.after.accountId] ?? '', step.after.failure)}
          </>
        )}
      </p>
      <dl class="values">
        {step.others.map((other) => (
          <div>
            <dt>{accountOf(order, other.accountId)}</dt>
            <dd>{t.reasons[other.because]}</dd>
          </div>
        ))}
      </dl>
    </li>
  );
  return card('routing', t.choice, <ol class="items">{steps.map(item)}</ol>);
}

export function callbacksCard(context: SignedInContext, callbacks: readonly ShownCallback[]) {
  const t = orderDetailTexts[context.language];
  const item = (callback: ShownCallback) => <li>{renderCallback(callback, t)}</li>;
  const body =
    callbacks.length === 0 ? (
      <p class="soft">{t.noCallbacks}</p>
    ) : (
      <ol class="items">{callbacks.map(item)}</ol>
    );
  return card('callbacks', t.callbacks, body, t.callbacksHint);
}

function renderCallback(callback: ShownCallback, t: OrderDetailTexts) {
  const { reported, amountSatang, receivedAt, outcome, route, values, id } = callback;
  const name = callback.transactionId ?? callback.event;
  const unused = callback.unusedFields.join(', ');
  const amount = amountSatang === null ? null : formatMoney(amountSatang);
  const tone = reported === 'other' ? 'warn' : reported === 'succeeded' ? 'good' : 'bad';
  return (
    <>
      <p>
        <Badge tone={tone}>{t.reported[reported ?? 'unreadable']}</Badge>{' '}
        <strong>{amount ?? ''}</strong> {name !== null && <code>{name}</code>}
      </p>
      <p class="soft small">
        <Time at={receivedAt} /> · {t.routes[route] ?? t.callback} ·{' '}
        {outcome === null ? t.waits : (t.outcomes[outcome] ?? outcome)}
      </p>
      {unused !== '' && (
        <p class="soft small">
          {t.unused} <code>{unused}</code>
        </p>
      )}
      <details class="more">
        <summary>
          {t.values}
          <Spoken>{id}</Spoken>
        </summary>
        <dl class="values">
          {values.map(({ name, value }) => (
            <div>
              <dt>
                <code>{name}</code>
              </dt>
              <dd>
                <code>{value}</code>
              </dd>
            </div>
          ))}
        </dl>
      </details>
    </>
  );
}

export function postingsCard(context: SignedInContext, postings: readonly DetailedPosting[]) {
  const t = orderDetailTexts[context.language];
  const { accounts } = exceptionTexts[context.language];
  if (postings.length === 0) {
    return card('postings', t.postings, <p class="soft">{t.noPostings}</p>);
  }
  const row = ({ kind, debit, credit, amountSatang, createdAt }: DetailedPosting) => [
    t.postingKinds[kind] ?? kind,
    accounts[debit],
    accounts[credit],
    <Time at={createdAt} />,
    formatMoney(amountSatang),
  ];
  return flushCard(
    'postings',
    t.postings,
    <Table
      columns={[t.what, t.from, t.to, t.when, { money: t.amount }]}
      rows={postings.map(row)}
    />,
  );
}

export function transitionsCard(context: SignedInContext, { moves, order }: OrderDetail) {
  const t = orderDetailTexts[context.language];
  if (moves.length === 0) return card('moves', t.moves, <p class="soft">{t.noMoves}</p>);
  const row = ({ from, to, cause, at }: OrderDetail['moves'][number]) => [
    <>
      {statusText(context.language, order.kind, from)} →{' '}
      {statusText(context.language, order.kind, to)}
    </>,
    <code>{cause}</code>,
    <Time at={at} />,
  ];
  return flushCard(
    'moves',
    t.moves,
    <Table columns={[t.what, t.cause, t.when]} rows={moves.map(row)} />,
  );
}

export function requestCard(
  context: SignedInContext,
  { order }: Pick<OrderDetail, 'order'>,
  request: DetailedRequest,
) {
  const t = orderDetailTexts[context.language];
  const at = (when: Date | null) => (when === null ? t.never : <Time at={when} />);
  return card(
    'request',
    t.request,
    <Facts
      rows={[
        [t.claims, String(request.claims)],
        [t.lastSent, at(request.claimedAt)],
        [t.denials, String(request.denials)],
        [t.inquiries, String(request.inquiries)],
        [t.failedCalls, String(request.failedCalls)],
        [
          t.nextInquiry,
          request.isOver ? t.over : (nextOf(order, request, t) ?? at(request.nextInquiryAt)),
        ],
      ]}
    />,
    t.requestHint,
  );
}

const nextOf = ({ id }: DetailedOrder, { isManual }: DetailedRequest, t: OrderDetailTexts) =>
  isManual ? <a href={`/console/refunds/${id}`}>{t.byHand}</a> : null;

export function slipsCard(context: SignedInContext, slips: readonly Slip[]) {
  const t = orderDetailTexts[context.language];
  const states = ({ status, verification }: Slip) => [
    <Badge tone={status === 'parsed' ? '' : 'warn'}>{t.slipStatus[status] ?? status}</Badge>,
    ' ',
    <Badge tone={verification === 'verified' ? 'good' : verification === 'mismatch' ? 'bad' : ''}>
      {verification === null ? t.unverified : (t.verification[verification] ?? verification)}
    </Badge>,
  ];
  const item = (slip: Slip) => (
    <li>
      <p>{states(slip)}</p>
      <p class="soft small">
        <Time at={slip.receivedAt} /> · {slip.refMatches ? t.refMatches : t.refDiffers}
        {slip.transRef !== null && (
          <>
            {' · '}
            {t.transferRef} <code>{slip.transRef}</code>
          </>
        )}
      </p>
      {slip.duplicateOf !== null && <p class="fault">{t.duplicate(slip.duplicateOf.orderId)}</p>}
    </li>
  );
  return card('slips', t.slips, <ol class="items">{slips.map(item)}</ol>);
}
