import { spawnSync } from 'node:child_process';
import { createHash, generateKeyPairSync } from 'node:crypto';
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const script = path.join(__dirname, '..', '..', 'scripts', 'release.mjs');
const folder = mkdtempSync(path.join(tmpdir(), 'saphan-release-'));
afterAll(() => rmSync(folder, { recursive: true }));

const pem = (pair: ReturnType<typeof newPair>) => ({
  key: pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  file: writePublic(pair.publicKey.export({ type: 'spki', format: 'pem' }).toString()),
});
const newPair = () => generateKeyPairSync('ed25519');
let keys = 0;
function writePublic(text: string): string {
  const file = path.join(folder, `public-${keys++}.pem`);
  writeFileSync(file, text);
  return file;
}

function release(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...env },
  });
  return { status, stdout, stderr };
}

interface Blob {
  readonly mediaType: string;
  readonly digest: string;
  readonly bytes: Buffer;
}

const oci = (type: string) => `application/vnd.oci.image.${type}`;
function blobOf(type: string, content: unknown): Blob {
  const bytes = Buffer.from(typeof content === 'string' ? content : JSON.stringify(content));
  const digest = `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
  return { mediaType: oci(type), digest, bytes };
}
const fileOf = ({ digest, bytes }: Blob) => [`blobs/${digest.replace(':', '/')}`, bytes] as const;

function tarOf(files: readonly (readonly [string, Buffer])[]): Buffer {
  const blocks = files.flatMap(([name, bytes]) => {
    const header = Buffer.alloc(512);
    header.write(name);
    header.write(`${bytes.length.toString(8).padStart(11, '0')}\0`, 124);
    header.write('0', 156);
    return [header, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)];
  });
  return Buffer.concat([...blocks, Buffer.alloc(1024)]);
}

/** The OCI layout of an image with one layer, as `docker buildx build --output type=oci`. */
function layoutOf(layerText: string) {
  const layer = blobOf('layer.v1.tar', layerText);
  const config = blobOf('config.v1+json', { os: 'linux' });
  const manifest = blobOf('manifest.v1+json', { config, layers: [layer] });
  const index = Buffer.from(JSON.stringify({ manifests: [manifest] }));
  const files = [
    ['oci-layout', Buffer.from('{"imageLayoutVersion":"1.0.0"}')] as const,
    ['index.json', index] as const,
    ...[manifest, config, layer].map(fileOf),
  ];
  return { digest: manifest.digest, layer: fileOf(layer)[0], files };
}
const image = layoutOf('the layer');
function archive(files: readonly (readonly [string, Buffer])[]): string {
  const file = path.join(mkdtempSync(path.join(folder, 'image-')), 'image.tar');
  writeFileSync(file, tarOf(files));
  return file;
}

const own = pem(newPair());
const built = path.join(folder, 'built');

beforeAll(() => {
  // The suites of these clients pack them.
  const draft = ['--draft', '--without', 'python,medusa'];
  const { status, stderr } = release(['build', built, ...draft, '--image', archive(image.files)], {
    RELEASE_KEY: own.key,
  });
  expect([status, stderr]).toEqual([0, expect.anything()]);
});

/** Verifies a copy of the release after a change. */
function verifyChanged(change: (copy: string) => void, publicKey = own.file) {
  const copy = mkdtempSync(path.join(folder, 'copy-'));
  cpSync(built, copy, { recursive: true });
  change(copy);
  return release(['verify', copy, publicKey]);
}

it('a release has an SBOM of the shipped packages, the clients, the chart and digests', () => {
  const sbom = JSON.parse(readFileSync(path.join(built, 'sbom.cdx.json'), 'utf8')) as {
    readonly bomFormat: string;
    readonly components: readonly { readonly name: string; readonly version: string }[];
  };
  expect(sbom.bomFormat).toBe('CycloneDX');
  const names = sbom.components.map(({ name }) => name);
  expect(names).toContain('koa');
  expect(names).not.toContain('jest');
  const sums = readFileSync(path.join(built, 'SHA256SUMS'), 'utf8');
  expect(sums.replaceAll(/^[0-9a-f]{64} {2}/gm, '')).toMatch(
    new RegExp(
      [
        /^release\.json/,
        /saphan-[\d.]+\.tgz/,
        /saphan-chart-[\d.]+\.tgz/,
        /saphan-for-woocommerce-[\d.]+\.zip/,
        /saphan-php-[\d.]+\.zip/,
        /sbom\.cdx\.json\n$/,
      ]
        .map(({ source }) => source)
        .join('\\n'),
    ),
  );
  expect(verifyChanged(() => undefined)).toMatchObject({
    status: 0,
    stdout: '6 files are as signed.\n',
  });
});

it.each([
  [
    'an altered file',
    (copy: string) => appendFileSync(path.join(copy, 'sbom.cdx.json'), ' '),
    'Not as signed: sbom.cdx.json.',
  ],
  [
    'a missing file',
    (copy: string) => rmSync(path.join(copy, 'release.json')),
    'Not as signed: release.json.',
  ],
  [
    'an additional file',
    (copy: string) => writeFileSync(path.join(copy, 'install.sh'), ''),
    'Not as signed: install.sh.',
  ],
  [
    'altered digests',
    (copy: string) => appendFileSync(path.join(copy, 'SHA256SUMS'), '\n'),
    'SHA256SUMS was not signed by this key.',
  ],
  [
    'no signature',
    (copy: string) => rmSync(path.join(copy, 'SHA256SUMS.sig')),
    'is not signed: SHA256SUMS.sig is missing.',
  ],
])('verification rejects a release with %s', (_name, change, message) => {
  const { status, stderr } = verifyChanged(change);
  expect(stderr).toContain(message);
  expect(status).toBe(1);
});

it('verification rejects the signature of another key', () => {
  const { status, stderr } = verifyChanged(() => undefined, pem(newPair()).file);
  expect(stderr).toContain('SHA256SUMS was not signed by this key.');
  expect(status).toBe(1);
});

it('a release is not built without a key', () => {
  const { status, stderr } = release(['build', path.join(folder, 'unsigned'), '--draft']);
  expect(stderr).toBe('RELEASE_KEY: required, a PEM of an Ed25519 private key.\n');
  expect(status).toBe(1);
});

it.each([
  ['its archive', () => archive(image.files)],
  ['a reference by its digest', () => `registry.example.com/saphan@${image.digest}`],
])('verification accepts the signed image by %s', (_name, given) => {
  expect(release(['verify', built, own.file, '--image', given()])).toMatchObject({
    status: 0,
    stdout: `6 files are as signed.\nThe image is as signed: ${image.digest}\n`,
  });
});

const [marker, index, ...blobs] = image.files;
if (marker === undefined || index === undefined) throw new Error('the layout has no index');
it.each<[string, () => string, string]>([
  [
    'an altered layer',
    () =>
      archive(
        image.files.map(([name, bytes]) =>
          name === image.layer ? [name, Buffer.from('another')] : [name, bytes],
        ),
      ),
    'has another content',
  ],
  ['another image', () => archive(layoutOf('another layer').files), `signed is ${image.digest}`],
  ['a missing layer', () => archive(image.files.slice(0, -1)), 'is missing'],
  [
    'an additional file',
    () => archive([...image.files, ['manifest.json', Buffer.from('[]')]]),
    'does not refer to manifest.json',
  ],
  [
    'a second index',
    () => archive([...image.files, ['index.json', Buffer.from('{}')]]),
    'is there twice',
  ],
  ['no index', () => archive([marker, ...blobs]), 'index.json is missing'],
  ['another digest', () => `saphan@sha256:${'0'.repeat(64)}`, `signed is ${image.digest}`],
  ['a tag', () => 'registry.example.com/saphan:1.0.0', 'neither a file nor a reference by digest'],
])('verification rejects an image with %s', (_name, given, message) => {
  const { status, stderr } = release(['verify', built, own.file, '--image', given()]);
  expect(stderr).toContain(message);
  expect(status).toBe(1);
});
