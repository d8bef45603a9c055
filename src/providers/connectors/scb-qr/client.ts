import { z } from 'zod';
import { bangkokMoment } from '../../../kernel/rules/bangkok-day';
import { plainFailure } from '../../../orders/rules/callback';
import { formatBaht } from '../../../kernel/rules/money';
import { parsePayload } from '../../../kernel/rules/promptpay';
import { QrError } from '../../../kernel/rules/tlv';
import { unreadable } from '../answers';
import type { AccountView, Found, NotSent, ProviderClient, QrOpened, QrOrder } from '../connector';
import { createCaller, type CallerOptions } from '../scb/caller';
import { createScbClient } from '../scb/client';
import { isCredentialRefused, reasonOf, type Answer } from '../scb/wire';
import type { ScbQrSettings } from './settings';

/** Reference 1 of a code. Derived from the order id, so that a lost answer does not lose it. */
const referenceOf = (orderId: string): string =>
  orderId
    .replace(/[^A-Za-z0-9]/g, '')
    .slice(-20)
    .toUpperCase();

/** As the client of `scb`, with QR codes that SCB issues. */
export function createScbQrClient(
  account: AccountView<ScbQrSettings>,
  options: CallerOptions,
): ProviderClient {
  const { settings } = account;
  const { billerId } = settings;
  const caller = createCaller(account, options);
  const clock = options.clock ?? Date.now;
  const client = createScbClient(account, { ...options, caller });

  async function openQr({ orderId, amountSatang, expiresAt }: QrOrder): Promise<QrOpened> {
    const code = { billerId, ref1: referenceOf(orderId), amountSatang };
    const body = {
      qrType: 'PP',
      ppType: 'BILLERID',
      ppId: billerId,
      ref1: code.ref1,
      ref2: settings.reference2,
      ref3: settings.reference3,
    };
    const amount = formatBaht(amountSatang);
    const expiring = { numberOfTimes: 1, expiryDate: localTime(expiresAt) };
    const answer = await caller.call({
      method: 'POST',
      path: `/${settings.expiringCodes ? 'v2' : 'v1'}/payment/qrcode/create`,
      body: settings.expiringCodes
        ? { ...body, amount: Number(amount), ...expiring }
        : { ...body, amount },
      orderId,
    });
    if (answer.kind !== 'succeeded') return notOpened(answer);
    const payload = readIssuedCode(answer.data, code);
    if (payload === null) return unreadable;
    const ends = settings.expiringCodes ? expiresAt : null;
    return { kind: 'opened', providerRef: code.ref1, payload, expiresAt: ends };
  }

  /** SCB has no inquiry about a code, and returns the same code for the same request. */
  async function openAgain(order: QrOrder): Promise<Found> {
    const opened = await openQr(order);
    if (opened.kind === 'opened') return { kind: 'waiting', opened };
    if (opened.kind === 'refused') return { ...opened, kind: 'failed' };
    return { kind: 'unreachable', reason: opened.reason };
  }

  return {
    ...client,
    openQr,
    async find(inquiry) {
      const { orderId, providerRef, expiresAt } = inquiry;
      const found = await client.find({ ...inquiry, ref: referenceOf(orderId) });
      const isOpen = expiresAt !== null && clock() < expiresAt.getTime();
      const hasCode = providerRef !== null || found.kind !== 'waiting';
      return isOpen && !hasCode ? openAgain({ ...inquiry, expiresAt }) : found;
    },
  };
}

/** `2026-11-22 13:00:00` in Bangkok. */
const localTime = (at: Date): string => bangkokMoment(at).slice(0, 19).replace('T', ' ');

/** The request itself is wrong: it was not carried out and will not be. */
const invalid: readonly number[] = [1101, 1102, 1103, 1105];

function notOpened(answer: Exclude<Answer, { kind: 'succeeded' }>): NotSent {
  const reason = reasonOf(answer);
  if (answer.kind === 'unsent') return { kind: 'unreachable', reason };
  if (answer.kind === 'broken') return { kind: 'unknown', reason };
  const { code, message } = answer;
  if (invalid.includes(code ?? 0)) {
    return { kind: 'refused', ...plainFailure({ code: String(code), message }) };
  }
  const isNotProcessed = isCredentialRefused(answer) || answer.statusCode === 429;
  return { kind: isNotProcessed ? 'unreachable' : 'unknown', reason };
}

/** v1 answers `{qrRawData}`, v2 `{data: {qrRawData}}`. */
const issuedCode = z.union([
  z.object({ qrRawData: z.string() }),
  z.object({ data: z.object({ qrRawData: z.string() }) }).transform(({ data }) => data),
]);

/** Null unless the issued code pays this amount to this biller and reference. */
function readIssuedCode(
  data: unknown,
  code: { readonly billerId: string; readonly ref1: string; readonly amountSatang: number },
): string | null {
  const payload = issuedCode.safeParse(data).data?.qrRawData ?? '';
  try {
    const { amountSatang, ...bill } = parsePayload(payload);
    const isOurs =
      bill.kind === 'bill_payment' && bill.billerId === code.billerId && bill.ref1 === code.ref1;
    return isOurs && amountSatang === code.amountSatang ? payload : null;
  } catch (error) {
    if (error instanceof QrError) return null;
    throw error;
  }
}
