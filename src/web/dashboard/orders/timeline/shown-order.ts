import type { Deposit, FoundDeposit, Payer } from '../../../../application/deposits/find-deposit';
import type { Payment } from '../../../../application/payments/find-payment';
import type { Refund } from '../../../../application/payments/find-refund';
import type { Withdrawal } from '../../../../application/payouts/find-withdrawal';
import { transactionIdOf } from '../../../../domain/event-bodies';
import { formatMoney } from '../../../../domain/money';
import { definitionOf } from '../../../../domain/orders';
import type { OrderKind } from '../../../../domain/orders';
import { displayStatusOf } from '../../../../domain/display-status';
import type { DisplayStatus } from '../../../../domain/display-status';
import { html } from '../../../../lib/html';
import type { Html } from '../../../../lib/html';
import { badge, copyButton, preciseMoment } from '../../../kit/parts';
import type { facts } from '../../../kit/parts';
import { icons } from '../../../kit/icons';
import type { SignedInContext } from '../../frame/screen';
import { accountText, orderPath, statusBadge } from '../parts';
import { ordersTexts } from '../texts';
import { timelineTexts } from './texts/texts';

type Facts = Parameters<typeof facts>[0];

/** The fields of an order's page that all kinds have. */
export interface ShownOrder {
  readonly kind: OrderKind;
  readonly id: string;
  readonly path: string;
  readonly status: DisplayStatus;
  readonly amountSatang: number;
  readonly createdAt: Date;
  readonly metadata: Readonly<Record<string, unknown>> | null;
  readonly facts: Facts;
  readonly mayBeRefunded: boolean;
  readonly mayBeExpired: boolean;
}

type AnyOrder = Payment | Deposit | Withdrawal | Refund;

/** Fields of all kinds; fields of one kind are inserted between the status and the times. */
function shown(
  context: SignedInContext,
  order: AnyOrder,
  own: Facts,
  after: Facts = [],
): ShownOrder {
  const { language } = context;
  const t = timelineTexts[language].facts;
  const { kind, id, failure, completedAt } = order;
  const status = displayStatusOf(order);
  const note = order.late ? badge('warn', ordersTexts[language].late) : null;
  return {
    kind,
    id,
    path: orderPath(kind, id),
    status,
    amountSatang: order.amountSatang,
    createdAt: order.createdAt,
    metadata: order.metadata,
    facts: [
      [t.status, html`<span class="badges">${statusBadge(language, kind, status)}${note}</span>`],
      failure === null ? null : [t.failure, failure.message],
      ...own,
      order.reversedSatang === 0 ? null : [t.reversed, money(order.reversedSatang)],
      [t.created, preciseMoment(language, order.createdAt)],
      completedAt === null ? null : [t.completed, preciseMoment(language, completedAt)],
      ...after,
      [t.id, copied(context, 'order-id', id, t.id)],
    ],
    mayBeRefunded:
      definitionOf(kind).refundable &&
      order.status === 'succeeded' &&
      order.refundingSatang + order.reversedSatang < order.creditedSatang,
    mayBeExpired:
      definitionOf(kind).expirable && order.status === 'pending' && order.method === 'qr',
  };
}

/** A value with a copy button, which needs JavaScript. */
const copied = (context: SignedInContext, name: string, text: string, about: string): Html =>
  html`<span class="copied"><code id="${name}">${text}</code> ${copyButton(context, name, about)}
  </span>`;

const money = (satang: number): Html => html`<span class="money">${formatMoney(satang)}</span>`;

export function shownPayment(
  context: SignedInContext,
  payment: Payment,
  publicUrl: string,
): ShownOrder {
  const { language } = context;
  const t = timelineTexts[language].facts;
  const { amountSatang, receivedSatang, refundedSatang, expiresAt, qrCodeId, reference } = payment;
  const isUnlike = receivedSatang !== 0 && receivedSatang !== amountSatang;
  return shown(
    context,
    payment,
    [
      [t.amount, money(amountSatang)],
      isUnlike ? [t.received, money(receivedSatang)] : null,
      refundedSatang === 0 ? null : [t.refunded, money(refundedSatang)],
      [t.method, ordersTexts[language].methods[payment.method]],
      reference === null
        ? null
        : [t.reference, copied(context, 'reference', reference, t.reference)],
    ],
    [
      expiresAt === null ? null : [t.expires, preciseMoment(language, expiresAt)],
      qrCodeId === null ? null : [t.qrCode, copied(context, 'qr-code', qrCodeId, t.qrCode)],
      qrCodeId !== null && isPayable(payment, context.nowMs)
        ? [t.qrPicture, qrPicture(context, qrCodeId, publicUrl)]
        : null,
      [t.transaction, copied(context, 'transaction', transactionIdOf(payment.id), t.transaction)],
    ],
  );
}

const isPayable = ({ status, expiresAt }: Payment, nowMs: number): boolean =>
  status === 'pending' && expiresAt !== null && expiresAt.getTime() > nowMs;

/** The QR image and its link, which needs no session. */
function qrPicture(context: SignedInContext, qrCodeId: string, publicUrl: string): Html {
  const t = timelineTexts[context.language].facts;
  const path = `/Thai/qr-codes/${qrCodeId}/image`;
  return html`<span class="qr"><img src="${path}?format=svg" alt="${t.qrAlt}" width="200"
    height="200"><span class="copied"><code id="qr-link">${publicUrl}${path}</code>
    ${copyButton(context, 'qr-link', t.qrLink)}</span>
  <a class="button" href="${path}?size=1000" download="${qrCodeId}.png">${icons.down}
    <span>${t.qrDownload}</span></a></span>`;
}

export function shownDeposit(
  context: SignedInContext,
  { deposit, payer }: FoundDeposit,
  pageUrl: string,
): ShownOrder {
  const t = timelineTexts[context.language].facts;
  const { amountSatang, receivedSatang } = deposit;
  const isUnlike = receivedSatang !== 0 && receivedSatang !== amountSatang;
  return shown(
    context,
    deposit,
    [
      [t.amount, money(amountSatang)],
      isUnlike ? [t.received, money(receivedSatang)] : null,
      [t.customer, deposit.userName],
      [t.fromAccount, accountText(context.language, deposit)],
      payer === null ? null : [t.paidFrom, payerText(context, payer)],
      [t.bankReference, copied(context, 'bank-ref', deposit.ref, t.bankReference)],
      deposit.status === 'pending'
        ? [t.page, html`<a href="${pageUrl}" rel="noreferrer">${t.openPage}</a>`]
        : null,
    ],
    [[t.expires, preciseMoment(context.language, deposit.expiresAt)]],
  );
}

/** A deposit from an unexpected account may be somebody else's money. */
function payerText({ language }: SignedInContext, { isExpected, ...account }: Payer): Html {
  const t = timelineTexts[language].facts;
  const { bankName, bankCode, accountMask } = account;
  const text = accountText(language, {
    bankName: bankName ?? '',
    bankCode,
    accountMask: accountMask ?? '',
  }).trim();
  return html`<span class="badges">${text}${
    isExpected === false ? badge('warn', t.otherPayer) : null
  }</span>`;
}

export function shownWithdrawal(context: SignedInContext, withdrawal: Withdrawal): ShownOrder {
  const t = timelineTexts[context.language].facts;
  return shown(context, withdrawal, [
    [t.amount, money(withdrawal.amountSatang)],
    [t.customer, withdrawal.username],
    [t.toAccount, accountText(context.language, withdrawal)],
  ]);
}

export function shownRefund(context: SignedInContext, refund: Refund): ShownOrder {
  const t = timelineTexts[context.language].facts;
  const { paymentId, destination, reason } = refund;
  const payment = html`<a class="code" href="${orderPath('payment', paymentId)}">${paymentId}</a>`;
  return shown(
    context,
    refund,
    [
      [t.amount, money(refund.amountSatang)],
      [t.payment, payment],
      [t.toAccount, destination === null ? t.toToken : accountText(context.language, destination)],
      reason === null || reason === '' ? null : [t.reason, reason],
    ],
    [[t.transaction, copied(context, 'transaction', transactionIdOf(refund.id), t.transaction)]],
  );
}
