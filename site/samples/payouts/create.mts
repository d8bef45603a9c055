import { Saphan } from 'saphan';

const saphan = new Saphan({ apiKey: 'sk_test_…', baseUrl: 'http://localhost:8080' });
const withdrawal = {
  amount: 100.01,
  username: 'c1',
  firstNameTH: 'สมชาย',
  lastNameTH: 'ใจดี',
  bankName: 'กสิกรไทย',
  accountNumber: '1234567890',
};
const { orderId } = await saphan.createWithdrawal(withdrawal, { idempotencyKey: 'payout-1' });
console.log(orderId);
