import { Saphan } from 'saphan';

const saphan = new Saphan({ apiKey: 'sk_test_…', baseUrl: 'http://localhost:8080' });
const request = {
  amount: 590,
  currency: 'THB',
  reference: 'order-3',
  expiry_minutes: 30,
  description: 'เสื้อยืด 2 ตัว',
  return_url: 'https://shop.example.com/orders/3',
} as const;
const { checkout_url } = await saphan.createQrCode(request, { idempotencyKey: 'order-3' });
console.log(checkout_url); // redirect the payer to it
