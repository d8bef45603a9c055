import { Saphan } from 'saphan';

const saphan = new Saphan({ apiKey: 'sk_test_…', baseUrl: 'http://localhost:8080' });
const payment = await saphan.readPayment('pay_…');
console.log(payment.status, payment.amount_received);
