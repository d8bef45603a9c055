import type { Exception, ExceptionDetail } from '../find-order-detail';
import { isResolution, type Resolution, resolutionsOf, wholeOf } from '../rules/exception';
import { formatMoney } from '../../kernel/rules/money';
import { directionOf } from '../../orders/rules/kinds';
import { mayActAs } from '../../kernel/rules/realm';
import { Card } from '../../pages/kit/card';
import { ActionButton, Field, Form, Submit } from '../../pages/kit/form';
import { Badge, type FactRow, Facts, Notice, Time } from '../../pages/kit/parts';
import type { Refusal, Screen, SignedInContext } from '../../pages/console/frame/screen';
import {
  callbacksCard,
  orderCard,
  postingsCard,
  requestCard,
  slipsCard,
  transitionsCard,
} from '../../orders/pages/console/detail-view';
import { orderDetailTexts } from '../../orders/pages/console/texts';
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
  const refused = fault === null ? null : <Notice tone="bad" role="alert" text={t.faults[fault]} />;
  const main = (
    <>
      {refused}
      <p>{t.kindHints[exception.kind]}</p>
      <div class="columns">
        <div class="stack">
          {renderFacts(context, detail, t)}
          {renderWaiting(exception, t)}
          {exception.resolved === null
            ? renderWays(context, exception, t)
            : renderDecision(context, detail, refusal, t)}
          {callbacksCard(context, about?.callbacks ?? callbacks)}
          {about === null || about.slips.length === 0 ? null : slipsCard(context, about.slips)}
        </div>
        {about !== null && (
          <div class="stack">
            {orderCard(context, about, workflowUrl)}
            {about.request !== null && requestCard(context, about, about.request)}
            {others.length !== 0 && exceptionLinks(context, others, t.others)}
          </div>
        )}
      </div>
      {about !== null && postingsCard(context, about.postings)}
      {about !== null && transitionsCard(context, about)}
    </>
  );
  const back = { path: PATH, title: context.t.sections.exceptions };
  const actions = <>{renderOwnership(context, exception, t)}</>;
  return { title: t.kinds[exception.kind], section: 'exceptions', back, main, actions };
}

export function renderFacts(
  context: SignedInContext,
  { exception, balance, ownerName }: ExceptionDetail,
  t: ExceptionTexts,
) {
  const { id, merchantName, merchantId, suspendedSatang, openedAt, resolved, callback } = exception;
  const waits = resolved === null && suspendedSatang > 0;
  return (
    <Card
      id="facts"
      title={moneyOf(exception)}
      mark={
        resolved === null ? (
          <Badge tone="warn">{t.open}</Badge>
        ) : (
          <Badge tone="good">{t.resolved}</Badge>
        )
      }>
      <Facts
        rows={[
          [t.opened, <Time at={openedAt} />],
          [orderDetailTexts[context.language].id, <code>{id}</code>],
          exception.order === null && callback !== null
            ? [t.order, <code>{callback.namedOrder}</code>]
            : null,
          [
            t.merchant,
            merchantName === null ? (
              t.unknownMerchant
            ) : (
              <>
                {merchantName} <code class="soft">{merchantId ?? ''}</code>
              </>
            ),
          ],
          [t.owner, ownerName ?? t.noOwner],
          [t.suspended, waits ? formatMoney(suspendedSatang) : t.nothingSuspended],
          balance === null
            ? null
            : [
                t.balance,
                t.balanceOf(formatMoney(balance.availableSatang), formatMoney(balance.heldSatang)),
              ],
        ]}
      />
    </Card>
  );
}

/** Null for a resolved exception, and without the role. */
function renderOwnership(
  { session }: SignedInContext,
  { id, ownerId, resolved }: Exception,
  t: ExceptionTexts,
) {
  if (resolved !== null || !mayActAs(session, 'operator')) return null;
  const isMine = ownerId === session.person.id;
  return (
    <ActionButton
      action={`${PATH}/${id}/owner`}
      fields={{ take: isMine ? 'no' : 'yes', before: ownerId ?? '' }}
      tone="plain"
      label={isMine ? t.giveBack : ownerId === null ? t.takeOn : t.takeOver}
    />
  );
}

const renderWaiting = ({ waitingApprovalId: id }: Exception, t: ExceptionTexts) =>
  id === null ? null : (
    <p class="notice">
      <span>
        <strong>{t.waits}</strong>. {t.waitsHint}{' '}
        <a href={`/console/approvals/${id}`}>{t.waitsLink}</a>
      </span>
    </p>
  );

/** While a proposal is pending, no other decision is offered. */
function renderWays(context: SignedInContext, exception: Exception, t: ExceptionTexts) {
  if (exception.waitingApprovalId !== null) return null;
  const mayDecide = mayActAs(context.session, 'operator');
  const { waitsFor } = exception;
  if (waitsFor !== null) {
    return (
      <section class="card stack" aria-labelledby="decide">
        <div>
          <h2 id="decide">{t.decide}</h2>
          <p>
            {t.waitsFor} <a href={`${PATH}/${waitsFor}`}>{waitsFor}</a>
          </p>
        </div>
      </section>
    );
  }
  const item = (resolution: Resolution) => {
    const { name, when, does } = wayOf(t, exception, resolution);
    const path = `${PATH}/${exception.id}/resolve?as=${resolution}`;
    return (
      <li>
        <div>
          <h3>{name}</h3>
          <p>{when}</p>
          <p class="soft">{does(amountOf(exception, resolution))}</p>
        </div>
        {mayDecide && (
          <a class="button" href={path}>
            {t.choose}
            <span class="spoken">: {name}</span>
          </a>
        )}
      </li>
    );
  };
  return (
    <Card id="decide" title={t.decide} hint={mayDecide ? t.decideHint : t.mayNot}>
      <ul class="ways">{resolutionsOf(exception).map(item)}</ul>
    </Card>
  );
}

function renderDecision(
  context: SignedInContext,
  { exception, assigned, fee }: ExceptionDetail,
  refusal: Refusal | null,
  t: ExceptionTexts,
) {
  const { resolved } = exception;
  if (resolved === null) return null;
  const mayDecide = mayActAs(context.session, 'operator');
  const names = resolved.resolution
    .split('+')
    .map((way) => (isResolution(way) ? wayOf(t, exception, way).name : way));
  return (
    <Card id="decided" title={t.decided}>
      <Facts
        rows={[
          [t.decidedAs, names.join(' + ')],
          [
            t.decidedBy,
            <>
              {resolved.by}, <Time at={resolved.at} />
            </>,
          ],
          assigned === null ? null : assignedFact(assigned, t),
          fee && [t.fee, t.feeOf(formatMoney(fee.feeSatang), formatMoney(fee.vatSatang))],
          [t.reason, resolved.reason],
        ]}
      />
      {mayDecide && exception.waitingApprovalId === null && renderCorrection(exception, refusal, t)}
    </Card>
  );
}

function assignedFact(
  { merchantId, order }: NonNullable<ExceptionDetail['assigned']>,
  t: ExceptionTexts,
): FactRow {
  if (order !== null) {
    const link = (
      <a href={`/console/orders/${order.id}`}>
        <code>{order.id}</code>
      </a>
    );
    return [
      t.assignedTo,
      <>
        {link} · {t.ofWhich(formatMoney(order.settledSatang))}
      </>,
    ];
  }
  if (merchantId === null) return null;
  const link = (
    <a href={`/console/merchants/${merchantId}`}>
      <code>{merchantId}</code>
    </a>
  );
  return [t.assignedTo, link];
}

function renderCorrection({ id }: Exception, refusal: Refusal | null, t: ExceptionTexts) {
  return (
    <details class="more" open={refusal !== null}>
      <summary>{t.correct}</summary>
      <Form action={`${PATH}/${id}/correct`} refusal={refusal}>
        <p class="soft">{t.correctHint}</p>
        <Field name="reason" label={t.reason} hint={t.reasonHint} lengthMax={1_000} lines={3} />
        <Submit tone="danger" label={t.correctConfirm} />
      </Form>
    </details>
  );
}
