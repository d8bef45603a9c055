import { hearEvents } from './hear-events';
import { readUntil } from './read-until';
import type { Scene } from './scene';

/** A part of what was paid goes back to the account that it came from. */
export async function refund(scene: Scene, paymentId: string): Promise<void> {
  const { saphan, clerk, tell } = scene;
  tell.show('\nA refund');
  const asked = { payment_id: paymentId, amount: 50, reason: 'one of three was out of stock' };
  const { refund_id: refundId, destination } = await saphan.createRefund(asked);
  const { bank_name: bankName, account_number: account } = destination;
  tell.step(`asked to give 50 baht back (${refundId})`);
  tell.note(`to ${bankName ?? ''} ${account ?? ''}: the payer's account, by default`);

  await readUntil(
    () => saphan.readRefund(refundId),
    ({ status }) => status === 'processing',
  );
  tell.step('the bank has it, and waits for somebody to let it go');
  await clerk.letGo(refundId);
  tell.step('let it go at the sandbox bank');
  await hearEvents(scene, refundId, 'refund.completed');
  const { status } = await saphan.readRefund(refundId);
  const payment = await saphan.readPayment(paymentId);
  tell.step(`read the refund: ${status}; of the payment, ${payment.amount_refunded} baht are back`);
}
