import { z } from 'zod';
import { decimalBahtToSatang } from '../domain/money';
import { createHttpClient } from './http-client';
import type { HttpResult, HttpClientOptions } from './http-client';
import type { NamedTransfer, SlipVerifier, VerifiedTransfer } from './slip-verifier';

/**
 * Verifies slips with the sandbox bank: `GET /slips/{sendingBank}/{transRef}` under the provider's
 * key → 200 `{sendingBank, transRef, amount, paidTo, paidAt}`, or 404 `transfer_not_found`.
 */
export function createSandboxSlipVerifier(options: HttpClientOptions): SlipVerifier {
  const http = createHttpClient(options);
  return {
    async verify(named) {
      const { sendingBank, transRef } = named;
      const path = `/slips/${encodeURIComponent(sendingBank)}/${encodeURIComponent(transRef)}`;
      return readTransfer(named, await http.request({ method: 'GET', path }));
    },
    close: () => http.close(),
  };
}

const transfer = z.object({
  sendingBank: z.string(),
  transRef: z.string(),
  amount: z.number(),
  paidTo: z.string().min(1),
});
const notFound = z.object({ error: z.object({ code: z.literal('transfer_not_found') }) });

function readTransfer(named: NamedTransfer, exchange: HttpResult): VerifiedTransfer {
  if (exchange.kind !== 'answered') return { kind: 'unreachable', reason: exchange.reason };
  const { statusCode, body } = exchange;
  if (statusCode === 404 && notFound.safeParse(body).success) return { kind: 'not_found' };
  if (statusCode !== 200) return { kind: 'unreachable', reason: `HTTP ${statusCode}` };
  const unreadable: VerifiedTransfer = { kind: 'unreachable', reason: 'unreadable_answer' };
  const read = transfer.safeParse(body);
  if (!read.success) return unreadable;
  const { sendingBank, transRef, amount, paidTo } = read.data;
  const amountSatang = decimalBahtToSatang(amount);
  const isNamed = sendingBank === named.sendingBank && transRef === named.transRef;
  if (!isNamed || amountSatang === null) return unreadable;
  return { kind: 'found', amountSatang, paidTo };
}
