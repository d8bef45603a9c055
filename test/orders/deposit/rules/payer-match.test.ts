import { payerMatches } from '../../../../src/orders/deposit/rules/payer-match';

const expected = { bankCode: '014', accountNumber: '1234567890' };

test.each([
  ['the same account', { bankCode: '014', accountNumber: '1234567890' }, true],
  ['written with dashes', { bankCode: '014', accountNumber: '123-4-56789-0' }, true],
  ['of an unknown bank', { bankCode: null, accountNumber: '1234567890' }, true],
  ['masked, with the same digits shown', { bankCode: '014', accountNumber: 'xxx-x-x6789-x' }, true],
  ['masked by dots', { bankCode: '014', accountNumber: '••••••7890' }, true],
  ['another number', { bankCode: '014', accountNumber: '1234567891' }, false],
  ['a longer number', { bankCode: '014', accountNumber: '12345678900' }, false],
  ['the same number at another bank', { bankCode: '004', accountNumber: '1234567890' }, false],
  ['another bank, no number', { bankCode: '004', accountNumber: null }, false],
  ['masked, with other digits shown', { bankCode: '014', accountNumber: 'xxx-x-x6788-x' }, false],
  ['masked, two digits shown', { bankCode: '014', accountNumber: 'xxxxxxxx90' }, null],
  ['masked to another length', { bankCode: '014', accountNumber: 'xxx7890' }, null],
  ['the bank alone', { bankCode: '014', accountNumber: null }, null],
])('a payer that is %s', (_name, paid, matches) => {
  expect(payerMatches(expected, paid)).toBe(matches);
});

test('without an expected account number only another bank is a mismatch', () => {
  const unnamed = { bankCode: '014', accountNumber: null };
  expect(payerMatches(unnamed, expected)).toBeNull();
  expect(payerMatches(unnamed, { ...expected, bankCode: '004' })).toBe(false);
});
