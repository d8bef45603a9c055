import { Saphan } from 'saphan';

const saphan = new Saphan({ apiKey: 'sk_test_…', baseUrl: 'http://localhost:8080' });
const payment = await saphan.createTokenPayment({
  token_id: 'tok_success',
  amount: 1290,
  currency: 'THB',
  reference: 'order-4',
  return_url: 'https://shop.example.com/orders/4',
});
console.log(payment.payment_id, payment.status); // pending: a webhook reports the outcome
