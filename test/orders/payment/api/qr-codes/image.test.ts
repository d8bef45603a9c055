import { applyPending } from '../../../../../src/orders/store/apply-transition';
import { renderEndedPng } from '../../../../../src/platform/images/ended-image';
import { renderQrPng, renderQrSvg } from '../../../../../src/platform/images/qr-image';
import { loadGreyPixels } from '../../../../../src/platform/slips/grey-pixels';
import { scanQrCodes } from '../../../../../src/platform/slips/scan-qr-codes';
import { testCallback } from '../../../../support/gateway';
import { startApi, type Api } from '../../../../http/api';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});

const image = (id: string, query = '', headers: Record<string, string> = {}) =>
  fetch(`${api.url}/Thai/qr-codes/${id}/image${query}`, { headers });

async function bytesOf(response: Response): Promise<Buffer> {
  return Buffer.from(await response.arrayBuffer());
}

describe('the image of a QR code', () => {
  it('is a PNG of 400 pixels without authentication, at every alias', async () => {
    const { qr_code_id: id, qr_data } = await api.createQrCode();
    const expected = renderQrPng(qr_data, 400);
    for (const prefix of ['/Thai', '/Thai/v1', '/v1']) {
      const response = await fetch(`${api.url}${prefix}/qr-codes/${id}/image`);
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png']);
      expect((await bytesOf(response)).equals(expected)).toBe(true);
    }
  });

  it.each([
    ['?size=200', 200],
    ['?size=1000&format=png', 1000],
  ])('with %s is a PNG of %d pixels', async (query, size) => {
    const { qr_code_id, qr_data } = await api.createQrCode();
    const response = await image(qr_code_id, query);
    expect((await bytesOf(response)).equals(renderQrPng(qr_data, size))).toBe(true);
  });

  it('with ?format=svg is an SVG', async () => {
    const { qr_code_id, qr_data } = await api.createQrCode();
    const response = await image(qr_code_id, '?format=svg&size=300');
    expect(response.headers.get('content-type')).toBe('image/svg+xml; charset=utf-8');
    expect(await response.text()).toBe(renderQrSvg(qr_data, 300));
  });

  it.each(['th', 'en'])('with ?style=card is a picture with texts, in %s', async (lang) => {
    const { qr_code_id, qr_data } = await api.createQrCode({ amount: 1250 });
    const response = await image(qr_code_id, `?style=card&lang=${lang}&format=svg`);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png']);
    const bytes = await bytesOf(response);
    const pixels = await loadGreyPixels(bytes);
    expect(await scanQrCodes(pixels)).toEqual([qr_data]);
    expect([pixels.width, pixels.height]).toEqual([900, expect.any(Number)]);
    const saved = await fetch(`${api.url}/pay/${qr_code_id}/qr.png?lang=${lang}`);
    expect((await bytesOf(saved)).equals(bytes)).toBe(true);
  });

  it('with another style answers 400', async () => {
    const { qr_code_id } = await api.createQrCode();
    expect((await image(qr_code_id, '?style=poster')).status).toBe(400);
  });

  it('can be embedded by any page and cached for five minutes', async () => {
    const { qr_code_id } = await api.createQrCode();
    const { headers } = await image(qr_code_id);
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'public, max-age=300',
      'cross-origin-resource-policy': 'cross-origin',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'content-disposition': `inline; filename="${qr_code_id}.png"`,
      'x-content-type-options': 'nosniff',
    });
  });

  it('is not cached beyond the deadline', async () => {
    const { qr_code_id } = await api.createQrCode({ expiry_minutes: 1 });
    const kept = (await image(qr_code_id)).headers.get('cache-control') ?? '';
    const [, seconds = ''] = /max-age=(\d+)$/.exec(kept) ?? [];
    expect(Number(seconds)).toBeGreaterThan(50);
    expect(Number(seconds)).toBeLessThan(60);
  });

  it('gets 304 when the client has it', async () => {
    const { qr_code_id } = await api.createQrCode();
    const etag = (await image(qr_code_id)).headers.get('etag') ?? '';
    const again = await image(qr_code_id, '', { 'if-none-match': etag });
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag]);
    expect((await image(qr_code_id, '?size=500', { 'if-none-match': etag })).status).toBe(200);
  });

  it('has its length in the response to HEAD', async () => {
    const { qr_code_id, qr_data } = await api.createQrCode();
    const { status, headers, text } = await api.call('HEAD', `/Thai/qr-codes/${qr_code_id}/image`);
    const length = String(renderQrPng(qr_data, 400).length);
    expect([status, text, headers.get('content-length')]).toEqual([200, '', length]);
  });
});

describe('400: an invalid query of an image', () => {
  it.each([
    ['?size=199', 'size'],
    ['?size=1001', 'size'],
    ['?size=', 'size'],
    ['?size=4e2', 'size'],
    ['?size=300&size=400', 'size'],
    ['?format=gif', 'format'],
  ])('%s names the parameter', async (query, param) => {
    const { qr_code_id } = await api.createQrCode();
    const answer = await api.get(`/Thai/qr-codes/${qr_code_id}/image${query}`);
    expect([answer.status, answer.code, answer.param]).toEqual([400, 'invalid_parameters', param]);
  });
});

describe('404: an unknown image', () => {
  it.each(['qr_00000000000000000000000000', 'qr_', 'x', '%00', '%E0%A4', 'qr_%00'])(
    'with the id %s',
    async (id) => {
      const { status, code, headers } = await api.get(`/Thai/qr-codes/${id}/image`);
      expect([status, code]).toEqual([404, 'qr_code_not_found']);
      expect(headers.get('cache-control')).toBe('no-store');
    },
  );
});

describe('the image of a QR code that cannot be paid any more', () => {
  const expire = async () => {
    const { qr_code_id, payment_id } = await api.createQrCode();
    await api.post(`/Thai/v1/payments/${payment_id}/expire`);
    return qr_code_id;
  };
  const pay = async () => {
    const { qr_code_id, payment_id } = await api.createQrCode();
    await testCallback(api.deps, payment_id, { reported: 'succeeded' });
    await applyPending(api.deps.db, payment_id);
    return qr_code_id;
  };

  it.each([
    ['expired', expire],
    ['paid', pay],
  ] as const)('says %s in both languages, as a picture kept for a minute', async (end, make) => {
    const id = await make();
    const png = await image(id, '?size=300', { accept: 'image/avif,image/*,*/*;q=0.8' });
    expect([png.status, png.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(png.headers.get('cache-control')).toBe('public, max-age=60');
    expect((await bytesOf(png)).equals(await renderEndedPng(end, 300))).toBe(true);
    const svg = await (await image(id, '?format=svg')).text();
    const words = {
      expired: ['QR หมดอายุแล้ว', 'QR code expired'],
      paid: ['ชำระเงินแล้ว', 'Paid'],
    };
    for (const word of words[end]) expect(svg).toContain(`>${word}</text>`);
  });

  it('is a 410 for a program that accepts JSON', async () => {
    const path = `/Thai/qr-codes/${await expire()}/image`;
    const { status, code, headers } = await api.get(path, {
      headers: { accept: 'application/json' },
    });
    expect([status, code]).toEqual([410, 'qr_code_expired']);
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('says so when its deadline has passed, before the workflow expires it', async () => {
    const { qr_code_id, payment_id } = await api.createQrCode();
    await api.deps.db('orders').where('id', payment_id).update({ expires_at: new Date() });
    const svg = await (await image(qr_code_id, '?format=svg')).text();
    expect(svg).toContain('QR code expired');
    expect(await api.readPayment(payment_id)).toMatchObject({ status: 'pending' });
  });
});
