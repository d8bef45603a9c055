import { receiveEvents } from './receive-events';
import type { Demo } from './demo';

/** A partial refund to the payer's account. */
export async function refund(demo: Demo, paymentId: string): Promise<void> {
  const { saphan, output } = demo;
  output.show('\nA refund');
  const asked = { payment_id: paymentId, amount: 50, reason: 'one of three was out of stock' };
  const { refund_id: refundId, destination } = await saphan.createRefund(asked);
  const { bank_name: bankName, account_number: account } = destination;
  output.step(`requested a refund of 50 baht (${refundId})`);
  output.note(`to ${bankName ?? ''} ${account ?? ''}: the payer's account, by default`);

  await receiveEvents(demo, refundId, 'refund.completed');
  const { status } = await saphan.readRefund(refundId);
  const payment = await saphan.readPayment(paymentId);
  output.step(
    `read the refund: ${status}; ${payment.amount_refunded} baht of the payment are refunded`,
  );
}
