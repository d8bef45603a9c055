import { startApi, type Api } from '../../../../http/api';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(async () => {
  expect(await api.countOrders()).toBe(0);
  expect(api.deps.offered).toEqual([]);
});

const valid = { amount: 100, currency: 'THB' };
const nested = (levels: number): string =>
  `${'{"a":'.repeat(levels - 1)}{}${'}'.repeat(levels - 1)}`;

async function expectRefused(body: unknown, code: string, param: string): Promise<void> {
  const answer = await api.post('/Thai/v1/qr-codes', body);
  expect([answer.status, answer.code, answer.param]).toEqual([400, code, param]);
}

describe('a missing field', () => {
  it.each([
    ['amount', { currency: 'THB' }],
    ['currency', { amount: 100 }],
  ])('%s gets missing_parameter', (param, body) => expectRefused(body, 'missing_parameter', param));
});

describe('an amount that is not a JSON integer', () => {
  it.each([
    '1.5',
    '-1.5',
    '0.1',
    '2000000.5',
    '"100"',
    'true',
    'null',
    '[]',
    '{}',
    '1e400',
    '1e-3',
  ])('%s gets invalid_amount', (written) =>
    expectRefused(`{"amount":${written},"currency":"THB"}`, 'invalid_amount', 'amount'),
  );
});

describe('a reference', () => {
  it.each([
    ['of 36 characters', 'x'.repeat(36)],
    ['that is a number', 17],
    ['that is an object', {}],
    ['with NUL', 'a\u0000b'],
    ['with a line break', 'a\nb'],
    ['with a lone surrogate', 'a\ud800b'],
  ])('%s gets invalid_reference', (_name, reference) =>
    expectRefused({ ...valid, reference }, 'invalid_reference', 'reference'),
  );
});

describe('expiry_minutes', () => {
  it.each([0, -1, 1441, 1.5, '15', true])('of %p gets invalid_expiry', (expiry_minutes) =>
    expectRefused({ ...valid, expiry_minutes }, 'invalid_expiry', 'expiry_minutes'),
  );
});

describe('a customer field', () => {
  it.each([
    ['client_name', 'x'.repeat(101)],
    ['client_bank_name', 7],
    ['client_bank_account', 'a\u0000'],
  ])('%s of %p gets invalid_request', (param, value) =>
    expectRefused({ ...valid, [param]: value }, 'invalid_request', param),
  );
});

describe('metadata', () => {
  it.each([
    ['is a list', '[]'],
    ['is text', '"x"'],
    ['is a number', '5'],
    ['is over 16 KB', JSON.stringify({ text: 'x'.repeat(16 * 1024) })],
    ['is over 16 KB as UTF-8', JSON.stringify({ text: 'ก'.repeat(6 * 1024) })],
    ['has 9 levels', nested(9)],
    ['has 9 levels of lists', `{"a":${'['.repeat(8)}${']'.repeat(8)}}`],
    ['contains NUL', '{"a":"\\u0000"}'],
    ['contains NUL in a name', '{"a\\u0000":1}'],
    ['contains a lone surrogate', '{"a":["\\udc00"]}'],
    ['contains a number that JSON cannot represent', '{"a":1e400}'],
  ])('that %s gets invalid_metadata', (_name, metadata) =>
    expectRefused(
      `{"amount":100,"currency":"THB","metadata":${metadata}}`,
      'invalid_metadata',
      'metadata',
    ),
  );
});

describe('several errors', () => {
  it('get the code of the first', () =>
    expectRefused({ amount: 'x', expiry_minutes: 0 }, 'invalid_amount', 'amount'));
});
