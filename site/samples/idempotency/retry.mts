import { Saphan } from 'saphan';

const saphan = new Saphan({ apiKey: 'sk_test_…', baseUrl: 'http://localhost:8080' });
const create = () =>
  saphan.createQrCode(
    { amount: 80, currency: 'THB', reference: 'order-5' },
    { idempotencyKey: 'order-5' },
  );
const [first, second] = [await create(), await create()];
console.log(first.payment_id === second.payment_id); // true
