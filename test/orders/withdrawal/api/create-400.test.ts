import { startApi, type Api } from '../../../http/api';
import { transfersOf, withdrawalRequest } from '../../../http/api/transfers';

let api: Api;
beforeAll(async () => {
  api = await startApi({}, { openingSatang: 1_000_000_000 });
});
afterAll(async () => {
  const { balance, expectSound } = transfersOf(api);
  expect(await api.countOrders()).toBe(0);
  expect(api.deps.offered).toEqual([]);
  expect(await balance()).toEqual([10_000_000, 0]);
  await expectSound();
});

const fields = ['username', 'bankName', 'accountNumber', 'firstNameTH', 'lastNameTH'] as const;

async function expectRefused(body: unknown, code: string, param: string): Promise<void> {
  const answer = await api.post('/withdraw/gw', body);
  expect([answer.status, answer.code, answer.param]).toEqual([400, code, param]);
  expect(answer.body).toMatchObject({
    status: 400,
    message: expect.stringMatching(/./),
    data: {},
    error: { type: 'validation_error', request_id: answer.headers.get('x-request-id') },
  });
}

describe('a required field', () => {
  it.each(['amount', ...fields])('%s gets missing_parameter when missing', (param) =>
    expectRefused({ ...withdrawalRequest, [param]: undefined }, 'missing_parameter', param),
  );

  it.each(fields)('%s cannot be null', (param) =>
    expectRefused({ ...withdrawalRequest, [param]: null }, 'invalid_request', param),
  );

  it.each(fields)('%s cannot be empty', async (param) => {
    const code = param === 'accountNumber' ? 'invalid_request' : 'missing_parameter';
    for (const empty of ['', '  ']) {
      await expectRefused({ ...withdrawalRequest, [param]: empty }, code, param);
    }
  });

  it.each(fields)(
    '%s must be a string without control characters, of limited length',
    async (param) => {
      for (const wrong of [17, true, [], {}, '1234\u00005678', '123456\ud800', '1'.repeat(101)]) {
        await expectRefused({ ...withdrawalRequest, [param]: wrong }, 'invalid_request', param);
      }
    },
  );

  it('has the case of the specification: userName is not username', () => {
    const { username, ...rest } = withdrawalRequest;
    return expectRefused({ ...rest, userName: username }, 'missing_parameter', 'username');
  });
});

describe('an amount', () => {
  it.each([
    '0',
    '0.99',
    '-1',
    '-100',
    '1.005',
    '0.30000000000000004',
    '2000000.01',
    '1e400',
    '"100"',
    'null',
    'false',
    '[100]',
    '{"valueOf":100}',
  ])('of %s gets invalid_amount', (written) =>
    expectRefused(
      JSON.stringify(withdrawalRequest).replace('"amount":100', `"amount":${written}`),
      'invalid_amount',
      'amount',
    ),
  );
});
