import { encodeBillPayment, parsePayload } from '../../../../src/kernel/rules/promptpay';
import { omise } from '../../../../src/providers/connectors/omise';
import { closeAfterFile } from '../../../support/close-after-file';
import { closedPort } from '../../../webhooks/sending/socket-receiver';
import {
  accountAt,
  atTheCall,
  callbackUrl,
  clientOf,
  inquiryOf,
  openAccount,
  orderId,
  writesTo,
} from './account';

const amountSatang = 156_000;
const order = () => ({ orderId, amountSatang, expiresAt: new Date(Date.now() + 900_000) });

describe('openQr', () => {
  it.each<['svg' | 'png', boolean]>([
    ['svg', false],
    ['png', false],
    ['svg', true],
  ])(
    'returns the text of the code when the image is %s and its text given: %p',
    async (image, rawData) => {
      const { server, client } = await openAccount({ image, rawData });
      const asked = order();
      const opened = await client.openQr?.(asked);
      const [charge] = server.upstream.charges.values();
      expect(opened).toEqual({
        kind: 'opened',
        providerRef: charge?.id,
        payload: charge?.qr,
        expiresAt: new Date(Math.floor(asked.expiresAt.getTime() / 1000) * 1000),
      });
      expect(parsePayload(charge?.qr ?? '')).toMatchObject({ amountSatang });
      const images = server.requests.filter(({ path }) => path.includes('/downloads/'));
      expect(images).toHaveLength(rawData ? 0 : 1);
    },
  );

  it('asks for a PromptPay charge with the order id and the callback URL', async () => {
    const { server, client } = await openAccount();
    const asked = order();
    await client.openQr?.(asked);
    expect(server.requests[0]).toEqual({
      method: 'POST',
      path: '/charges',
      version: '2019-05-29',
      body: {
        amount: 156_000,
        currency: 'THB',
        source: { type: 'promptpay' },
        expires_at: asked.expiresAt.toISOString(),
        description: orderId,
        metadata: { order_id: orderId },
        webhook_endpoints: [callbackUrl],
      },
    });
  });

  it.each<[string, string]>([
    [
      'of another amount',
      encodeBillPayment({ billerId: '010555012345601', ref1: 'A', amountSatang: 1 }),
    ],
    ['without an amount', encodeBillPayment({ billerId: '010555012345601', ref1: 'A' })],
    [
      'with a wrong checksum',
      `${encodeBillPayment({ billerId: '010555012345601', ref1: 'A', amountSatang })}0`,
    ],
    ['that is no payment', 'https://example.test/pay'],
  ])('is unknown for a code %s, as text and as image', async (_, qr) => {
    for (const rawData of [true, false]) {
      const { server, client } = await openAccount({ rawData });
      server.upstream.qrTextOf = () => qr;
      const unknown = { kind: 'unknown', reason: 'unreadable_answer' };
      expect(await client.openQr?.(order())).toEqual(unknown);
    }
  });

  it.each(['<svg', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>', 'text', ''])(
    'is unknown when the image is %p',
    async (body) => {
      const { server, client } = await openAccount();
      server.plan({
        method: 'GET',
        path: /downloads/,
        effect: { kind: 'refuse', status: 200, body },
      });
      const unknown = { kind: 'unknown', reason: 'unreadable_answer' };
      expect(await client.openQr?.(order())).toEqual(unknown);
    },
  );

  it.each([
    'https://elsewhere.example.test/charges/chrg_test_x/documents/docu_test_x/downloads/1',
    '/charges/../balance',
    'https://api.omise.co/charges/chrg_test_0000000000/documents/docu_test_x/downloads/1',
  ])('never sends the key to %s', async (uri) => {
    const { server, client } = await openAccount();
    server.upstream.imageUriOf = () => uri;
    expect(await client.openQr?.(order())).toMatchObject({ kind: 'unknown' });
    expect(server.requests.map(({ path }) => path)).toEqual(['/charges']);
  });

  it('is refused with the code of Omise', async () => {
    const { client } = await openAccount();
    expect(await client.openQr?.({ ...order(), amountSatang: 1_999 })).toEqual({
      kind: 'refused',
      code: 'invalid_charge',
      message: 'amount must be greater than or equal to 2000 (thb subunits)',
    });
  });

  it('is unreachable when no byte was sent', async () => {
    const client = clientOf(accountAt(`http://127.0.0.1:${await closedPort()}`));
    const unreachable = { kind: 'unreachable', reason: 'ECONNREFUSED' };
    expect(await client.openQr?.(order())).toEqual(unreachable);
  });

  it('is unknown when the answer is lost, and an inquiry finds the code', async () => {
    const { server, client } = await openAccount({ now: atTheCall });
    server.plan({ method: 'POST', path: /charges$/, effect: { kind: 'lose' } });
    expect(await client.openQr?.(order())).toMatchObject({ kind: 'unknown' });
    const [charge] = server.upstream.charges.values();
    expect(await client.find(inquiryOf({}))).toEqual({
      kind: 'waiting',
      providerRef: charge?.id,
      opened: {
        kind: 'opened',
        providerRef: charge?.id,
        payload: charge?.qr,
        expiresAt: expect.any(Date),
      },
    });
    expect(writesTo(server)).toEqual(['POST /charges']);
  });
});

describe('closeQr', () => {
  it('ends a pending charge', async () => {
    const { server, client } = await openAccount();
    const opened = await client.openQr?.(order());
    const providerRef = opened?.kind === 'opened' ? opened.providerRef : '';
    expect(await client.closeQr?.(providerRef)).toBe('closed');
    expect(server.upstream.charge(providerRef).status).toBe('expired');
  });

  it('reports a charge that was paid meanwhile as not closed', async () => {
    const { server, client } = await openAccount();
    const opened = await client.openQr?.(order());
    const charge = server.upstream.charge(opened?.kind === 'opened' ? opened.providerRef : '');
    server.upstream.finish(charge, 'successful', null);
    expect(await client.closeQr?.(charge.id)).toBe('not_closed');
  });

  it('claims nothing for an id of another form', async () => {
    const { server, client } = await openAccount();
    expect(await client.closeQr?.('chrg_test_1/../../balance')).toBe('not_closed');
    expect(server.requests).toEqual([]);
  });
});

describe('a client', () => {
  it('claims nothing with a key of the other mode', async () => {
    const { server } = await openAccount();
    const client = clientOf(accountAt(server.url, {}, 'live'));
    const reason = 'key_of_other_mode';
    expect(await client.openQr?.(order())).toEqual({ kind: 'unreachable', reason });
    expect(await client.probe()).toEqual({ kind: 'rejected', reason });
    expect(server.requests).toEqual([]);
  });

  it('records exchanges without the key', async () => {
    const { server } = await openAccount();
    const exchanges: unknown[] = [];
    const view = accountAt(server.url);
    const client = omise.connect(view, (exchange) => exchanges.push(exchange));
    closeAfterFile(() => client.close());
    await client.openQr?.(order());
    expect(exchanges).toHaveLength(2);
    expect(exchanges).toContainEqual(expect.objectContaining({ orderId, path: '/charges' }));
    expect(JSON.stringify(exchanges)).not.toContain(view.settings.secretKey);
  });
});
