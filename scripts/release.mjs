#!/usr/bin/env node
// What a release consists of, with digests and a signature:
//   npm run release -- folder               writes it; RELEASE_KEY is a PEM of an Ed25519 key
//   npm run release:verify -- folder key.pem   exits with 1 unless every file is the signed one
// With --image, the digest of the image in an OCI layout is signed with them; --image of a
// verification is such an archive, or the reference to deploy: name@sha256:….
// The image is also recorded where Docker has it. A draft can do without packages, such as
// --without python,medusa, which need PyPI and the npm registry once. Node modules only, besides
// npm, git, Docker and Python.
import { execFileSync } from 'node:child_process';
import { createHash, createPublicKey, sign, verify } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { digestOfLayout } from './oci-layout.mjs';
import { packers } from './packages.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const SUMS = 'SHA256SUMS';
const SIGNATURE = 'SHA256SUMS.sig';

const run = (program, args, cwd = root) =>
  execFileSync(program, args, {
    cwd,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'pipe'],
  });

/** Ends the script without a stack. */
function refuse(message) {
  console.error(message);
  process.exit(1);
}

/** The files of a release but the digests and their signature, in the format of sha256sum. */
const sumsOf = (folder) =>
  readdirSync(folder)
    .filter((file) => file !== SUMS && file !== SIGNATURE)
    .toSorted()
    .map((file) => {
      const digest = createHash('sha256').update(readFileSync(path.join(folder, file)));
      return `${digest.digest('hex')}  ${file}\n`;
    })
    .join('');

/** The id and registry digests of the built image; null with the reason where Docker has none. */
function imageFacts() {
  const image = process.env.SAPHAN_IMAGE ?? 'saphan';
  try {
    const [{ Id: id, RepoDigests: repoDigests }] = JSON.parse(
      run('docker', ['image', 'inspect', image]),
    );
    return { image, id, repoDigests };
  } catch (error) {
    const [reason] = (error.stderr?.trim() || error.message).split('\n');
    console.log(`The image ${image} is not part of this release: ${reason}`);
    return null;
  }
}

/** The digest of a reference `name@sha256:…`, or of the image in an archive. */
function digestOfImage(image) {
  const [, digest] = /@(sha256:[0-9a-f]{64})$/.exec(image) ?? [];
  if (digest !== undefined) return digest;
  if (!existsSync(image)) refuse(`${image} is neither a file nor a reference by digest.`);
  try {
    return digestOfLayout(image);
  } catch (error) {
    return refuse(`${image}: ${error.message}.`);
  }
}

async function build(folder, { draft, image, without }) {
  const key = process.env.RELEASE_KEY;
  if (key === undefined) refuse('RELEASE_KEY: required, a PEM of an Ed25519 private key.');
  // npm runs scripts of packages.
  delete process.env.RELEASE_KEY;
  if (!draft && run('git', ['status', '--porcelain']) !== '') {
    refuse('The working tree has changes: commit them, or use --draft.');
  }
  const packages = Object.keys(packers).filter((name) => !without.includes(name));
  if (!draft && without.length > 0) refuse('Only a --draft can be without packages.');
  const imageDigest = image === undefined ? null : digestOfImage(image);
  if (existsSync(folder) && readdirSync(folder).length > 0) refuse(`${folder} is not empty.`);
  mkdirSync(folder, { recursive: true });
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const write = (file, content) => writeFileSync(path.join(folder, file), content);
  const sbom = ['sbom', '--sbom-format=cyclonedx', '--omit=dev', '--package-lock-only'];
  write('sbom.cdx.json', run('npm', sbom));
  for (const name of packages) await packers[name](folder);
  const chart = path.join(folder, `saphan-chart-${version}.tgz`);
  run('git', ['archive', '--prefix=saphan/', `--output=${chart}`, 'HEAD:deploy/helm/saphan']);
  const commit = run('git', ['rev-parse', 'HEAD']).trim();
  const facts = { version, commit, isDraft: draft, packages, imageDigest, image: imageFacts() };
  write('release.json', `${JSON.stringify(facts, null, 2)}\n`);
  const sums = sumsOf(folder);
  write(SUMS, sums);
  write(SIGNATURE, sign(null, Buffer.from(sums), key));
  console.log(sums.trimEnd());
}

/**
 * Exits with 1 for a signature of another key, for an altered, missing or additional file, and for
 * another image than the signed one.
 */
function check(folder, keyFile, { image }) {
  const signed = path.join(folder, SIGNATURE);
  if (!existsSync(signed)) refuse(`${folder} is not signed: ${SIGNATURE} is missing.`);
  const sums = readFileSync(path.join(folder, SUMS));
  const key = createPublicKey(readFileSync(keyFile));
  if (!verify(null, sums, key, readFileSync(signed))) refuse(`${SUMS} was not signed by this key.`);
  const [expected, actual] = [sums.toString('utf8'), sumsOf(folder)].map((text) =>
    text.split('\n').filter((line) => line !== ''),
  );
  const nameOf = (line) => line.slice(66);
  const differing = new Set(
    [
      ...expected.filter((line) => !actual.includes(line)),
      ...actual.filter((line) => !expected.includes(line)),
    ].map(nameOf),
  );
  if (differing.size > 0) refuse(`Not as signed: ${[...differing].join(', ')}.`);
  console.log(`${actual.length} files are as signed.`);
  if (image === undefined) return;
  const { imageDigest } = JSON.parse(readFileSync(path.join(folder, 'release.json'), 'utf8'));
  const digest = digestOfImage(image);
  if (digest !== imageDigest) refuse(`${image} is ${digest}, signed is ${imageDigest}.`);
  console.log(`The image is as signed: ${digest}`);
}

const { values, positionals } = parseArgs({
  options: {
    draft: { type: 'boolean', default: false },
    image: { type: 'string' },
    without: { type: 'string', default: '' },
  },
  allowPositionals: true,
});
const [act, folder, keyFile] = positionals;
const without = values.without.split(',').filter((name) => name !== '');
if (act === 'build' && folder !== undefined) {
  await build(path.resolve(folder), { ...values, without });
} else if (act === 'verify' && keyFile !== undefined) {
  check(path.resolve(folder), keyFile, values);
} else {
  refuse(
    'Usage: release.mjs build <folder> [--draft [--without names]], or ' +
      'verify <folder> <public key>; [--image]',
  );
}
