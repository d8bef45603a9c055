import { Saphan } from 'saphan';

const saphan = new Saphan({ apiKey: 'sk_test_…', baseUrl: 'http://localhost:8080' });
const link = await saphan.createPaymentLink({
  title: 'สมัครสมาชิกชมรม',
  amount: 300,
  currency: 'THB',
  payments_max: 50,
});
console.log(link.url); // send it to the payers
