import { Saphan, SaphanError } from 'saphan';

const saphan = new Saphan({ apiKey: 'sk_test_…', baseUrl: 'http://localhost:8080' });
try {
  await saphan.createQrCode({ amount: 0, currency: 'THB' });
} catch (error) {
  if (!(error instanceof SaphanError)) throw error;
  console.log(error.code, error.param, error.docUrl, error.requestId);
}
