import { gunzipSync } from 'node:zlib';
import { strFromU8, unzipSync } from 'fflate';
import { startApi } from '../../http/api';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});

/** As npm, pip and curl ask for it. */
async function download(name: string, type: string): Promise<Uint8Array> {
  const response = await fetch(`${api.url}/docs/${name}`, {
    headers: { 'accept-encoding': 'gzip, br' },
  });
  expect([response.status, response.headers.get('content-type')]).toEqual([200, type]);
  expect(response.headers.get('content-encoding')).toBeNull();
  return new Uint8Array(await response.arrayBuffer());
}

test('the TypeScript client is served as npm packs it', async () => {
  const archive = gunzipSync(await download('saphan.tgz', 'application/gzip')).toString('latin1');
  expect(archive).toContain('package/dist/index.js');
  expect(archive).toContain('package/dist/index.d.ts');
  expect(archive).not.toContain('package/src/');
});

test.each([
  ['saphan-php.zip', 'saphan-php', 'composer.json', '"version": "1.0.0"'],
  ['saphan-python.zip', 'saphan-python', 'pyproject.toml', 'name = "saphan"'],
])('%s has the sources and the manifest of its client, without tests', async (name, ...rest) => {
  const [folder, manifest, text] = rest;
  const files = unzipSync(await download(name, 'application/zip'));
  expect(strFromU8(files[`${folder}/${manifest}`] ?? new Uint8Array())).toContain(text);
  const names = Object.keys(files);
  expect(names.filter((each) => each.startsWith(`${folder}/src/`)).length).toBeGreaterThan(8);
  const known = /^(?:src\/|README|CHANGELOG|LICENSE|composer\.json$|pyproject\.toml$)/;
  expect(names.filter((each) => !known.test(each.slice(folder.length + 1)))).toEqual([]);
});
