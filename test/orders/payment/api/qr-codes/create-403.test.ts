import { startApi } from '../../../../http/api';

describe('a disabled merchant', () => {
  it('creates nothing, but can read and expire payments', async () => {
    const api = await startApi();
    const { payment_id } = await api.createQrCode();
    await api.disable();

    const refused = await api.post('/Thai/v1/qr-codes', { amount: 100, currency: 'THB' });
    expect([refused.status, refused.code]).toEqual([403, 'merchant_disabled']);
    expect(await api.countOrders()).toBe(1);

    expect((await api.get('/Thai/v1/payments')).body).toMatchObject({ total: 1 });
    expect((await api.post(`/Thai/v1/payments/${payment_id}/expire`)).status).toBe(200);
  });
});
