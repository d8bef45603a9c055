import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { bangkokMoment } from '../../../kernel/rules/bangkok-day';
import { plainFailure } from '../../../orders/rules/callback';
import { formatBaht } from '../../../kernel/rules/money';
import { isThaiQrOf } from '../../../kernel/rules/promptpay';
import { notSupported, succeededOnce } from '../answers';
import type {
  AccountView,
  Found,
  Inquiry,
  NotSent,
  ProviderClient,
  QrOpened,
  QrOrder,
} from '../connector';
import type { HttpResult } from '../http-client';
import { receivedAmount } from '../received-amount';
import { shortReference } from '../short-reference';
import { transactionId } from '../transaction-id';
import { createCaller, type KbankOptions } from './caller';
import type { KbankSettings } from './settings';

/** Lifetime of KBank's codes. */
export const QR_MINUTES = 10;
/** Time after a call until an inquiry knows what the call created. */
const SETTLES_MS = 60_000;
const REFERENCE_LENGTH = 15;

const findable: ReadonlySet<Inquiry['kind']> = new Set(['payment'] as const);

const text = z.string().nullish();
const envelope = z.object({ statusCode: z.string(), errorCode: text, errorDesc: text });
const issued = z.object({ partnerTxnUid: z.string(), qrCode: z.string() });
const state = z.object({
  partnerTxnUid: z.string(),
  reference1: text,
  txnStatus: z.enum(['REQUESTED', 'PAID', 'CANCELLED', 'EXPIRED', 'VOIDED']),
});
const paid = z.object({
  txnAmount: receivedAmount,
  txnCurrencyCode: z.literal('THB').nullish(),
  txnNo: transactionId.nullish(),
});

/** The request itself is wrong: it was not carried out and will not be. */
const invalid: ReadonlySet<string> = new Set([
  'invalid_currency_code',
  'invalid_txn_amount',
  'invalid_qr_type',
  'invalid_reference1',
  'merchant_closed',
  'payment_exceed_limit',
]);

/** The QR Payment API: KBank issues a Thai QR code for each order. */
export function createKbankClient(
  account: AccountView<KbankSettings>,
  options: KbankOptions = {},
): ProviderClient {
  const { partnerId, partnerSecret, merchantId } = account.settings;
  const caller = createCaller(account, options);
  const bodyOf = (partnerTxnUid: string) => ({
    partnerTxnUid,
    partnerId,
    partnerSecret,
    requestDt: `${bangkokMoment(new Date()).slice(0, 19)}+07:00`,
    merchantId,
  });

  async function openQr({ orderId, amountSatang }: QrOrder): Promise<QrOpened> {
    const reference = shortReference(orderId, REFERENCE_LENGTH);
    const startedMs = Date.now();
    const terms = { txnAmount: formatBaht(amountSatang), txnCurrencyCode: 'THB' };
    const references = {
      reference1: reference,
      reference2: null,
      reference3: null,
      reference4: null,
    };
    const body = { ...bodyOf(reference), qrType: '3', ...terms, ...references };
    const result = await caller.call('/v1/qrpayment/request', body, orderId);
    const read = issued.safeParse(succeeded(result)).data;
    if (read === undefined) return notOpened(result);
    const isOurs = read.partnerTxnUid === reference && isThaiQrOf(read.qrCode, amountSatang);
    if (!isOurs) return { kind: 'unknown', reason: 'unreadable_answer' };
    const expiresAt = new Date(startedMs + QR_MINUTES * 60_000);
    return { kind: 'opened', providerRef: reference, payload: read.qrCode, expiresAt };
  }

  async function find({ kind, orderId, sentForMs }: Inquiry): Promise<Found> {
    if (!findable.has(kind)) return { kind: 'unreachable', reason: 'not_supported' };
    const reference = shortReference(orderId, REFERENCE_LENGTH);
    // An inquiry has an id of its own.
    const inquiryId = shortReference(randomBytes(16).toString('hex'), REFERENCE_LENGTH);
    const isSettled = sentForMs === null || sentForMs >= SETTLES_MS;
    const body = { ...bodyOf(inquiryId), origPartnerTxnUid: reference };
    const result = await caller.call('/v1/qrpayment/v4/inquiry', body, orderId);
    if (result.kind !== 'answered') return { kind: 'unreachable', reason: result.reason };
    if (errorOf(result)?.errorCode === 'invalid_origPartnerTxnUid') {
      return { kind: isSettled ? 'not_found' : 'waiting' };
    }
    const read = state.safeParse(succeeded(result)).data;
    const isOurs =
      read?.partnerTxnUid === inquiryId && (read.reference1 ?? reference) === reference;
    return isOurs ? foundState(read.txnStatus, result.body) : unreadable(result);
  }

  return {
    openQr,
    find,
    send: async () => notSupported('payouts, refunds or charges'),
    async probe() {
      const token = await caller.renewToken();
      return token.kind === 'token' ? { kind: 'ok' } : token;
    },
    close: () => caller.close(),
  };
}

function foundState(status: z.output<typeof state>['txnStatus'], body: unknown): Found {
  if (status === 'REQUESTED') return { kind: 'waiting' };
  const read = paid.safeParse(body).data;
  if (status !== 'PAID') {
    const code = status.toLowerCase();
    const failed = { kind: 'failed', code, message: `The QR code is ${code}.` } as const;
    if (status !== 'VOIDED' || read === undefined) return failed;
    // Only a paid code can be voided. Whether the void keeps the number is not documented.
    return { ...failed, reversed: succeededOnce(null, read.txnAmount).movements };
  }
  if (read === undefined) return { kind: 'unreachable', reason: 'unreadable_answer' };
  const { txnAmount: amountSatang, txnNo = null } = read;
  return succeededOnce(txnNo, amountSatang);
}

/** Undefined for an answer that did not succeed. */
function succeeded(result: HttpResult): unknown {
  if (result.kind !== 'answered' || result.statusCode !== 200) return undefined;
  return envelope.safeParse(result.body).data?.statusCode === '00' ? result.body : undefined;
}

function errorOf(result: HttpResult): z.output<typeof envelope> | null {
  const read = result.kind === 'answered' ? envelope.safeParse(result.body).data : undefined;
  return read === undefined || read.statusCode === '00' ? null : read;
}

const unreadable = ({ statusCode }: Extract<HttpResult, { kind: 'answered' }>): Found => ({
  kind: 'unreachable',
  reason: statusCode === 200 ? 'unreadable_answer' : `HTTP ${statusCode}`,
});

/** The codes of a duplicate and of KBank's own faults say nothing about an earlier request. */
function notOpened(result: HttpResult): NotSent {
  if (result.kind === 'unsent') return { kind: 'unreachable', reason: result.reason };
  if (result.kind === 'broken') return { kind: 'unknown', reason: result.reason };
  const reason = `HTTP ${result.statusCode}`;
  if ([401, 403, 429].includes(result.statusCode)) return { kind: 'unreachable', reason };
  const error = errorOf(result);
  const code = error?.errorCode ?? '';
  if (code === 'authentication_error') return { kind: 'unreachable', reason: code };
  if (!invalid.has(code)) return { kind: 'unknown', reason: code === '' ? reason : code };
  return { kind: 'refused', ...plainFailure({ code, message: error?.errorDesc ?? '' }) };
}
