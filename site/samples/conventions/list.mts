import { Saphan } from 'saphan';

const saphan = new Saphan({ apiKey: 'sk_test_…', baseUrl: 'http://localhost:8080' });
for await (const payment of saphan.payments({ start_date: '2026-01-01' })) {
  console.log(payment.payment_id, payment.status);
}
