import { applyPending } from '../../../src/orders/store/apply-transition';
import { assets } from '../../../src/orders/checkout/assets';
import { loadGreyPixels } from '../../../src/platform/slips/grey-pixels';
import { scanQrCodes } from '../../../src/platform/slips/scan-qr-codes';
import { testCallback } from '../../support/gateway';
import { startApi, type Api } from '../../http/api';
import { depositsOf } from './deposits';

let api: Api;
let deposits: ReturnType<typeof depositsOf>;
beforeAll(async () => {
  api = await startApi();
  deposits = depositsOf(api.deps, api.merchant);
});

const nobody = `pt_${'0'.repeat(26)}`;
const visit = (path: string, headers: Record<string, string> = {}) =>
  api.get(path, { key: null, headers });

describe('200: checkout of a deposit', () => {
  it('needs no key and forbids caching, framing and indexing', async () => {
    const { pageToken } = await deposits.create();
    const { status, headers, text } = await visit(`/pay/${pageToken}`);
    expect(status).toBe(200);
    expect(text).toContain('฿1,234.56');
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy':
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; " +
        "connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
      'x-content-type-options': 'nosniff',
      'permissions-policy': expect.stringContaining('camera=()'),
    });
  });

  it('follows the requested language and sends Vary', async () => {
    const { pageToken } = await deposits.create();
    const read = async (query: string, headers: Record<string, string> = {}) => {
      const answer = await visit(`/pay/${pageToken}${query}`, headers);
      const [, lang] = /<html lang="(\w+)">/.exec(answer.text) ?? [];
      expect(answer.headers.get('content-language')).toBe(lang);
      expect(answer.headers.get('vary')).toBe(
        'Accept-Encoding, Accept-Language, Cookie, Sec-Fetch-Site',
      );
      return [lang, answer.headers.get('set-cookie')];
    };
    const english = { 'accept-language': 'en' };
    expect(await read('', { 'accept-language': 'de' })).toEqual(['th', null]);
    expect(await read('', english)).toEqual(['en', null]);
    expect(await read('', { ...english, cookie: 'saphan_lang=th' })).toEqual(['th', null]);
    expect(await read('?lang=th', english)).toEqual([
      'th',
      'saphan_lang=th; Path=/pay; Max-Age=31536000; SameSite=Lax; HttpOnly',
    ]);
    expect(await read('?lang=th&lang=en', english)).toEqual(['en', null]);
  });

  it('contains neither account number, account holder nor order id', async () => {
    const { pageToken, orderId } = await deposits.create();
    const { text } = await visit(`/pay/${pageToken}`);
    for (const secret of ['1234567890', 'สมชาย', 'ใจดี', 'customer1', orderId]) {
      expect(text).not.toContain(secret);
    }
  });
});

describe('receipt', () => {
  const english = { 'accept-language': 'en' };

  async function receiptAfter(body: object): Promise<string> {
    const { pageToken, orderId } = await deposits.create();
    const bodySealed = api.deps.vault.seal(JSON.stringify(body), 'callbacks.body');
    await testCallback(api.deps, orderId, {
      reported: 'succeeded',
      amountSatang: 123_456,
      bodySealed,
    });
    await applyPending(api.deps.db, orderId);
    const { text } = await visit(`/pay/${pageToken}`, english);
    expect(text).toContain('Amount paid');
    return text;
  }

  it('shows the masked account of the payer, not the expected one', async () => {
    const text = await receiptAfter({
      payer: { bankName: 'KBANK', accountNumber: '9876543210', accountName: 'OTHER PERSON' },
    });
    expect(text).toMatch(/<dt>From<\/dt><dd>Kasikornbank\s*<span class="mask">xxx-x-x4321-x</);
    for (const secret of ['SCB', 'x6789-x', '9876543210', 'OTHER PERSON']) {
      expect(text).not.toContain(secret);
    }
  });

  it('shows no account when the bank reported none', async () => {
    const text = await receiptAfter({});
    expect(text).not.toContain('<dt>From</dt>');
    expect(text).not.toContain('x6789-x');
  });
});

describe('404: unknown token', () => {
  it('is the same page for every unknown token', async () => {
    const bodies = new Set<string>();
    for (const token of [nobody, 'pt_', 'x', '%00', 'PT_0', `${nobody}0`]) {
      const { status, text, headers } = await visit(`/pay/${token}`, { 'accept-language': 'en' });
      expect([status, headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
      expect(headers.get('content-security-policy')).toContain("script-src 'self'");
      expect(headers.get('x-robots-tag')).toBe('noindex, nofollow');
      bodies.add(text.replace(/\/pay\/[^"?]*/g, ''));
    }
    expect(bodies.size).toBe(1);
    expect([...bodies][0]).toContain('Payment page not found');
  });

  it('is a page for a truncated or extended link', async () => {
    for (const path of ['/pay', '/pay/', `/pay/${nobody}/nothing`]) {
      const { status, text } = await visit(path);
      expect(status).toBe(404);
      expect(text).toContain('ไม่พบหน้า');
    }
  });

  it('is JSON for the state and empty for a picture', async () => {
    const { status, code } = await visit(`/pay/${nobody}/state`);
    expect([status, code]).toEqual([404, 'page_not_found']);
    for (const name of ['qr.png', 'qr-code.png']) {
      expect((await visit(`/pay/${nobody}/${name}`)).status).toBe(404);
    }
  });
});

describe('405: unsupported method', () => {
  it.each([
    ['GET', 'new-code', 'POST'],
    ['PUT', 'new-code', 'POST'],
    ['DELETE', 'new-code', 'POST'],
    ['GET', 'slip', 'POST'],
    ['GET', 'sandbox-payment', 'POST'],
    ['POST', 'receipt', 'HEAD, GET'],
    ['POST', 'qr.png', 'HEAD, GET'],
  ])('%s of %s does nothing', async (method, name, allowed) => {
    const { pageToken, orderId } = await deposits.create();
    const orders = () => api.deps.db('orders').count('id as number').first();
    const before = await orders();
    const answer = await fetch(`${api.url}/pay/${pageToken}/${name}`, { method });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, allowed]);
    expect(await orders()).toEqual(before);
    expect(await api.deps.db('slips').where('order_id', orderId)).toEqual([]);
  });

  it('is a page and names the supported methods', async () => {
    const { pageToken } = await deposits.create();
    const answer = await api.call('POST', `/pay/${pageToken}?lang=en`, { key: null });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'HEAD, GET']);
    expect(answer.text).toContain('does not accept this request');
  });
});

describe('429: guessed tokens', () => {
  it('are rate limited per address, with a page', async () => {
    const strict = await startApi();
    const { pageToken } = await depositsOf(strict.deps, strict.merchant).create();
    const tries = await Promise.all(
      Array.from({ length: 300 }, () => strict.get(`/pay/${nobody}/state`, { key: null })),
    );
    expect(new Set(tries.map(({ status }) => status))).toEqual(new Set([404]));
    const { status, text, headers } = await strict.get(`/pay/${nobody}?lang=en`, { key: null });
    expect(status).toBe(429);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(text).toContain('Too many attempts');
    // Customers of one mobile network share an address: a valid token is not limited.
    expect((await strict.get(`/pay/${pageToken}`, { key: null })).status).toBe(200);
  });
});

describe('503: database outage', () => {
  it('is a page with Retry-After', async () => {
    const down = await startApi({ DATABASE_POOL_MAX: '2' });
    const { pageToken } = await depositsOf(down.deps, down.merchant).create();
    await down.deps.db.destroy();
    const answer = await down.get(`/pay/${pageToken}?lang=en`, { key: null });
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.status).toBeGreaterThanOrEqual(500);
    expect(answer.text).toContain('Money already transferred is not affected');
  });
});

describe('state', () => {
  it('is sent once, then 304 until it changes, each time with the server time', async () => {
    const created = await deposits.create();
    const path = `/pay/${created.pageToken}/state`;
    const first = await visit(path);
    expect(first.body).toMatchObject({ state: 'waiting', completed_at: null, slips_left: 5 });
    const etag = first.headers.get('etag') ?? '';
    const again = await visit(path, { 'if-none-match': etag });
    expect([again.status, again.text]).toEqual([304, '']);
    const aheadMs = Number(again.headers.get('x-server-time-ms')) - Date.now();
    expect(Math.abs(aheadMs)).toBeLessThan(5_000);
    await deposits.callBack(created, 'succeeded');
    const news = await visit(path, { 'if-none-match': etag });
    expect(news.status).toBe(200);
    expect(news.body).toMatchObject({ state: 'paid', completed_at: expect.any(String) });
  });

  it('has the same version as the page', async () => {
    for (const state of ['waiting', 'checking', 'paid'] as const) {
      const { pageToken } = await deposits.depositIn(state);
      const [, version] =
        /data-version="([^"]+)"/.exec((await visit(`/pay/${pageToken}`)).text) ?? [];
      const { headers } = await visit(`/pay/${pageToken}/state`);
      expect(headers.get('etag')).toBe(`"${version}"`);
    }
  });
});

describe('QR code', () => {
  it('is a picture while the deposit is payable', async () => {
    const { pageToken } = await deposits.create();
    for (const name of ['qr-code.png', 'qr.png']) {
      const response = await fetch(`${api.url}/pay/${pageToken}/${name}`);
      const bytes = Buffer.from(await response.arrayBuffer());
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png']);
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(bytes.readUInt32BE(16)).toBeGreaterThanOrEqual(800);
    }
  });

  it('is the same on the saved card and the page', async () => {
    const { pageToken, orderId } = await deposits.create();
    const { payload } = await api.deps.db('deposits').where('order_id', orderId).first('payload');
    const response = await fetch(`${api.url}/pay/${pageToken}/qr.png?lang=en`);
    expect(response.headers.get('content-disposition')).toMatch(/^inline; filename="saphan-/);
    const pixels = await loadGreyPixels(Buffer.from(await response.arrayBuffer()));
    expect(await scanQrCodes(pixels)).toEqual([payload]);
  });

  it.each(['paid', 'expired', 'failed', 'short'] as const)(
    'is a picture without a code on the page, and 410 to save, once %s',
    async (state) => {
      const { pageToken } = await deposits.depositIn(state);
      const response = await fetch(`${api.url}/pay/${pageToken}/qr-code.png`);
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png']);
      const ended = Buffer.from(await response.arrayBuffer());
      expect(await scanQrCodes(await loadGreyPixels(ended))).toEqual([]);
      expect((await visit(`/pay/${pageToken}/qr.png`)).status).toBe(410);
    },
  );
});

describe('asset', () => {
  it.each(Object.entries(assets))(
    '%s is cached forever under its own version',
    async (name, asset) => {
      const { status, headers, text } = await visit(`/pay-assets/${name}?v=${asset.version}`);
      expect([status, text]).toEqual([200, asset.content.toString()]);
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(headers.get('content-type')).toBe(asset.type);
    },
  );

  it('is never cached under another version', async () => {
    for (const query of ['', '?v=', '?v=000000000000', '?v=1&v=2']) {
      const { status, headers } = await visit(`/pay-assets/checkout.css${query}`);
      expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    }
  });

  it.each(['other.css', 'constructor', '__proto__', '..%2fcheckout.css'])(
    '%s is 404',
    async (name) => {
      expect((await visit(`/pay-assets/${name}`)).status).toBe(404);
    },
  );
});
