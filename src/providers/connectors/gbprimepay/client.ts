import { z } from 'zod';
import { formatBaht } from '../../../kernel/rules/money';
import { readThaiQr } from '../../../platform/slips/read-qr-image';
import { failedProbe, notSupported, succeededOnce } from '../answers';
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
import {
  basicAuthorization,
  createHttpClient,
  type HttpResult,
  type Recorder,
} from '../http-client';
import { receivedAmount } from '../received-amount';
import { redactExchanges } from '../redact-exchanges';
import { shortReference } from '../short-reference';
import { transactionId } from '../transaction-id';
import type { GbPrimePaySettings } from './settings';

/** Time after a call until an inquiry knows what the call created. */
const SETTLES_MS = 60_000;
const REFERENCE_LENGTH = 15;
const PICTURE_BYTES_MAX = 512 * 1024;
/** No order has this reference. */
const PROBE_REFERENCE = 'CONNECTIONTEST';

const findable: ReadonlySet<Inquiry['kind']> = new Set(['payment'] as const);

const answer = z.object({ resultCode: z.string().regex(/^\w{1,10}$/) });
const INVALID_AMOUNT = '14';
const UNKNOWN_REFERENCE = '02';
const state = z.object({
  resultCode: z.literal('00'),
  txn: z.object({
    referenceNo: z.string(),
    /** Generated, settled, declined, voided. */
    status: z.enum(['G', 'S', 'D', 'V']),
    paymentType: z.literal('Q').nullish(),
    currencyCode: z.literal('764').nullish(),
  }),
});
const paid = z.object({
  txn: z.object({ amount: receivedAmount, gbpReferenceNo: transactionId.nullish() }),
});

interface Options {
  readonly record?: Recorder;
  readonly timeoutMs?: number;
}

/** QR Cash: the answer is a picture of a Thai QR code for each order. */
export function createGbPrimePayClient(
  account: AccountView<GbPrimePaySettings>,
  { record, timeoutMs = 10_000 }: Options = {},
): ProviderClient {
  const { url, token, secretKey } = account.settings;
  const redacted = record && { record: redactExchanges(record, [token]) };
  const unsentReason = isOfOtherMode(account) ? 'host_of_other_mode' : null;
  const { publicOnly } = account;
  const http = createHttpClient({ url, timeoutMs, publicOnly, unsentReason, ...redacted });
  const inquire = (referenceNo: string, orderId: string | null) => {
    const headers = { authorization: basicAuthorization(secretKey) };
    const path = '/v1/check_status_txn';
    return http.request({ method: 'POST', path, body: { referenceNo }, headers, orderId });
  };

  async function openQr({ orderId, amountSatang }: QrOrder): Promise<QrOpened> {
    const referenceNo = shortReference(orderId, REFERENCE_LENGTH);
    const amount = formatBaht(amountSatang);
    const backgroundUrl = account.callbackUrl;
    const form = new URLSearchParams({ token, amount, referenceNo, backgroundUrl });
    const answerBytesMax = PICTURE_BYTES_MAX;
    const result = await http.request({
      method: 'POST',
      path: '/v3/qrcode',
      form,
      orderId,
      answerBytesMax,
    });
    const isPicture = result.kind === 'answered' && result.statusCode === 200;
    const payload = isPicture ? await readThaiQr(result.bytes, amountSatang) : null;
    if (payload === null) return notOpened(result);
    return { kind: 'opened', providerRef: referenceNo, payload, expiresAt: null };
  }

  async function find({ kind, orderId, sentForMs }: Inquiry): Promise<Found> {
    if (!findable.has(kind)) return { kind: 'unreachable', reason: 'not_supported' };
    const isSettled = sentForMs === null || sentForMs >= SETTLES_MS;
    const referenceNo = shortReference(orderId, REFERENCE_LENGTH);
    const result = await inquire(referenceNo, orderId);
    if (codeOf(result) === UNKNOWN_REFERENCE) return { kind: isSettled ? 'not_found' : 'waiting' };
    return readFound(result, referenceNo);
  }

  return {
    openQr,
    find,
    send: async () => notSupported('payouts, refunds or charges'),
    probe: async () => readProbe(await inquire(PROBE_REFERENCE, null)),
    close: () => http.close(),
  };
}

/** Null for an answer that is not of the documented form. */
const codeOf = (result: HttpResult): string | null =>
  result.kind === 'answered' && result.statusCode === 200
    ? (answer.safeParse(result.body).data?.resultCode ?? null)
    : null;

const reasonOf = (result: HttpResult): string => {
  if (result.kind !== 'answered') return result.reason;
  return result.statusCode === 200 ? 'unreadable_answer' : `HTTP ${result.statusCode}`;
};

function readFound(result: HttpResult, referenceNo: string): Found {
  const unreachable: Found = { kind: 'unreachable', reason: reasonOf(result) };
  if (result.kind !== 'answered' || result.statusCode !== 200) return unreachable;
  const { txn } = state.safeParse(result.body).data ?? {};
  if (txn?.referenceNo !== referenceNo) return unreachable;
  if (txn.status === 'G') return { kind: 'waiting' };
  if (txn.status === 'D')
    return { kind: 'failed', code: 'declined', message: 'The payment was declined.' };
  const read = paid.safeParse(result.body).data?.txn;
  if (txn.status === 'V') {
    // Whether it was paid before, and whether the void keeps its id, is not documented.
    const reversed = read === undefined ? [] : succeededOnce(null, read.amount).movements;
    return { kind: 'failed', code: 'voided', message: 'The payment was voided.', reversed };
  }
  if (read === undefined) return unreachable;
  const { amount: amountSatang, gbpReferenceNo = null } = read;
  return succeededOnce(gbpReferenceNo, amountSatang);
}

function notOpened(result: HttpResult): NotSent {
  const reason = reasonOf(result);
  if (result.kind === 'unsent') return { kind: 'unreachable', reason };
  if (codeOf(result) === INVALID_AMOUNT) {
    return {
      kind: 'refused',
      code: 'invalid_amount',
      message: 'GB Prime Pay rejected the amount.',
    };
  }
  const isNotProcessed = ['HTTP 401', 'HTTP 403', 'HTTP 429'].includes(reason);
  return { kind: isNotProcessed ? 'unreachable' : 'unknown', reason };
}

/** An answer about an unknown reference proves the secret key. */
function readProbe(result: HttpResult): Probe {
  const reason = reasonOf(result);
  return codeOf(result) === null ? failedProbe(reason) : { kind: 'ok' };
}

/** At the test host payments are simulated. */
function isOfOtherMode({ mode, settings }: AccountView<GbPrimePaySettings>): boolean {
  const { hostname } = new URL(settings.url);
  return hostname === (mode === 'live' ? 'api.globalprimepay.com' : 'api.gbprimepay.com');
}
