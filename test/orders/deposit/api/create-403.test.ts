import { startApi } from '../../../http/api';
import { transfersOf } from '../../../http/api/transfers';

describe('403: a disabled merchant', () => {
  it('creates no deposit, can read its deposits, and is credited pending ones', async () => {
    const api = await startApi();
    const shop = transfersOf(api);
    const { orderId } = await shop.deposit();
    await api.disable();
    const refused = await shop.createDeposit();
    expect([refused.status, refused.code]).toEqual([403, 'merchant_disabled']);
    expect(refused.body).toMatchObject({
      status: 403,
      data: {},
      error: { type: 'permission_error' },
    });
    expect((await shop.createWithdrawal()).code).toBe('merchant_disabled');
    expect(await api.countOrders()).toBe(1);

    const answer = await shop.sendAndApply('deposit', { orderId, status: 'success' });
    expect(answer.status).toBe(201);
    expect(await shop.read('deposit', orderId)).toMatchObject({ status: 'succeeded' });
    expect(await shop.balance()).toEqual([100, 0]);
    expect((await api.get('/deposit/gw')).body).toMatchObject({ total: 1 });
    await shop.expectSound();
  });
});
