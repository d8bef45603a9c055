import { renderQrText } from '../../src/lib/qr-image';
import { hearEvents } from './hear-events';
import type { Scene } from './scene';

/** A merchant shows a QR code, a customer pays it. The payment's id. */
export async function payByQr(scene: Scene): Promise<string> {
  const { saphan, customer, tell } = scene;
  tell.show('\nA payment by QR code');
  const qr = await saphan.createQrCode({
    amount: 150,
    currency: 'THB',
    reference: 'demo',
    metadata: { cart: 'demo' },
  });
  tell.step(`created a QR code for 150 baht (${qr.payment_id})`);
  tell.show(`\n${renderQrText(qr.qr_data)}\n`);

  await customer.pay(qr.qr_data);
  tell.step('scanned and paid it at the sandbox bank');
  await hearEvents(scene, qr.payment_id, 'payment.succeeded');
  const payment = await saphan.readPayment(qr.payment_id);
  if (payment.status !== 'succeeded') throw new Error(`The payment is ${payment.status}.`);
  tell.step(`read the payment: ${payment.status}, completed at ${payment.completed_at ?? ''}`);
  return qr.payment_id;
}
