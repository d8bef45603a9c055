import { browsePayments, findPayment, type Payment } from '../../payment/find-payment';
import { checkoutUrl } from '../../../contract/checkout-url';
import { netColumns } from '../../../fees/pages/columns';
import { displayStatusOf } from '../../rules/display-status';
import { transactionIdOf } from '../../../kernel/events/rules/event-bodies';
import { formatMoney } from '../../../kernel/rules/money';
import type { PaymentState } from '../../rules/kinds/payment';
import { icons } from '../../../pages/kit/icons';
import { CopyButton, Time } from '../../../pages/kit/parts';
import type { SignedInContext } from '../../../pages/dashboard/frame/screen';
import { zoned } from '../../../pages/kit/files/columns';
import type { ListDefinition } from '../list/definition';
import { listOperations } from '../list/operations';
import { orderPath, statusBadge } from '../parts';
import { ordersTexts } from '../texts';
import { payerText } from '../timeline/payer-text';
import { copied, type FindShown, money, shown } from '../timeline/shown-order';
import { timelineTexts } from '../timeline/texts/texts';

export const paymentList: ListDefinition<Payment, PaymentState> = {
  kind: 'payment',
  statuses: ['succeeded', 'pending', 'expired', 'failed'],
  hasPayers: false,
  browse: browsePayments,
  row(payment, language) {
    const t = ordersTexts[language];
    const { id, reference, amountSatang, refundedSatang } = payment;
    const status = displayStatusOf(payment);
    const isPartly = refundedSatang > 0 && status !== 'refunded';
    return {
      path: orderPath('payment', id),
      name: reference ?? id,
      detail: reference === null ? null : id,
      about: t.methods[payment.method],
      status: statusBadge(language, 'payment', status),
      statusNote: payment.late ? t.late : null,
      warning: null,
      amountSatang,
      amountNote: isPartly ? t.partlyRefunded(formatMoney(refundedSatang)) : null,
    };
  },
  columns: {
    payment_id: ({ id }) => id,
    [zoned('created_at')]: ({ createdAt }) => createdAt,
    [zoned('paid_at')]: ({ completedAt }) => completedAt,
    status: ({ status }) => status,
    amount: ({ amountSatang }) => BigInt(amountSatang),
    currency: () => 'THB',
    amount_received: ({ receivedSatang }) => BigInt(receivedSatang),
    amount_credited: ({ creditedSatang, reversedSatang }) =>
      BigInt(creditedSatang - reversedSatang),
    amount_refunded: ({ refundedSatang }) => BigInt(refundedSatang),
    ...netColumns,
    reference: ({ reference }) => reference,
    bank_transaction_id: ({ creditedCallback }) => creditedCallback?.transactionId ?? null,
    ref_1: ({ ref }) => ref,
    payer_bank: ({ creditedCallback }) => creditedCallback?.payer?.bankName ?? null,
    payer_account: ({ creditedCallback }) => creditedCallback?.payer?.accountMask ?? null,
    method: ({ method }) => method,
    late: ({ late }) => late,
    failure_code: ({ failure }) => failure?.code ?? null,
    metadata: ({ metadata }) => metadata && JSON.stringify(metadata),
  },
};

const find: FindShown = async (deps, context, id) => {
  const payment = await findPayment(deps, context.session.merchant, id);
  const { publicUrl } = deps.config.http;
  const { language } = context;
  const t = timelineTexts[language].facts;
  const {
    amountSatang,
    receivedSatang,
    refundedSatang,
    expiresAt,
    qrCodeId,
    pageToken,
    reference,
    paymentLinkId,
  } = payment;
  const isUnlike = receivedSatang !== 0 && receivedSatang !== amountSatang;
  const creditedSatang = payment.creditedSatang - payment.reversedSatang;
  return shown(
    context,
    payment,
    [
      [t.amount, money(amountSatang)],
      isUnlike ? [t.received, money(receivedSatang)] : null,
      creditedSatang === receivedSatang ? null : [t.credited, money(creditedSatang)],
      refundedSatang === 0 ? null : [t.refunded, money(refundedSatang)],
      [t.method, ordersTexts[language].methods[payment.method]],
      payment.payer === null ? null : [t.paidFrom, payerText(language, payment.payer, false)],
      reference === null ? null : [t.reference, copied('reference', reference, t.reference)],
    ],
    [
      expiresAt === null ? null : [t.expires, <Time at={expiresAt} precise />],
      qrCodeId === null ? null : [t.qrCode, copied('qr-code', qrCodeId, t.qrCode)],
      pageToken === null
        ? null
        : [t.page, copied('checkout', checkoutUrl(publicUrl, pageToken), t.page)],
      qrCodeId !== null && isPayable(payment, context.nowMs)
        ? [t.qrPicture, qrPicture(context, qrCodeId, publicUrl)]
        : null,
      paymentLinkId === null
        ? null
        : [t.paymentLink, <a href={`/dashboard/links/${paymentLinkId}`}>{paymentLinkId}</a>],
      [t.transaction, copied('transaction', transactionIdOf(payment.id), t.transaction)],
    ],
  );
};

const isPayable = ({ status, expiresAt }: Payment, nowMs: number): boolean =>
  status === 'pending' && expiresAt !== null && expiresAt.getTime() > nowMs;

/** The image's URL needs no session. */
function qrPicture(context: SignedInContext, qrCodeId: string, publicUrl: string) {
  const t = timelineTexts[context.language].facts;
  const path = `/Thai/qr-codes/${qrCodeId}/image`;
  return (
    <span class="qr">
      <img src={`${path}?format=svg`} alt={t.qrAlt} width={200} height={200} />
      <span class="copied">
        <code id="qr-link">
          {publicUrl}
          {path}
        </code>
        <CopyButton of="qr-link" about={t.qrLink} />
      </span>
      <a class="button" href={`${path}?size=1000`} download={`${qrCodeId}.png`}>
        {icons.down}
        <span>{t.qrDownload}</span>
      </a>
    </span>
  );
}

export const paymentPages = { list: listOperations(paymentList), find };
