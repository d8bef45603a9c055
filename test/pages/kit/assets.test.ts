import { get, type IncomingHttpHeaders } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { assets } from '../../../src/pages/kit/assets';
import { acceptedEncoding } from '../../../src/http/encoding';
import { startApi } from '../../http/api';

let url: string;
beforeAll(async () => {
  ({ url } = await startApi());
});

/** Without a decoder, as it is sent. */
const read = (path: string, accepted: string) =>
  new Promise<{ readonly headers: IncomingHttpHeaders; readonly bytes: Buffer }>(
    (resolve, reject) => {
      get(`${url}${path}`, { headers: { 'accept-encoding': accepted } }, (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('end', () => {
          resolve({ headers: response.headers, bytes: Buffer.concat(parts) });
        });
        response.on('error', reject);
      }).on('error', reject);
    },
  );

const address = (name: keyof typeof assets) =>
  `/dashboard-assets/${name}?v=${assets[name].version}`;
const names = Object.keys(assets) as (keyof typeof assets)[];

const isFont = (name: string): boolean => name.endsWith('.woff2');

test.each(names.filter((name) => !isFont(name)))(
  '%s is sent in Brotli, in gzip or plain, with the same content',
  async (name) => {
    const content = Buffer.from(assets[name].content);
    const plain = await read(address(name), 'identity');
    const brotli = await read(address(name), 'gzip, deflate, br');
    const gzip = await read(address(name), 'gzip;q=1.0, br;q=0');
    expect(plain.bytes).toEqual(content);
    expect(brotliDecompressSync(brotli.bytes)).toEqual(content);
    expect(gunzipSync(gzip.bytes)).toEqual(content);
    const encodings = [plain, brotli, gzip].map(({ headers }) => headers['content-encoding']);
    expect(encodings).toEqual([undefined, 'br', 'gzip']);
    for (const { headers } of [plain, brotli, gzip]) {
      expect(headers['vary']).toContain('Accept-Encoding');
      expect(headers['content-type']).toBe(assets[name].type);
      expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
      expect(headers['content-security-policy']).toBe(plain.headers['content-security-policy']);
    }
  },
);

test.each(names.filter(isFont))(
  '%s is sent as it is, because WOFF2 is compressed',
  async (name) => {
    const { headers, bytes } = await read(address(name), 'gzip, br');
    expect(bytes).toEqual(Buffer.from(assets[name].content));
    expect([headers['content-type'], headers['content-encoding']]).toEqual([
      'font/woff2',
      undefined,
    ]);
    expect(bytes.subarray(0, 4).toString()).toBe('wOF2');
  },
);

test('the assets of a page have less than 42 KB in Brotli', async () => {
  const sizes = await Promise.all(
    names.map(async (name) => (await read(address(name), 'br')).bytes.length),
  );
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(42_000);
});

test.each([
  [undefined, null],
  ['', null],
  ['identity', null],
  ['*', null],
  ['gzip', 'gzip'],
  ['GZIP, BR', 'br'],
  ['br;q=0, gzip; q=0.5', 'gzip'],
  ['br ; q=0.000,gzip;q=0', null],
])('Accept-Encoding %j selects %j', (header, encoding) => {
  expect(acceptedEncoding(header)).toBe(encoding);
});
