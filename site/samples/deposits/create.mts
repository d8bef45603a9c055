import { Saphan } from 'saphan';

const saphan = new Saphan({ apiKey: 'sk_test_…', baseUrl: 'http://localhost:8080' });
const { data: deposit } = await saphan.createDeposit({
  amount: 250.5,
  userName: 'c1',
  firstName: 'Somchai',
  lastName: 'Jaidee',
  bankName: 'KBANK',
  accountNumber: '1234567890',
});
console.log(deposit.orderId, deposit.url); // redirect the customer to the URL
