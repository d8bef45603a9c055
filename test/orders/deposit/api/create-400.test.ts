import { startApi, type Api } from '../../../http/api';
import { depositRequest } from '../../../http/api/transfers';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(async () => {
  expect(await api.countOrders()).toBe(0);
  expect(api.deps.offered).toEqual([]);
});

const path = '/deposit/gw';
const fields = ['userName', 'firstName', 'lastName', 'bankName', 'accountNumber'] as const;

async function expectRefused(body: unknown, code: string, param?: string): Promise<void> {
  const answer = await api.post(path, body);
  expect([answer.status, answer.code, answer.param]).toEqual([400, code, param]);
  expect(answer.body).toEqual({
    status: 400,
    message: expect.stringMatching(/./),
    data: {},
    error: {
      code,
      message: (answer.body as { message: string }).message,
      type: 'validation_error',
      ...(param === undefined ? {} : { param }),
      doc_url: `http://localhost:8080/docs/errors#error-${code}`,
      request_id: answer.headers.get('x-request-id'),
    },
  });
}

describe('a required field', () => {
  it.each(['amount', ...fields])('%s gets missing_parameter when missing', (param) =>
    expectRefused({ ...depositRequest, [param]: undefined }, 'missing_parameter', param),
  );

  it.each(fields)('%s cannot be null', (param) =>
    expectRefused({ ...depositRequest, [param]: null }, 'invalid_request', param),
  );

  it.each(fields)('%s cannot be empty or blank', async (param) => {
    const code = param === 'accountNumber' ? 'invalid_request' : 'missing_parameter';
    for (const empty of ['', '   ', '\u00a0\u3000']) {
      await expectRefused({ ...depositRequest, [param]: empty }, code, param);
    }
  });

  it.each(fields)('%s must be a string', async (param) => {
    for (const wrong of [17, 0, true, [], ['x'], {}, { toString: 'x' }]) {
      await expectRefused({ ...depositRequest, [param]: wrong }, 'invalid_request', param);
    }
  });

  it.each(fields)('%s cannot contain control characters, NUL or lone surrogates', async (param) => {
    for (const fault of ['\u0000', '\u0007', 'a\nb', '\u007f', '\u0085', '\ud800', 'x\udc00']) {
      const value = `1234${fault}5678`;
      // Line breaks between the digits of an account number count as white space.
      if (param === 'accountNumber' && /\s/.test(fault)) continue;
      await expectRefused({ ...depositRequest, [param]: value }, 'invalid_request', param);
    }
  });

  it.each(fields.slice(0, -1))('%s has at most 100 characters', (param) =>
    expectRefused({ ...depositRequest, [param]: 'x'.repeat(101) }, 'invalid_request', param),
  );

  it('is not read from `__proto__` or `constructor`', async () => {
    const { userName, ...rest } = depositRequest;
    const text = JSON.stringify(rest).replace('{', `{"__proto__":{"userName":"${userName}"},`);
    await expectRefused(text, 'missing_parameter', 'userName');
    const other = JSON.stringify(rest).replace('{', '{"constructor":{"userName":"x"},');
    await expectRefused(other, 'missing_parameter', 'userName');
  });

  it('has the case of the specification: username is not userName', () => {
    const { userName, ...rest } = depositRequest;
    return expectRefused({ ...rest, username: userName }, 'missing_parameter', 'userName');
  });
});

describe('an amount outside 1.00 to 2,000,000.00 baht', () => {
  it.each([
    '0',
    '-0',
    '0.99',
    '0.01',
    '-1',
    '-0.5',
    '2000000.01',
    '2000001',
    '1e7',
    '1.005',
    '19.999',
    '0.30000000000000004',
    '100.001',
    '1e-3',
    '1e400',
    '-1e400',
    '9007199254740993',
    '"100"',
    '"19.99"',
    '""',
    'null',
    'true',
    '[]',
    '[100]',
    '{}',
    '{"amount":100}',
  ])('%s is invalid_amount', (written) =>
    expectRefused(
      JSON.stringify(depositRequest).replace('"amount":100', `"amount":${written}`),
      'invalid_amount',
      'amount',
    ),
  );

  it.each(['NaN', 'Infinity', '0x10', '1_000', '.5', '1.', '+1', '01', "'1'"])(
    '%s is invalid JSON',
    (written) =>
      expectRefused(
        JSON.stringify(depositRequest).replace('"amount":100', `"amount":${written}`),
        'invalid_json',
      ),
  );
});

describe('an account number', () => {
  it.each([
    '12345',
    '1234567890123456',
    '12345678x0',
    '๑๒๓๔๕',
    '1234567890.0',
    '+1234567890',
    '-----',
    '1234567890; --',
  ])('%s is refused and not repeated in the response', async (accountNumber) => {
    await expectRefused({ ...depositRequest, accountNumber }, 'invalid_request', 'accountNumber');
    const { text } = await api.post(path, { ...depositRequest, accountNumber });
    expect(text).not.toContain(accountNumber);
  });
});

describe('a body', () => {
  it.each([
    ['that is empty', '', 'invalid_json'],
    ['that is truncated', '{"amount":100', 'invalid_json'],
    ['that is a list', '[]', 'invalid_request'],
    ['that is null', 'null', 'invalid_request'],
    ['that is a number', '100', 'invalid_request'],
  ])('%s is refused in the format of the family', (_name, body, code) => expectRefused(body, code));
});
