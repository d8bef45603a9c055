import { Saphan } from 'saphan';

const saphan = new Saphan({ apiKey: 'sk_test_…', baseUrl: 'http://localhost:8080' });
const webhook = await saphan.createWebhook({
  url: 'http://localhost:3000/hook',
  events: ['payment.succeeded', 'refund.completed'],
});
console.log(webhook.secret); // only this response has it
