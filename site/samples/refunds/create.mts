import { Saphan } from 'saphan';

const saphan = new Saphan({ apiKey: 'sk_test_…', baseUrl: 'http://localhost:8080' });
const refund = await saphan.createRefund(
  { payment_id: 'pay_…', amount: 50, reason: 'สินค้าชำรุด' },
  { idempotencyKey: 'refund-order-1' },
);
console.log(refund.refund_id, refund.status);
