import { applyPending } from '../../../src/orders/store/apply-transition';
import { testCallback, testPayment } from '../../support/gateway';
import { startApi, type Api } from '../../http/api';

const OPERATOR_KEY = 'an-operator-key-for-tests';

let api: Api;
beforeAll(async () => {
  api = await startApi({ OPERATOR_KEY });
});

const read = (query = '', key: string | null = OPERATOR_KEY) =>
  api.get(`/ops/exceptions${query}`, { key });

test('200: an operator sees open exceptions with callbacks and possible resolutions', async () => {
  const { deps, merchant } = api;
  const id = await testPayment(deps, merchant);
  await testCallback(deps, id, {
    reported: 'succeeded',
    amountSatang: 10_550,
    transactionId: 'T1',
  });
  await applyPending(deps.db, id);
  const { status, body } = await read();
  expect([status, body]).toMatchObject([
    200,
    {
      exceptions: [
        {
          kind: 'amount_mismatch',
          merchant_id: merchant.id,
          order: { order_id: id, kind: 'payment', status: 'succeeded', amount: 100 },
          callback: { order_id: id, reported: 'succeeded', amount: 105.5, transaction_id: 'T1' },
          suspended: 5.5,
          resolutions: ['accept', 'refund', 'return', 'write_off'],
          resolved: null,
        },
      ],
      limit: 20,
    },
  ]);
});

test.each([
  ['nobody', null],
  ['a merchant', undefined],
  ['a stranger', 'sk_test_nobody'],
])('401: %s sees none', async (_, key) => {
  expect((await read('', key === undefined ? api.apiKey : key)).status).toBe(401);
});

test('401: nobody sees any without a configured operator key', async () => {
  const without = await startApi();
  expect((await without.get('/ops/exceptions', { key: OPERATOR_KEY })).status).toBe(401);
});

test.each(['?status=closed', '?limit=0'])('400: the query %s', async (query) => {
  expect((await read(query)).status).toBe(400);
});
