import { startApi, type Api } from '../../../../http/api';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(async () => {
  expect(await api.countOrders()).toBe(0);
});

describe('an integer outside 1 to 2,000,000', () => {
  it.each(['0', '-0', '-1', '2000001', '1e7', '9007199254740993', '1e300', '-1e300'])(
    '%s gets invalid_amount',
    async (written) => {
      const body = `{"amount":${written},"currency":"THB"}`;
      const { status, code, param } = await api.post('/Thai/v1/qr-codes', body);
      expect([status, code, param]).toEqual([422, 'invalid_amount', 'amount']);
    },
  );
});

describe('a currency other than THB', () => {
  it.each(['USD', 'thb', 'THB ', '', 764, null, {}])(
    '%p gets invalid_currency',
    async (currency) => {
      const { status, code } = await api.post('/Thai/v1/qr-codes', { amount: 100, currency });
      expect([status, code]).toEqual([422, 'invalid_currency']);
    },
  );
});
