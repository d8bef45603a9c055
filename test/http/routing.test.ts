import { startApi, type Api } from './api';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});

describe('a path', () => {
  it.each(['/Thai/v1', '/v1', '/Thai'])(
    'with the prefix %s reaches the same operations',
    async (prefix) => {
      const { payment_id } = await api.createQrCode();
      expect((await api.get(`${prefix}/payments/${payment_id}`)).status).toBe(200);
      expect((await api.get(`${prefix}/webhooks`)).status).toBe(200);
      const body = { amount: 100, currency: 'THB' };
      expect((await api.post(`${prefix}/qr-codes`, body)).status).toBe(200);
    },
  );

  it.each([
    '/nothing',
    '/Thai/v1/nothing',
    '/Thai/v1',
    '/v1/v1/payments',
    '/Thai/Thai/payments',
    '/thai/v1/payments',
    '/payments',
    '/v1/payments/pay_1/expire/now',
    '/v1//payments',
    '/%2Fhealthz',
    '/constructor',
    '/__proto__',
    '/Thai/v1/deposit/gw',
    '/v1/withdraw/gw',
    '/deposit',
    '/deposit/GW',
    '/Deposit/gw',
    '/deposit//gw',
    '/deposit/gw/a/b',
    '/balance',
  ])('%s gets 404 not_found', async (path) => {
    const { status, code, body } = await api.get(path);
    expect([status, code]).toEqual([404, 'not_found']);
    expect(body).toEqual({
      error: {
        code: 'not_found',
        message: 'No such path.',
        type: 'not_found_error',
        doc_url: 'http://localhost:8080/docs/errors#error-not_found',
        request_id: expect.stringMatching(/^req_/),
      },
    });
  });
});

describe('a method', () => {
  it.each([
    ['GET', '/v1/qr-codes', 'POST'],
    ['PUT', '/Thai/v1/payments', 'POST, HEAD, GET'],
    ['PATCH', '/Thai/payments/pay_1', 'HEAD, GET'],
    ['POST', '/v1/webhooks/wh_1', 'HEAD, GET, DELETE, PATCH'],
    ['PUT', '/v1/webhooks', 'POST, HEAD, GET'],
    ['OPTIONS', '/v1/payments', 'POST, HEAD, GET'],
    ['POST', '/v1/balance', 'HEAD, GET'],
    ['DELETE', '/deposit/gw', 'POST, HEAD, GET'],
    ['PUT', '/withdraw/gw', 'POST, HEAD, GET'],
    ['HEAD', '/v1/qr-codes', 'POST'],
    ['POST', '/healthz', 'HEAD, GET'],
    ['GET', '/deposit/gw/upload-slip', 'POST'],
    ['DELETE', '/deposit/gw/webhook/', 'POST'],
    ['PUT', '/', 'HEAD, GET'],
  ])('%s on %s gets 405 with the allowed methods', async (method, path, allow) => {
    const answer = await api.call(method, path, { key: null });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, allow]);
    if (method !== 'HEAD') expect(answer.code).toBe('method_not_allowed');
  });

  it("gets 405 in the format of the path's family", async () => {
    const { body } = await api.get('/payment/gw/webhook');
    expect(body).toMatchObject({ status: false, error: { code: 'method_not_allowed' } });
  });

  it('HEAD returns the headers of GET without the body', async () => {
    const got = await api.get('/v1/payments');
    const head = await api.call('HEAD', '/v1/payments');
    const length = got.headers.get('content-length');
    expect([head.status, head.text, head.headers.get('content-length')]).toEqual([200, '', length]);
  });
});

describe('every response', () => {
  it('forbids caching, sniffing and framing', async () => {
    for (const path of ['/v1/payments', '/v1/payments/pay_1', '/nothing', '/healthz']) {
      const { headers } = await api.get(path);
      expect(Object.fromEntries(headers)).toMatchObject({
        'cache-control': 'no-store',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'content-type': 'application/json; charset=utf-8',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
      });
      expect(headers.get('x-powered-by')).toBeNull();
    }
  });

  it("has a new request id, independent of the request's headers", async () => {
    const headers = { 'X-Request-Id': 'req_mine' };
    const ids = new Set<string | null>();
    for (let n = 0; n < 5; n++) {
      ids.add((await api.get('/healthz', { headers })).headers.get('x-request-id'));
    }
    expect(ids.size).toBe(5);
    expect(ids).not.toContain('req_mine');
  });

  it('contains the request id in the body of an error', async () => {
    const { body, headers } = await api.get('/v1/payments/pay_1');
    expect(body).toMatchObject({ error: { request_id: headers.get('x-request-id') } });
  });
});
