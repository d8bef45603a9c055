import { Saphan } from 'saphan';

const saphan = new Saphan({ apiKey: 'sk_test_…', baseUrl: 'http://localhost:8080' });
const qr = await saphan.createQrCode({ amount: 150, currency: 'THB', reference: 'order-1' });
console.log(qr.payment_id, qr.checkout_url);
