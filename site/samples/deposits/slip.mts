import { readFile } from 'node:fs/promises';
import { Saphan } from 'saphan';

const saphan = new Saphan({ apiKey: 'sk_test_…', baseUrl: 'http://localhost:8080' });
const deposit = await saphan.readDeposit('DEPOSIT_ID');
const image = await readFile('slip.png');
const { message } = await saphan.uploadSlip({
  orderId: deposit.orderId,
  ref: deposit.ref,
  base64Image: image.toString('base64'),
});
console.log(message);
