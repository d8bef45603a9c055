import diagnostics from 'node:diagnostics_channel';
import { request, type IncomingMessage } from 'node:http';
import { changeLogo } from '../../../src/business/change-logo';
import { findBusiness } from '../../../src/business/find-business';
import { LOGO_BYTES_MAX } from '../../../src/platform/images/logo';
import { sharp } from '../../../src/platform/images/sharp';
import { commandAudit } from '../../support/gateway';
import { until } from '../../support/until';
import { startDashboard, type Dashboard, type Member } from '../../pages/dashboard/dashboard';

const PATH = '/dashboard/settings/business/logo';

let dashboard: Dashboard;
let owner: Member;
beforeAll(async () => {
  dashboard = await startDashboard();
});
beforeEach(async () => {
  owner = await dashboard.addMember('owner', await dashboard.openMerchant());
});

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#0f766e' } });

const upload = (bytes: Buffer, as: Member = owner) =>
  dashboard.upload(PATH, { field: 'logo', bytes }, { as });

const logoUrl = async () => {
  const { logoId } = await findBusiness(dashboard.deps, owner.merchant.id);
  return logoId === null ? null : `/logos/${logoId}`;
};

async function download(path: string | null): Promise<Buffer> {
  const response = await fetch(`${dashboard.url}${path}`);
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

it.each(['png', 'jpeg', 'webp'] as const)(
  'a %s is drawn anew as a PNG within 192 pixels, without its metadata',
  async (format) => {
    const secret = { IFD0: { Copyright: 'GPS of the owner' } };
    const bytes = await picture(600, 300).withExif(secret).toFormat(format).toBuffer();
    expect(bytes.includes('GPS of the owner')).toBe(true);
    const { status, headers } = await upload(bytes);
    expect([status, headers.get('location')]).toEqual([
      303,
      '/dashboard/settings/business?done=profile_saved',
    ]);
    const png = await download(await logoUrl());
    const { format: drawn, width, height, exif } = await sharp(png).metadata();
    expect({ drawn, width, height, exif }).toEqual({ drawn: 'png', width: 192, height: 96 });
    expect(png.includes('GPS')).toBe(false);
  },
);

it('a picture of noise stays below 40 kB', async () => {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const bytes = await sharp({
    create: { width: 500, height: 500, channels: 3, background: '#000', noise },
  })
    .jpeg()
    .toBuffer();
  await upload(bytes);
  expect((await download(await logoUrl())).length).toBeLessThan(40_000);
});

it('a data after the picture and a script in its text are not served', async () => {
  const png = await picture(10, 10).png().toBuffer();
  await upload(Buffer.concat([png, Buffer.from('<script>alert(1)</script>')]));
  const served = await download(await logoUrl());
  expect(served.includes('script')).toBe(false);
});

/** Sends the first bytes of a form, and the rest once `between` has ended. */
async function uploadSlowly(bytes: Buffer, between: () => Promise<unknown>): Promise<number> {
  const form = new FormData();
  form.append('form_token', owner.formToken);
  form.append('logo', new Blob([new Uint8Array(bytes)]), 'logo.png');
  const encoded = new Response(form);
  const type = encoded.headers.get('content-type') ?? '';
  const body = Buffer.from(await encoded.arrayBuffer());
  const isRead = new Promise<IncomingMessage>((resolve) => {
    const seen = (message: unknown) => {
      const { request: received } = message as { request: IncomingMessage };
      if (received.url !== PATH) return;
      diagnostics.unsubscribe('http.server.request.start', seen);
      resolve(received);
    };
    diagnostics.subscribe('http.server.request.start', seen);
  });
  const sending = request(`${dashboard.url}${PATH}`, {
    method: 'POST',
    headers: {
      'content-type': type,
      'content-length': body.length,
      'sec-fetch-site': 'same-origin',
      cookie: `saphan-session=${owner.token}`,
    },
  });
  const status = new Promise<number>((resolve, reject) => {
    sending.once('response', (answer) => resolve(answer.resume().statusCode ?? 0));
    sending.once('error', reject);
  });
  sending.write(body.subarray(0, 100));
  const received = await isRead;
  const isBeingRead = () => received.listenerCount('data') + received.listenerCount('readable') > 0;
  await until(isBeingRead, { describe: 'the body is read' });
  await between();
  // A request is not authorized again within a second.
  const now = performance.now.bind(performance);
  const clock = jest.spyOn(performance, 'now').mockImplementation(() => now() + 1_100);
  sending.end(body.subarray(100));
  const answered = await status;
  clock.mockRestore();
  return answered;
}

it('of a session that ends during its upload is not taken', async () => {
  const bytes = await picture(20, 20).png().toBuffer();
  const { db } = dashboard.deps;
  expect(await uploadSlowly(bytes, () => Promise.resolve())).toBe(303);
  const before = await logoUrl();
  const other = await picture(30, 30).png().toBuffer();
  await uploadSlowly(other, () => db('memberships').where('user_id', owner.userId).delete());
  expect(await logoUrl()).toBe(before);
});

const bomb = async () => picture(5_000, 4_000).png({ compressionLevel: 9 }).toBuffer();
const half = async () => {
  const whole = await picture(400, 400).jpeg().toBuffer();
  return whole.subarray(0, whole.length / 2);
};
const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';

it.each([
  ['an SVG', 400, () => Buffer.from(svg)],
  ['a GIF', 400, () => picture(5, 5).gif().toBuffer()],
  [
    'a page with the first bytes of a PNG',
    400,
    () => Buffer.from('\x89PNG\r\n\x1a\n<html>', 'latin1'),
  ],
  ['half a JPEG', 400, half],
  ['a PNG of 20 million pixels', 400, bomb],
  ['no bytes', 400, () => Buffer.alloc(0)],
  ['a file above the limit', 413, () => Buffer.alloc(LOGO_BYTES_MAX + 1)],
  ['a body above the limit', 413, () => Buffer.alloc(2 * LOGO_BYTES_MAX)],
])('%s is refused, and the former logo stays', async (_name, status, bytesOf) => {
  await upload(await picture(20, 20).png().toBuffer());
  const before = await logoUrl();
  const refused = await upload(await bytesOf());
  expect(refused.status).toBe(status);
  expect(await logoUrl()).toBe(before);
});

it('another logo has another URL, and the former one is gone', async () => {
  await upload(await picture(20, 20).png().toBuffer());
  const first = await logoUrl();
  const headers = (await fetch(`${dashboard.url}${first}`)).headers;
  expect(headers.get('content-type')).toBe('image/png');
  expect(headers.get('content-security-policy')).toContain('sandbox');
  await upload(await picture(30, 30).png().toBuffer());
  const second = await logoUrl();
  expect(second).not.toBe(first);
  expect((await dashboard.get(first ?? '')).status).toBe(404);
  expect((await dashboard.get(PATH.replace('/logo', ''), { as: owner })).text).toContain(
    `src="${second}"`,
  );
  await dashboard.post(`${PATH}/remove`, {}, { as: owner });
  expect(await logoUrl()).toBeNull();
  expect((await dashboard.get(second ?? '')).status).toBe(404);
  const acts = await dashboard.deps
    .db('audit_log')
    .where('scope', owner.merchant.id)
    .orderBy('number')
    .pluck<string[]>('act');
  expect(acts.filter((act) => act.startsWith('business.'))).toEqual([
    'business.logo_set',
    'business.logo_set',
    'business.logo_removed',
  ]);
});

it('of concurrent uploads, the last one is the logo', async () => {
  const bytes = await picture(20, 20).png().toBuffer();
  const merchantId = owner.merchant.id;
  await Promise.all(
    [1, 2, 3, 4].map(() => changeLogo(dashboard.deps, commandAudit, { merchantId, image: bytes })),
  );
  expect(await dashboard.deps.db('business_logos').where('merchant_id', merchantId)).toHaveLength(
    1,
  );
});
