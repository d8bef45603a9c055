import { listSlips } from '../../../src/orders/deposit/store/slips';
import { startApi, type Api } from '../../http/api';
import { depositsOf, pictureBytes } from './deposits';

let api: Api;
let deposits: ReturnType<typeof depositsOf>;
beforeAll(async () => {
  api = await startApi();
  deposits = depositsOf(api.deps, api.merchant);
});

const fileForm = (bytes: Buffer, type = 'image/png'): FormData => {
  const form = new FormData();
  form.set('slip', new Blob([new Uint8Array(bytes)], { type }), 'slip.png');
  return form;
};

/** Submits a form as a browser does, without following the redirect. */
async function send(
  token: string,
  body: NonNullable<RequestInit['body']>,
  headers: Record<string, string> = {},
) {
  const response = await fetch(`${api.url}/pay/${token}/slip?lang=en`, {
    method: 'POST',
    redirect: 'manual',
    headers,
    body,
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

const countSlips = async (orderId: string) => (await listSlips(api.deps.db, orderId)).length;

describe('303: accepted slip', () => {
  it('redirects to the page, which shows the review', async () => {
    const { pageToken, orderId } = await deposits.create();
    const { status, headers } = await send(pageToken, fileForm(pictureBytes()));
    expect([status, headers.get('location')]).toEqual([303, `/pay/${pageToken}?lang=en`]);
    const [slip] = await listSlips(api.deps.db, orderId);
    expect(slip).toMatchObject({ status: 'received', refMatches: true });
    const page = await api.get(`/pay/${pageToken}?lang=en`, { key: null });
    expect(page.text).toContain('Slip received');
  });

  it('is stored unchanged, whatever its declared type', async () => {
    const { pageToken, orderId } = await deposits.create();
    const bytes = pictureBytes(4 * 1024 * 1024);
    expect((await send(pageToken, fileForm(bytes, 'image/jpeg'))).status).toBe(303);
    const [row] = await api.deps.db('slips').where('order_id', orderId);
    expect(row).toMatchObject({ media_type: 'image/png', declared_type: 'image/jpeg' });
    const image = await api.deps.db('slip_images').where('slip_id', row.id).first('image_sealed');
    expect(api.deps.vault.openBytes(image.image_sealed, 'slip_images.image').equals(bytes)).toBe(
      true,
    );
  });

  it.each(['expired', 'failed'] as const)(
    'is accepted for a deposit that has %s',
    async (state) => {
      const { pageToken, orderId } = await deposits.depositIn(state);
      expect((await send(pageToken, fileForm(pictureBytes()))).status).toBe(303);
      expect(await countSlips(orderId)).toBe(1);
    },
  );
});

describe('rejected slip', () => {
  it.each<[number, string, string, () => NonNullable<RequestInit['body']>]>([
    [400, 'no picture', 'is not a JPG', () => fileForm(Buffer.from('<svg/>'), 'image/png')],
    [400, 'a file that was not chosen', 'Choose a picture', () => fileForm(Buffer.alloc(0))],
    [400, 'a form without it', 'Choose a picture', () => new FormData()],
    [400, 'too large', 'larger than 4 MB', () => fileForm(pictureBytes(4 * 1024 * 1024 + 1))],
    [413, 'far too large', 'larger than 4 MB', () => fileForm(pictureBytes(7 * 1024 * 1024))],
    [415, 'another form', 'incomplete', () => new URLSearchParams({ slip: 'x' })],
  ])('%d, %s: renders the page with the reason beside the field', async (...row) => {
    const [expected, , reason, body] = row;
    const { pageToken, orderId } = await deposits.create();
    const { status, headers, text } = await send(pageToken, body());
    expect(status).toBe(expected);
    expect(headers.get('content-security-policy')).toContain("form-action 'self'");
    expect(text).toContain('฿1,234.56');
    expect(text).toMatch(/aria-describedby="slip-formats slip-error"\s[^>]*aria-invalid="true"/);
    expect(text).toContain(reason);
    expect(text).not.toContain('http-equiv="refresh"');
    expect(await countSlips(orderId)).toBe(0);
  });

  it('400, the sixth: renders the page without a form', async () => {
    const created = await deposits.create();
    for (let n = 0; n < 5; n++) await deposits.sendSlip(created, 'received');
    const { status, text } = await send(created.pageToken, fileForm(pictureBytes()));
    expect(status).toBe(400);
    expect(text).toContain('No more slips can be sent');
    expect(text).not.toContain('type="file"');
    expect(await countSlips(created.orderId)).toBe(5);
  });

  it('400, no form: is not parsed in part', async () => {
    const { pageToken, orderId } = await deposits.create();
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    expect((await send(pageToken, '--x\r\nbroken', headers)).status).toBe(400);
    expect(await countSlips(orderId)).toBe(0);
  });

  it('404, unknown token', async () => {
    const { status, text } = await send(`pt_${'0'.repeat(26)}`, fileForm(pictureBytes()));
    expect(status).toBe(404);
    expect(text).toContain('Payment page not found');
  });
});

describe('cross-site form', () => {
  it.each([
    ['another site, by Sec-Fetch-Site', { 'sec-fetch-site': 'cross-site' }],
    ['another host of the same site', { 'sec-fetch-site': 'same-site' }],
    ['another site, by Origin', { origin: 'https://evil.example' }],
    ['an invalid origin', { origin: 'x' }],
  ])('from %s is rejected', async (_who, headers) => {
    const { pageToken, orderId } = await deposits.create();
    expect((await send(pageToken, fileForm(pictureBytes()), headers)).status).toBe(400);
    expect(await countSlips(orderId)).toBe(0);
  });

  it.each<[string, () => Record<string, string>]>([
    ['by Sec-Fetch-Site', () => ({ 'sec-fetch-site': 'same-origin' })],
    ['by Origin', () => ({ origin: api.url })],
    ['behind a proxy, by the host of PUBLIC_URL', () => ({ origin: api.config.http.publicUrl })],
    ['without a known origin', () => ({ origin: 'null' })],
  ])('check accepts a form of our own page %s', async (_how, headers) => {
    const { pageToken, orderId } = await deposits.create();
    expect((await send(pageToken, fileForm(pictureBytes()), headers())).status).toBe(303);
    expect(await countSlips(orderId)).toBe(1);
  });
});

describe('429: repeated uploads', () => {
  it('are rate limited before the body is read', async () => {
    const strict = await startApi();
    const post = () =>
      fetch(`${strict.url}/pay/pt_${'0'.repeat(26)}/slip`, {
        method: 'POST',
        body: fileForm(pictureBytes()),
      });
    const answers = await Promise.all(Array.from({ length: 61 }, post));
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([...Array<number>(60).fill(404), 429]);
  });
});
