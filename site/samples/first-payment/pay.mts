import { Saphan } from 'saphan';

const saphan = new Saphan({ apiKey: 'sk_test_…', baseUrl: 'http://localhost:8080' });
const qr = await saphan.createQrCode({ amount: 150, currency: 'THB', reference: 'order-2' });
const answer = await fetch('http://localhost:8081/api/payments', {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ qrData: qr.qr_data }),
});
console.log(qr.payment_id, answer.status); // 201: paid
