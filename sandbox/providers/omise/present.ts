import type {
  StoredCharge,
  StoredDispute,
  StoredRecipient,
  StoredRefund,
  StoredTransfer,
} from './records';

export const versions = ['2015-11-17', '2017-11-02', '2019-05-29'] as const;
export type Version = (typeof versions)[number];

/** How objects are written: by the API version of the request, or of the account for events. */
export interface Form {
  readonly version: Version;
  readonly livemode: boolean;
  /** Whether QR codes are given as text too, as newer answers do. */
  readonly rawData: boolean;
  readonly imageName: string;
  /** The address of the image with a path. */
  readonly imageUriOf: (path: string) => string;
}

const isNew = ({ version }: Form): boolean => version === '2019-05-29';
const iso = (at: number): string => new Date(at).toISOString().replace(/\.\d{3}Z$/, 'Z');
const isoOrNull = (at: number | null): string | null => (at === null ? null : iso(at));
const created = (form: Form, at: number) => ({
  [isNew(form) ? 'created_at' : 'created']: iso(at),
});
const currency = (form: Form): string => (isNew(form) ? 'THB' : 'thb');
const vatOf = (totalFee: number): number => totalFee - Math.round(totalFee / 1.07);

export function presentCharge(charge: StoredCharge, form: Form): object {
  const { id, reportedAmount: amount, status, kind, createdAt, refunds } = charge;
  const fee = Math.round(amount * (kind === 'card' ? 0.0365 : 0.0165));
  const vat = Math.round(fee * 0.07);
  const refunded = refunds.reduce((sum, refund) => sum + refund.amount, 0);
  return {
    object: 'charge',
    id,
    location: `/charges/${id}`,
    livemode: form.livemode,
    amount,
    currency: currency(form),
    description: charge.description,
    metadata: charge.metadata,
    status,
    paid: status === 'successful',
    authorized: status === 'successful',
    capture: true,
    expired: status === 'expired',
    reversed: charge.reversed || status === 'reversed',
    dispute: charge.dispute === null ? null : presentDispute(charge, charge.dispute, form),
    refundable: status === 'successful' && charge.refundable,
    partially_refundable: status === 'successful' && charge.partiallyRefundable,
    failure_code: charge.failureCode,
    failure_message: charge.failureCode === null ? null : `the charge failed`,
    authorize_uri: charge.authorizeUri,
    transaction: status === 'successful' ? id.replace('chrg', 'trxn') : null,
    net: amount - fee - vat,
    fee,
    fee_vat: vat,
    funding_amount: amount,
    ...(isNew(form) ? { refunded_amount: refunded } : { refunded }),
    source: kind === 'card' ? null : presentSource(charge, form),
    expires_at: iso(charge.expiresAt),
    paid_at: isoOrNull(charge.paidAt),
    ...created(form, createdAt),
  };
}

export const presentDispute = (
  { id: chargeId }: StoredCharge,
  { id, amount, status }: StoredDispute,
  form: Form,
): object => ({
  object: 'dispute',
  id,
  livemode: form.livemode,
  amount,
  currency: currency(form),
  status,
  charge: chargeId,
  metadata: {},
});

function presentSource({ id, documentId, qr, reportedAmount, status }: StoredCharge, form: Form) {
  const document = `/charges/${id}/documents/${documentId}`;
  return {
    object: 'source',
    id: id.replace('chrg', 'src'),
    type: 'promptpay',
    flow: 'offline',
    amount: reportedAmount,
    charge_status: status,
    scannable_code: {
      object: 'barcode',
      type: 'qr',
      ...(form.rawData ? { raw_data: qr } : {}),
      image: {
        object: 'document',
        livemode: form.livemode,
        id: documentId,
        filename: form.imageName,
        location: document,
        kind: 'qr',
        download_uri: form.imageUriOf(`${document}/downloads/167C00410B655C0D`),
      },
    },
  };
}

export function presentRefund(refund: StoredRefund, form: Form): object {
  const { id, amount, chargeId, metadata, status } = refund;
  return {
    object: 'refund',
    id,
    location: `/charges/${chargeId}/refunds/${id}`,
    livemode: form.livemode,
    voided: false,
    amount,
    funding_amount: amount,
    currency: currency(form),
    metadata,
    charge: chargeId,
    transaction: id.replace('rfnd', 'trxn'),
    status,
    ...created(form, refund.createdAt),
  };
}

export function presentRecipient(recipient: StoredRecipient, form: Form): object {
  const { id, name, type, verified, active, deleted, metadata } = recipient;
  return {
    object: 'recipient',
    id,
    location: `/recipients/${id}`,
    livemode: form.livemode,
    name,
    type,
    verified,
    active,
    default: false,
    deleted,
    failure_code: recipient.failureCode,
    metadata,
    bank_account: bankAccountOf(recipient),
    ...created(form, recipient.createdAt),
  };
}

export function presentTransfer(
  transfer: StoredTransfer,
  recipient: StoredRecipient | undefined,
  form: Form,
): object {
  const { id, amount, fee, recipientId, deleted, failureCode, sentAt, paidAt } = transfer;
  const vat = vatOf(fee);
  return {
    object: 'transfer',
    id,
    location: `/transfers/${id}`,
    livemode: form.livemode,
    deleted,
    fail_fast: transfer.failFast,
    sent: sentAt !== null,
    paid: paidAt !== null,
    sendable: sentAt === null && !deleted,
    currency: currency(form),
    amount,
    ...(isNew(form)
      ? { fee: fee - vat, fee_vat: vat, total_fee: fee, net: amount - fee }
      : { fee }),
    recipient: recipientId,
    bank_account: recipient === undefined ? null : bankAccountOf(recipient),
    failure_code: failureCode,
    failure_message: failureCode === null ? null : 'the transfer failed',
    metadata: transfer.metadata,
    sent_at: isoOrNull(sentAt),
    paid_at: isoOrNull(paidAt),
    transactions: [],
    ...created(form, transfer.createdAt),
  };
}

const bankAccountOf = ({ brand, number, accountName }: StoredRecipient) => ({
  object: 'bank_account',
  bank_code: brand,
  last_digits: number.slice(-4),
  name: accountName,
});
