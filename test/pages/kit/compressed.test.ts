import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { request } from 'undici';
import { maskFormToken, unmaskFormToken } from '../../../src/http/session-cookie';
import { startDashboard, type Dashboard, type Member } from '../dashboard/dashboard';

let dashboard: Dashboard;
let owner: Member;
beforeAll(async () => {
  dashboard = await startDashboard();
  owner = await dashboard.addMember('owner');
});

/** A page as it is sent, to a request that the named site has caused. */
async function read(path: string, site: string | null, accepted = 'gzip, br') {
  const { headers, body } = await request(`${dashboard.url}${path}`, {
    headers: {
      cookie: `saphan-session=${owner.token}`,
      'accept-encoding': accepted,
      ...(site === null ? {} : { 'sec-fetch-site': site }),
    },
  });
  return { headers, bytes: Buffer.from(await body.arrayBuffer()) };
}

const tokenIn = (html: string): string =>
  /name="form_token" value="([\w-]+)"/.exec(html)?.[1] ?? '';

test.each(['none', 'same-origin'])('a page is compressed for a request of %s', async (site) => {
  const brotli = await read('/dashboard', site);
  const gzip = await read('/dashboard', site, 'gzip');
  const plain = await read('/dashboard', site, 'identity');
  const encodings = [brotli, gzip, plain].map(({ headers }) => headers['content-encoding']);
  expect(encodings).toEqual(['br', 'gzip', undefined]);
  const texts = [brotliDecompressSync(brotli.bytes), gunzipSync(gzip.bytes), plain.bytes].map(
    (bytes) => bytes.toString().replaceAll(tokenIn(bytes.toString()), ''),
  );
  expect(texts[0]).toContain('</html>');
  expect([texts[1], texts[2]]).toEqual([texts[0], texts[0]]);
  expect(brotli.headers['vary']).toContain('Sec-Fetch-Site');
});

test.each(['cross-site', 'same-site', null])(
  'a page that another site may have chosen is sent as it is: %s',
  async (site) => {
    const { headers, bytes } = await read('/dashboard', site);
    expect(headers['content-encoding']).toBeUndefined();
    expect(bytes.toString()).toContain('</html>');
  },
);

test('each page has another text of the form token, and the same version', async () => {
  const pages = await Promise.all([1, 2].map(() => read('/dashboard', 'none', 'identity')));
  const [one = '', other = ''] = pages.map(({ bytes }) => tokenIn(bytes.toString()));
  expect(one).not.toBe(other);
  expect(unmaskFormToken(one)).toBe(unmaskFormToken(other));
  expect(pages[0]?.headers['etag']).toBe(pages[1]?.headers['etag']);
});

test('the masked text of a token is evenly distributed', () => {
  const token = 'A'.repeat(43);
  const firsts = new Set(Array.from({ length: 200 }, () => maskFormToken(token).slice(0, 2)));
  expect(firsts.size).toBeGreaterThan(100);
  expect(unmaskFormToken(maskFormToken(token))).toBe(token);
});
