import { startReceiver } from '../../support/receiver';
import { testPaidPayment } from '../../support/refunds';
import { testOperator } from '../../pages/console/operators';
import { startDashboard, type Dashboard } from '../../pages/dashboard/dashboard';
import { testDraft } from '../../pages/dashboard/refund-drafts';
import { depositRequest, withdrawalRequest } from './transfers';

let dashboard: Dashboard;
let keyId: string;
beforeAll(async () => {
  dashboard = await startDashboard({ TRUSTED_PROXIES: '1' }, { openingSatang: 1_000_000 });
  keyId = await dashboard.deps
    .db('api_keys')
    .first('id')
    .then(({ id }) => id as string);
});

const ADDRESS = '203.0.113.21';
const headers = { 'x-forwarded-for': ADDRESS };

/** Posts as the merchant. Returns the request id. */
async function create(path: string, body: object): Promise<string> {
  const { status, headers: answered } = await dashboard.call('POST', path, { body, headers });
  expect([200, 201]).toContain(status);
  return answered.get('x-request-id') ?? '';
}
const origin = ['id', 'api_key_id', 'client_address', 'request_id'] as const;
const newest = (table: string) =>
  dashboard.deps
    .db(table)
    .orderBy('created_at', 'desc')
    .first(...origin);

describe('the request that created an order is stored with it', () => {
  it.each([
    ['a QR payment', '/v1/qr-codes', { amount: 100, currency: 'THB' }],
    ['a token payment', '/v1/payments', { amount: 100, currency: 'THB', token_id: 'tok_success' }],
    ['a deposit', '/deposit/gw', depositRequest],
    ['a withdrawal', '/withdraw/gw', withdrawalRequest],
    ['a refund', '/v1/refunds', null],
  ])('for %s', async (_name, path, body) => {
    const asked = body ?? { payment_id: await testPaidPayment(dashboard.deps, dashboard.merchant) };
    const requestId = await create(path, asked);
    expect(await newest('orders')).toMatchObject({
      api_key_id: keyId,
      client_address: ADDRESS,
      request_id: requestId,
    });
  });

  it("and shown to operators after the request log's retention period", async () => {
    const requestId = await create('/withdraw/gw', withdrawalRequest);
    const { id } = await newest('orders');
    await dashboard.deps.requestLog.flush();
    await dashboard.deps.db('api_requests').del();
    const viewer = await testOperator(dashboard, 'viewer');
    const { text } = await dashboard.get(`/console/orders/${id}`, { as: viewer });
    for (const shown of [keyId, ADDRESS, requestId]) expect(text).toContain(shown);
  });

  it('without a key for an order created on the dashboard', async () => {
    const paymentId = await testPaidPayment(dashboard.deps, dashboard.merchant);
    const owner = await dashboard.addMember('owner');
    const draft = testDraft(dashboard.deps, { merchantId: dashboard.merchant.id, paymentId });
    const path = `/dashboard/payments/${paymentId}/refund`;
    const made = await dashboard.post(path, { draft }, { as: owner, headers });
    expect(made.status).toBe(303);
    expect(await newest('orders')).toMatchObject({
      id: expect.stringMatching(/^re_/),
      api_key_id: null,
      client_address: ADDRESS,
      request_id: made.headers.get('x-request-id'),
    });
  });
});

test('a webhook stores the request that created it', async () => {
  const { url } = await startReceiver();
  const requestId = await create('/v1/webhooks', { url, events: ['payment.succeeded'] });
  expect(await newest('webhooks')).toMatchObject({
    api_key_id: keyId,
    client_address: ADDRESS,
    request_id: requestId,
  });
});
