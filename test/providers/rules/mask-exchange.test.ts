import { maskExchange } from '../../../src/providers/rules/mask-exchange';

/** Marks in the fields in which providers and the gateway write them. */
const personal = {
  scb: {
    payerAccountNumber: '1502830001',
    payerProxyId: '1502830001',
    payerName: 'สมหญิง ผู้จ่าย',
    sender: {
      displayName: 'SOMYING P',
      proxy: { type: 'MSISDN', value: '0812345678' },
      account: { type: 'BANKAC', value: '1502830001' },
    },
  },
  omise: {
    bank_account: { brand: 'scb', number: '1502830001', name: 'SOMYING PAYER' },
    email: 'somying@example.test',
  },
  generic: { accountNumber: '150-2-83000-1', accountName: 'SOMYING PAYER', accountNo: 1502830001 },
  text: 'Transfer to 150-2-83000-1 or 0812345678 with card 4242 4242 4242 4242 failed',
};

it('no account number, name, telephone or card is left', () => {
  const text = JSON.stringify(maskExchange(personal));
  expect(text.replaceAll(/[\s-]/g, '')).not.toMatch(/150283|081234|42424242/);
  expect(text).not.toMatch(/somying|สมหญิง|ผู้จ่าย/i);
  expect(text).toContain('"type":"MSISDN"');
  expect(text).toContain('"brand":"scb"');
});

it('no page on which a payer authenticates a charge is left', () => {
  const url = 'https://bank.example/marker';
  const shown = maskExchange({
    omise: { authorize_uri: url, return_uri: 'https://shop.example/done' },
    none: { authorize_uri: null },
    stripe: { next_action: { type: 'redirect_to_url', redirect_to_url: { url } } },
  });
  expect(shown).toEqual({
    omise: { authorize_uri: '•••', return_uri: 'https://shop.example/done' },
    none: { authorize_uri: null },
    stripe: { next_action: { type: 'redirect_to_url', redirect_to_url: '•••' } },
  });
});

it.each<[string, unknown]>([
  ['a day', { transactionDate: '2026-11-22', transDate: '20190422' }],
  ['a moment', { at: '2026-11-22T11:30:58+07:00', paymentExpiry: '2026-11-22 13:00:00' }],
  ['a moment without signs', { transactionDateTime: '20261122170458' }],
  ['a moment in a text', { message: 'Declined on 2026-11-22 13:00:00 or 20261122170458.' }],
  ['Unix seconds', { created: 1_550_133_185, expiresAt: 1_550_133_185 }],
  ['a UUID', { orderId: '0192f0c1-0000-7000-8000-000000000001', x: '01921111-0000-7000-8000-1' }],
  ['an id of letters and digits', { x: 'chrg_test_5000000000000000001', y: 'pay_0123456789' }],
  [
    'an id of digits',
    { tranRef: '4849681000', referenceNo: '1540731943', transactionId: '9'.repeat(12) },
  ],
  ['an amount', { amount: '1500000000.00', txnAmount: 1_500_000_000, net: 153_246 }],
  ['a code', { qrRawData: '00020101021230630016A000000677010112011509999999999999' }],
  ['the name of a bank', { bankName: 'SCB', filename: 'qrcode.svg' }],
])('%s stays', (_, value) => {
  expect(maskExchange(value)).toEqual(value);
});
