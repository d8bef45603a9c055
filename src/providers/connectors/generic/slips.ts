import { z } from 'zod';
import { decimalBahtToSatang } from '../../../kernel/rules/money';
import type { HttpClient, HttpResult } from '../http-client';
import type { NamedTransfer, VerifiedTransfer } from '../slip';

/**
 * By the sandbox bank: `GET /slips/{sendingBank}/{transRef}` → 200 `{sendingBank, transRef, amount,
 * paidTo, paidAt}`, or 404 `transfer_not_found`.
 */
export async function verifySlip(
  http: HttpClient,
  named: NamedTransfer,
): Promise<VerifiedTransfer> {
  const { sendingBank, transRef } = named;
  const path = `/slips/${encodeURIComponent(sendingBank)}/${encodeURIComponent(transRef)}`;
  return readTransfer(named, await http.request({ method: 'GET', path }));
}

const transfer = z.object({
  sendingBank: z.string(),
  transRef: z.string(),
  amount: z.number(),
  paidTo: z.string().min(1),
  paidAt: z.iso.datetime({ offset: true }).nullish().catch(null),
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
  const { sendingBank, transRef, amount, paidTo, paidAt = null } = read.data;
  const amountSatang = decimalBahtToSatang(amount);
  const isNamed = sendingBank === named.sendingBank && transRef === named.transRef;
  if (!isNamed || amountSatang === null) return unreadable;
  const found = { kind: 'found', amountSatang, paidTo } as const;
  return paidAt === null ? found : { ...found, paidAt: new Date(paidAt) };
}
