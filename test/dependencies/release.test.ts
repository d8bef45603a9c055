import { spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
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

const own = pem(newPair());
const built = path.join(folder, 'built');

beforeAll(() => {
  const { status, stderr } = release(['build', built, '--draft'], { RELEASE_KEY: own.key });
  expect([status, stderr]).toEqual([0, expect.anything()]);
}, 60_000);

/** Verifies a copy of the release after a change. */
function verifyChanged(change: (copy: string) => void, publicKey = own.file) {
  const copy = mkdtempSync(path.join(folder, 'copy-'));
  cpSync(built, copy, { recursive: true });
  change(copy);
  return release(['verify', copy, publicKey]);
}

it('a release has an SBOM of the shipped packages, the client, the chart and digests', () => {
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
    /^release\.json\nsaphan-[\d.]+\.tgz\nsaphan-chart-[\d.]+\.tgz\nsbom\.cdx\.json\n$/,
  );
  expect(verifyChanged(() => undefined)).toMatchObject({
    status: 0,
    stdout: '4 files are as signed.\n',
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
