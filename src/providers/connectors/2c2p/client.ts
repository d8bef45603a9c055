import { z } from 'zod';
import { bangkokMoment } from '../../../kernel/rules/bangkok-day';
import { plainFailure } from '../../../orders/rules/callback';
import { satangToBaht } from '../../../kernel/rules/money';
import { isThaiQrOf } from '../../../kernel/rules/promptpay';
import { notSupported, succeededOnce } from '../answers';
import type {
  AccountView,
  Found,
  Inquiry,
  NotSent,
  Probe,
  ProviderClient,
  QrOpened,
  QrOrder,
} from '../connector';
import { receivedAmount } from '../received-amount';
import { shortReference } from '../short-reference';
import { transactionId } from '../transaction-id';
import {
  createMessages,
  type Answer,
  type Claims,
  type Messages,
  type TwoC2pOptions,
} from './messages';
import type { TwoC2pSettings } from './settings';

/** Time after a call until an inquiry knows what the call created. */
const SETTLES_MS = 60_000;
const REFERENCE_LENGTH = 20;
/** No order has this invoice. */
const PROBE_INVOICE = 'CONNECTIONTEST';

const findable: ReadonlySet<Inquiry['kind']> = new Set(['payment'] as const);
const pending: readonly string[] = ['0001', '2001'];
const NOT_FOUND = '2002';
/** Canceled, or declined by the bank. */
const failing = /^(?:0003|4\d{3})$/;
/** The message itself is wrong: it was not carried out and will not be. */
const invalid = /^(?:900[4-689]|9010|905[789]|9060)$/;
/** Merchant, configuration or key. */
const credentials: readonly string[] = ['9007', '9037', '9042'];

const token = z.object({ paymentToken: z.string().min(1) });
const displayed = z.object({ respCode: z.literal('1005'), data: z.string() });
const about = z.object({ merchantID: z.string(), invoiceNo: z.string() });
const paid = z.object({
  amount: receivedAmount,
  currencyCode: z.literal('THB'),
  tranRef: transactionId.nullish(),
});

/** PGW 4.3: Thai QR codes of 2C2P, and inquiries about their invoices. */
export function createTwoC2pClient(
  account: AccountView<TwoC2pSettings>,
  options: TwoC2pOptions = {},
): ProviderClient {
  const messages = createMessages(account, options);
  return {
    openQr: (order) => openQr(messages, account, order),
    find: (inquiry) => find(messages, account.settings, inquiry),
    send: async () => notSupported('payouts, refunds or charges'),
    probe: () => probe(messages, account.settings),
    close: () => messages.close(),
  };
}

async function openQr(
  messages: Messages,
  { settings, callbackUrl }: AccountView<TwoC2pSettings>,
  { orderId, amountSatang, expiresAt }: QrOrder,
): Promise<QrOpened> {
  const { merchantId: merchantID, channelCode, opensQr } = settings;
  if (!opensQr) return notSupported('QR codes unless its setting is on');
  const invoiceNo = shortReference(orderId, REFERENCE_LENGTH);
  const terms = { amount: satangToBaht(amountSatang), currencyCode: 'THB' };
  const paymentExpiry = bangkokMoment(expiresAt).slice(0, 19).replace('T', ' ');
  const answer = await messages.sendSigned(
    'paymentToken',
    {
      merchantID,
      invoiceNo,
      description: invoiceNo,
      ...terms,
      paymentChannel: [channelCode],
      paymentExpiry,
      backendReturnUrl: callbackUrl,
    },
    orderId,
  );
  const { paymentToken } = token.safeParse(succeeded(answer)).data ?? {};
  if (paymentToken === undefined) return notOpened(answer);
  const payment = { code: { channelCode }, data: { qrType: 'RAW' } };
  const shown = await messages.send('payment', { paymentToken, payment }, orderId);
  if (shown.kind === 'unsent') return { kind: 'unknown', reason: shown.reason };
  const read = displayed.safeParse(shown.kind === 'unsigned' ? shown.body : null).data;
  if (read !== undefined && isThaiQrOf(read.data, amountSatang)) {
    return { kind: 'opened', providerRef: invoiceNo, payload: read.data, expiresAt };
  }
  return { kind: 'unknown', reason: 'reason' in shown ? shown.reason : 'unreadable_answer' };
}

async function find(
  messages: Messages,
  { merchantId }: TwoC2pSettings,
  { kind, orderId, sentForMs }: Inquiry,
): Promise<Found> {
  if (!findable.has(kind)) return { kind: 'unreachable', reason: 'not_supported' };
  const isSettled = sentForMs === null || sentForMs >= SETTLES_MS;
  const invoiceNo = shortReference(orderId, REFERENCE_LENGTH);
  const message = { merchantID: merchantId, invoiceNo, locale: 'en' };
  const answer = await messages.sendSigned('paymentInquiry', message, orderId);
  if (answer.kind !== 'claims') return { kind: 'unreachable', reason: answer.reason };
  const { claims } = answer;
  if (claims.respCode === NOT_FOUND) return { kind: isSettled ? 'not_found' : 'waiting' };
  const read = about.safeParse(claims).data;
  const isOurs = read?.merchantID === merchantId && read.invoiceNo === invoiceNo;
  return isOurs ? foundBy(claims) : unreadable;
}

function foundBy(claims: Claims): Found {
  const { respCode } = claims;
  if (pending.includes(respCode)) return { kind: 'waiting' };
  if (failing.test(respCode)) return { kind: 'failed', ...failureOf(claims) };
  // A code that is not known here decides nothing.
  if (respCode !== '0000') return { kind: 'unreachable', reason: respCode };
  const read = paid.safeParse(claims).data;
  if (read === undefined) return unreadable;
  const { amount: amountSatang, tranRef = null } = read;
  // The time zone of `transactionDateTime` is not documented.
  return succeededOnce(tranRef, amountSatang);
}

const succeeded = (answer: Answer): unknown =>
  answer.kind === 'claims' && answer.claims.respCode === '0000' ? answer.claims : null;

const failureOf = ({ respCode: code, respDesc: message }: Claims) =>
  plainFailure({ code, message: message ?? '2C2P gave no reason.' });

const unreadable: Found = { kind: 'unreachable', reason: 'unreadable_answer' };

/** Without a payment token nothing can be paid. */
function notOpened(answer: Answer): NotSent {
  if (answer.kind === 'unsent') return { kind: 'unreachable', reason: answer.reason };
  if (answer.kind === 'broken') return { kind: 'unknown', reason: answer.reason };
  const code = answer.kind === 'claims' ? answer.claims.respCode : answer.reason;
  const isNotProcessed = ['HTTP 401', 'HTTP 403', 'HTTP 429', ...credentials].includes(code);
  if (isNotProcessed) return { kind: 'unreachable', reason: code };
  if (answer.kind === 'unsigned' || !invalid.test(code)) return { kind: 'unknown', reason: code };
  return { kind: 'refused', ...failureOf(answer.claims) };
}

/** A signed answer about an unknown invoice proves merchant, key and address. */
async function probe(messages: Messages, { merchantId }: TwoC2pSettings): Promise<Probe> {
  const message = { merchantID: merchantId, invoiceNo: PROBE_INVOICE, locale: 'en' };
  const answer = await messages.sendSigned('paymentInquiry', message, null);
  const reason = answer.kind === 'claims' ? answer.claims.respCode : answer.reason;
  const rejecting = ['HTTP 401', 'HTTP 403', 'host_of_other_mode', 'no_secret_key', ...credentials];
  if (rejecting.includes(reason)) return { kind: 'rejected', reason };
  return answer.kind === 'claims' ? { kind: 'ok' } : { kind: 'unreachable', reason };
}
