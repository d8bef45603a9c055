import { applyPending } from '../../../../src/orders/store/apply-transition';
import { testCallback, testMerchant } from '../../../support/gateway';
import { startApi, type Api } from '../../../http/api';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});

const expire = (id: string, sending?: { key: string }) =>
  api.post(`/Thai/v1/payments/${id}/expire`, undefined, sending);

async function endedBy(reported: 'succeeded' | 'failed'): Promise<string> {
  const { payment_id } = await api.createQrCode();
  await testCallback(api.deps, payment_id, { reported });
  await applyPending(api.deps.db, payment_id);
  return payment_id;
}

describe('200: a pending payment', () => {
  it('is expired, and expiring it again changes nothing', async () => {
    const { payment_id } = await api.createQrCode();
    const first = await expire(payment_id);
    expect([first.status, first.body]).toMatchObject([200, { payment_id, status: 'expired' }]);
    const again = await expire(payment_id);
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect(await api.deps.db('status_changes').where('order_id', payment_id)).toHaveLength(1);
  });

  it('needs no body and ignores one', async () => {
    const { payment_id } = await api.createQrCode();
    const { status } = await api.post(`/v1/payments/${payment_id}/expire`, { why: 'sold out' });
    expect(status).toBe(200);
  });

  it('can be expired with an idempotency key', async () => {
    const { payment_id } = await api.createQrCode();
    const path = `/Thai/v1/payments/${payment_id}/expire`;
    const headers = { 'Idempotency-Key': 'k' };
    expect((await api.post(path, undefined, { headers })).status).toBe(200);
    expect((await api.post(path, undefined, { headers })).status).toBe(200);
    const empty = { headers: { 'Idempotency-Key': '' } };
    expect((await api.post(path, undefined, empty)).code).toBe('invalid_idempotency_key');
  });
});

describe('404: an unknown payment', () => {
  it("includes another merchant's, which stays pending", async () => {
    const { payment_id } = await api.createQrCode();
    const { apiKey } = await testMerchant(api.deps.db);
    const { status, code } = await expire(payment_id, { key: apiKey });
    expect([status, code]).toEqual([404, 'payment_not_found']);
    expect(await api.readPayment(payment_id)).toMatchObject({ status: 'pending' });
  });

  it.each(['pay_0', '%00'])('with the id %s', async (id) => {
    expect((await expire(id)).code).toBe('payment_not_found');
  });
});

describe('409: a payment in another final state', () => {
  it.each(['succeeded', 'failed'] as const)('stays %s', async (reported) => {
    const id = await endedBy(reported);
    const { status, code } = await expire(id);
    expect([status, code]).toEqual([409, 'state_conflict']);
    expect(await api.readPayment(id)).toMatchObject({ status: reported });
  });

  it('includes one with a pending success callback', async () => {
    const { payment_id } = await api.createQrCode();
    await testCallback(api.deps, payment_id, { reported: 'succeeded' });
    expect((await expire(payment_id)).code).toBe('state_conflict');
    expect(await api.readPayment(payment_id)).toMatchObject({ status: 'succeeded', late: false });
  });
});
