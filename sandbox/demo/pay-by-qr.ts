import { renderQrText } from '../../src/platform/images/qr-image';
import { receiveEvents } from './receive-events';
import type { Demo } from './demo';

/** A QR payment. Returns the payment id. */
export async function payByQr(demo: Demo): Promise<string> {
  const { saphan, customer, output } = demo;
  output.show('\nA payment by QR code');
  const qr = await saphan.createQrCode({
    amount: 150,
    currency: 'THB',
    reference: 'demo',
    metadata: { cart: 'demo' },
  });
  output.step(`created a QR code for 150 baht (${qr.payment_id})`);
  output.show(`\n${renderQrText(qr.qr_data)}\n`);

  await customer.pay(qr.qr_data);
  output.step('scanned and paid it at the sandbox bank');
  await receiveEvents(demo, qr.payment_id, 'payment.succeeded');
  const payment = await saphan.readPayment(qr.payment_id);
  if (payment.status !== 'succeeded') throw new Error(`The payment is ${payment.status}.`);
  output.step(`read the payment: ${payment.status}, completed at ${payment.completed_at ?? ''}`);
  return qr.payment_id;
}
