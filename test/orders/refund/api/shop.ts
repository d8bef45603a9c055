import type { z } from 'zod';
import { applyPending } from '../../../../src/orders/store/apply-transition';
import type { refund } from '../../../../src/contract/refund';
import type { QrCodeRequest } from '../../../../src/orders/payment/create-qr-code';
import { testCallback, testWithdrawal } from '../../../support/gateway';
import { testPaidPayment } from '../../../support/refunds';
import { startApi, untilAdmitted, type Sending } from '../../../http/api';

export const refundsPath = '/Thai/v1/refunds';
export type Refund = z.output<typeof refund>;

/** An API with a merchant that has refundable payments. */
export async function startShop(options: Parameters<typeof startApi>[1] = {}) {
  const api = await startApi({}, options);
  const { deps, merchant } = api;
  const { db } = deps;
  return {
    ...api,
    db,
    paid: (request: Partial<QrCodeRequest> = {}, callback?: unknown) =>
      testPaidPayment(deps, merchant, request, callback),
    refund: (body: unknown, sending?: Sending) =>
      untilAdmitted(() => api.post(refundsPath, body, sending)),
    async created(body: unknown, sending?: Sending): Promise<Refund> {
      const answer = await api.post(refundsPath, body, sending);
      expect([answer.status, answer.code]).toEqual([200, undefined]);
      return answer.body as Refund;
    },
    async readRefund(refundId: string): Promise<Refund> {
      return (await api.get(`${refundsPath}/${refundId}`)).body as Refund;
    },
    /** Sends a callback and applies it as the order's workflow does. */
    async sendCallback(
      orderId: string,
      callback: Parameters<typeof testCallback>[2],
    ): Promise<void> {
      await testCallback(deps, orderId, callback);
      await applyPending(db, orderId);
    },
    async balance(): Promise<readonly [available: number, held: number]> {
      const row = await db('balances').where('merchant_id', merchant.id).first();
      return [row.available_satang, row.held_satang];
    },
    /**
     * Reduces or raises the balance to `leftSatang`, by a paid payment and a completed withdrawal.
     */
    async drainTo(leftSatang: number): Promise<void> {
      const available = async () => {
        const [satang] = await db('balances')
          .where('merchant_id', merchant.id)
          .pluck<number[]>('available_satang');
        return satang ?? 0;
      };
      const lackSatang = leftSatang - (await available());
      if (lackSatang > 0) {
        await testPaidPayment(deps, merchant, { amountSatang: lackSatang });
      }
      const outSatang = (await available()) - leftSatang;
      if (outSatang === 0) return;
      const out = await testWithdrawal(deps, merchant, { amountSatang: outSatang });
      await testCallback(deps, out, { reported: 'succeeded' });
      await applyPending(db, out);
    },
    countRefunds: async () => (await db('refunds').pluck('order_id')).length,
    exceptions: (orderId: string) => db('exceptions').where('order_id', orderId).pluck('kind'),
  };
}
