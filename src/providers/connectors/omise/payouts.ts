import { z } from 'zod';
import { failureOf, refused, succeededOnce, unreachable, unreadable } from '../answers';
import type { Found, Inquiry, RequestOf, Sent } from '../connector';
import { createRecipients } from '../recipients';
import type { OmiseApi } from './api';
import { findOne, walkList } from './lists';
import { recipient, recipientId, transfer, transferId } from './objects';

/** docs.omise.co/supported-banks, by the Bank of Thailand's codes. */
const brands: ReadonlyMap<string | null, string> = new Map(
  (
    '002bbl 004kbank 006ktb 008jpm 011ttb 014scb 017citi 018smbc 020sc 022cimb 024uob 025bay ' +
    '026mega 027boa 030gsb 031hsbc 032db 033ghb 034baac 039mb 045bnp 066ibank 067tisco 069kk ' +
    '070icbc 071tcrb 073lhb'
  )
    .split(' ')
    .map((pair) => [pair.slice(0, 3), pair.slice(3)]),
);

/** A recipient has the digest of its bank account in its metadata. */
const recipientsAt = (api: OmiseApi) =>
  createRecipients({
    list(since, orderId, visit) {
      const window = { path: '/recipients', from: since, to: Date.now(), orderId };
      return walkList(api, window, ({ id, metadata, created_at: createdAt }) => {
        const digest = metadata?.account_digest ?? null;
        const known = recipientId.safeParse(id).data ?? null;
        visit({ id: known, digest, createdAt: Date.parse(createdAt) });
        return false;
      });
    },
    fetch: (id, orderId) =>
      api.call(recipient, { method: 'GET', path: `/recipients/${id}`, orderId }),
    create({ bankCode, accountNumber: number, accountName: name }, digest, orderId) {
      const bank_account = { brand: brands.get(bankCode), number, name };
      const body = { name, type: 'individual', bank_account, metadata: { account_digest: digest } };
      return api.call(recipient, { method: 'POST', path: '/recipients', body, orderId });
    },
  });

/**
 * Sends to verified recipients. Omise takes its fee out of the amount, so the fee is added; a
 * transfer with which the recipient would get another amount is deleted before Omise sends it.
 */
export function createPayouts(api: OmiseApi, feeSatang: number) {
  const recipientOf = recipientsAt(api);
  return async (request: RequestOf<'payout'>): Promise<Sent> => {
    const { orderId, amountSatang, account } = request;
    if (!brands.has(account.bankCode)) {
      return refused('bank_not_supported', 'Omise does not pay this bank.');
    }
    const ready = await recipientOf(account, orderId);
    if (ready.kind !== 'ready') return ready;
    const metadata = { order_id: orderId };
    const amount = amountSatang + feeSatang;
    const body = { amount, recipient: ready.id, fail_fast: true, metadata };
    const answer = await api.call(transfer, { method: 'POST', path: '/transfers', body, orderId });
    if (answer.kind !== 'ok') return answer;
    const { id, net, total_fee: fee, metadata: stated } = answer.object;
    if (stated?.order_id !== orderId) return unreadable;
    if (net === amountSatang) return { kind: 'accepted', providerRef: id };
    const undone = await api.call(deleted, { method: 'DELETE', path: `/transfers/${id}`, orderId });
    if (undone.kind !== 'ok') return { kind: 'unknown', reason: 'other_transfer_fee' };
    const message = `The transfer fee is ${fee} satang; the account has ${feeSatang} satang.`;
    return refused('other_transfer_fee', message);
  };
}
const deleted = z.object({ id: transferId, deleted: z.literal(true) });

/**
 * The reported amount is `net`, which the recipient gets. Omise does not retry a failed transfer
 * with `fail_fast`, so its failure is final. A transfer that was paid and failed was returned by
 * the bank.
 */
export const findTransfer = (api: OmiseApi, inquiry: Inquiry): Promise<Found> =>
  findOne(api, { path: '/transfers', schema: transfer, id: transferId }, inquiry, (object) => {
    const { id, net, paid, paid_at: paidAt, failure_code: code, fail_fast: failsFast } = object;
    const { total_fee: cost } = object;
    if (paid && object.deleted) return unreachable(unreadable);
    const wasPaid = paid || Boolean(paidAt);
    const isFailed = object.deleted || (code !== null && (failsFast || wasPaid));
    const made = succeededOnce(id, net, paidAt, isFailed ? undefined : cost);
    if (!isFailed) return paid ? made : { kind: 'waiting' };
    const [movement] = made.movements;
    const otherwise = { code: 'transfer_deleted', message: 'The transfer is deleted.' };
    return { kind: 'failed', ...failureOf(code, object.failure_message, otherwise), movement };
  });
