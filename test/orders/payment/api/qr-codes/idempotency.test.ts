import { applyPending } from '../../../../../src/orders/store/apply-transition';
import { testCallback, testMerchant } from '../../../../support/gateway';
import { startApi, type Answered, type Api } from '../../../../http/api';
import { withoutTriggers } from '../../../../support/database';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
beforeEach(() => withoutTriggers(api.deps.db, 'truncate idempotency_keys, orders cascade'));

const path = '/Thai/v1/qr-codes';
const asked = { amount: 100, currency: 'THB', metadata: { a: 1, b: 2 } };

const create = (key: string, body: unknown = asked, to = path): Promise<Answered> =>
  api.post(to, body, { headers: { 'Idempotency-Key': key } });

const isReplay = ({ headers }: Answered): boolean => headers.get('idempotent-replayed') === 'true';

describe('a key', () => {
  it('is the same at every alias, and with the key in the body', async () => {
    const first = await create('k');
    const others = [
      await create('k', asked, '/v1/qr-codes'),
      await create('k', asked, '/Thai/qr-codes'),
      await api.post(path, { ...asked, idempotency_key: 'k' }),
      await create('k', { ...asked, idempotency_key: 'k' }),
    ];
    expect(others.map(({ text }) => text)).toEqual(others.map(() => first.text));
  });

  it('is independent for other merchants and operations', async () => {
    const first = await create('k');
    const other = await testMerchant(api.deps.db);
    const headers = { 'Idempotency-Key': 'k' };
    const theirs = await api.post(path, asked, { key: other.apiKey, headers });
    expect([theirs.status, isReplay(theirs)]).toEqual([200, false]);
    expect(theirs.text).not.toBe(first.text);
    const webhook = { url: 'http://127.0.0.1:9', events: ['payment.succeeded'] };
    expect((await create('k', webhook, '/v1/webhooks')).code).toBe('invalid_url');
  });
});

it('a retry gets the first response, whatever has become of the payment since', async () => {
  const client = {
    client_name: 'สมชาย',
    client_bank_name: 'SCB',
    client_bank_account: '1234567890',
  };
  const wide = { ...asked, ...client, reference: 'r-1', metadata: { 2: 'b', 1: [1.5, null, 'ก'] } };
  const first = await create('k', wide);
  const { payment_id } = first.body as { payment_id: string };
  await testCallback(api.deps, payment_id, { reported: 'succeeded', amountSatang: 10_000 });
  await applyPending(api.deps.db, payment_id);
  const again = await create('k', wide);
  expect([again.status, again.text, isReplay(again)]).toEqual([200, first.text, true]);
  expect(again.text).toContain('"status":"pending"');
});

describe('the form of a key', () => {
  it('in the body is any text', async () => {
    const sent = { ...asked, idempotency_key: 'กข' };
    const [first, again] = [await api.post(path, sent), await api.post(path, sent)];
    expect([first.status, again.text]).toEqual([200, first.text]);
  });

  it.each([
    ['in Thai, as the bytes of UTF-8', Buffer.from('กข').toString('latin1')],
    ['with an accent', 'caf\u00e9'],
  ])('%s gets 400', async (_name, key) => {
    const { status, code } = await create(key);
    expect([status, code]).toEqual([400, 'invalid_idempotency_key']);
  });

  it.each([['x'.repeat(256)], [''], ['a\u0000'], [5], [{}]])(
    'gets 400 in the body for %p',
    async (idempotency_key) => {
      const { status, code, param } = await api.post(path, { ...asked, idempotency_key });
      expect([status, code, param]).toEqual([400, 'invalid_idempotency_key', 'idempotency_key']);
    },
  );

  it('gets 400 when header and body differ', async () => {
    const { status, code } = await create('k', { ...asked, idempotency_key: 'other' });
    expect([status, code]).toEqual([400, 'invalid_idempotency_key']);
    expect(await api.countOrders()).toBe(0);
  });
});
