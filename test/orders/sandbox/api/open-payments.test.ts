import { PROVIDER_KEY, startApi } from '../../../http/api';

const path = '/sandbox/open-payments';

describe('the list of open payments', () => {
  it('has what the sandbox bank shows, newest first', async () => {
    const api = await startApi();
    const first = await api.createQrCode({ reference: 'one' });
    const second = await api.createQrCode({ amount: 250 });
    await api.post(`/v1/payments/${second.payment_id}/expire`);
    const { status, body } = await api.get(path, { key: PROVIDER_KEY });
    expect([status, body]).toEqual([
      200,
      {
        payments: [
          {
            payment_id: second.payment_id,
            kind: 'payment',
            qr_data: second.qr_data,
            amount: 250,
            reference: null,
            merchant: 'Test shop',
            expires_at: second.expires_at,
            status: 'expired',
          },
          expect.objectContaining({ payment_id: first.payment_id, status: 'pending' }),
        ],
      },
    ]);
  });

  it('is refused to a merchant', async () => {
    const api = await startApi();
    expect((await api.get(path)).code).toBe('unauthorized');
  });

  it('does not exist in a live deployment', async () => {
    const api = await startApi({
      PROVIDER: 'gw',
      PROVIDER_URL: 'http://127.0.0.1:9',
      BILLER_ID: '012345678901234',
    });
    const { status, code } = await api.get(path, { key: PROVIDER_KEY });
    expect([status, code]).toEqual([404, 'not_found']);
  });
});
