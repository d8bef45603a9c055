import { openLog } from '../support/open-log';
import { PROVIDER_KEY, startApi } from './api';

const secrets = {
  reference: 'marker-reference',
  client_name: 'marker-name',
  client_bank_account: '55501234567',
  metadata: { note: 'marker-metadata' },
};
const markers = /marker-|55501234567|sk_test_|provider-key/;

describe('the log', () => {
  it('knows the request, its route and its end, and nothing that was in it', async () => {
    const { log, lines } = openLog();
    const api = await startApi({}, { log });
    const { payment_id } = await api.createQrCode({ ...secrets, idempotency_key: 'marker-key' });
    const { headers } = await api.get(`/v1/payments/${payment_id}?reference=marker-query`);
    const payer = { accountName: 'marker-payer', accountNumber: '55501234567' };
    const body = { orderId: 'marker-order', status: 'success', payer };
    await api.post('/payment/gw/webhook', body, { key: PROVIDER_KEY });

    expect(JSON.parse(lines[1] ?? '')).toMatchObject({
      request_id: headers.get('x-request-id'),
      method: 'GET',
      route: '/Thai/v1/payments/:id',
      status: 200,
      ms: expect.any(Number),
    });
    expect(lines).toHaveLength(3);
    expect(lines.join('')).not.toMatch(markers);
  });

  it('tells what the caller is not told of an error of ours, by its request id', async () => {
    const { log, lines } = openLog();
    const api = await startApi({}, { log });
    await api.deps.db.raw(`
      create function refuse() returns trigger language plpgsql as
        $$ begin raise exception 'planted fault'; end $$;
      create trigger refuse before insert on events for each row execute function refuse()`);
    const asked = { amount: 100, currency: 'THB', ...secrets };
    const { status, text, headers } = await api.post('/v1/qr-codes', asked);
    expect(status).toBe(500);
    expect(text).not.toContain('planted');
    const error = lines.find((line) => line.includes('request failed')) ?? '';
    expect(error).toContain('planted fault');
    expect(error).toContain(headers.get('x-request-id'));
    expect(lines.join('')).not.toMatch(markers);
  });
});
