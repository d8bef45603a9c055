#!/usr/bin/env node
// `npm run check:secrets [-- folder]`: searches the files that git tracks for credentials, with the
// rules below. Exits with 1 and the places, without the values. Node modules only.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/** A rule's first group, or else its match, is the value. */
const rules = {
  'private key': /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----[\sA-Za-z0-9+/=\\]{40,}/g,
  'key of Saphan or Stripe': /\b[rs]k_(?:live|test)_[A-Za-z0-9_-]{20,}/g,
  'webhook secret': /\bwhsec_[A-Za-z0-9+/=]{24,}/g,
  'key of Omise': /\bskey_(?:test_)?[a-z0-9]{18,}/g,
  'key of AWS': /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g,
  'key of Google': /\bAIza[\w-]{35}/g,
  'token of GitHub': /\b(?:gh[pousr]_[A-Za-z0-9]{36}|github_pat_\w{60})/g,
  'token of GitLab': /\bglpat-[\w-]{20}/g,
  'token of npm': /\bnpm_[A-Za-z0-9]{36}/g,
  'token of Slack': /\bxox[abpors]-[\w-]{10,}/g,
  'key of an AI service': /\bsk-[A-Za-z0-9_-]{32,}/g,
  'JSON Web Token': /\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}/g,
  'key ring': /\b[\w-]{1,16}:([A-Za-z0-9+/]{43}=)/g,
  'password in a URL': /\b[a-z][a-z+]+:\/\/[^\s:/@"'`]{1,40}:([^\s@/"'`]{4,80})@/g,
  'assigned secret':
    /(?:password|secret|token|(?:api|private|_)_?key)["']?[ \t]*[:=][ \t]*["'`]?([\w+/=-]{20,})/gi,
};

/** Words of placeholders and of variables that a value is read from. */
const placeholder = /[$<>{}…]|\.\.\.|example|password|secret|changeme|placeholder|process|env\b/i;
/** Shannon entropy in bits per character: random base64 of 32 characters has about 4.5. */
const ENTROPY_MIN = 4;

/** Values that protect nothing, by the digest that a finding prints. */
const known = {
  '1734fe83852c': "the example of the API's description",
  '17fb516a1312': "of Omise's documentation",
  '23f048e6e993': "of a test's server on loopback",
  '26dd2e61bdfd': 'of test/support/certificates',
  '3f38d59d6943': 'of test/vectors, one byte repeated',
  '7af7139bcb18': 'of test/vectors, one byte repeated',
  '96ad2ccd8146': 'of the specification Standard Webhooks',
  b10017c908f6: 'of test/vectors, one byte repeated',
  b138ce3dfcaf: 'zeros',
  ddf9d0d23c3f: 'of test/vectors, one byte repeated',
  e155582cc92f: 'of test/support/certificates',
  ea245ab3531e: 'of the test of live mode, in its name',
  f62be76369e1: 'of test/support/certificates',
};

function entropyOf(text) {
  const counts = new Map();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  return [...counts.values()].reduce(
    (bits, count) => bits - (count / text.length) * Math.log2(count / text.length),
    0,
  );
}

/** Rules whose format alone is no proof: the value must look random. */
const vague = ['password in a URL', 'assigned secret', 'key ring', 'key of Saphan or Stripe'];

/** Of these, tests have invented values in many places. */
const ignoredInTests = ['assigned secret', 'key ring'];

function isSecret(file, rule, value) {
  if (rule === 'private key') return true;
  if (file.startsWith('test/') && ignoredInTests.includes(rule)) return false;
  if (placeholder.test(value)) return false;
  return !vague.includes(rule) || entropyOf(value) >= ENTROPY_MIN;
}

const digestOf = (value) => createHash('sha256').update(value).digest('hex').slice(0, 12);

function findingsIn(file, text) {
  return Object.entries(rules).flatMap(([rule, pattern]) =>
    [...text.matchAll(pattern)].flatMap(({ 0: match, 1: value = match, index }) => {
      const line = text.slice(0, index).split('\n').length;
      return isSecret(file, rule, value) ? [{ file, rule, line, digest: digestOf(value) }] : [];
    }),
  );
}

const folder = path.resolve(process.argv[2] ?? root);
// Without those of the index that the work tree no longer has.
const files = execFileSync('git', ['ls-files', '-z'], { cwd: folder, encoding: 'utf8' })
  .split('\0')
  .filter((file) => file !== '' && existsSync(path.join(folder, file)));
const findings = files.flatMap((file) => {
  const bytes = readFileSync(path.join(folder, file));
  return bytes.includes(0) ? [] : findingsIn(file, bytes.toString('utf8'));
});
const secrets = findings.filter(({ digest }) => known[digest] === undefined);
for (const { file, line, rule, digest } of secrets) {
  console.log(`${file}:${line}: ${rule} (${digest})`);
}
const found = new Set(findings.map(({ digest }) => digest));
if (folder === root) {
  for (const digest of Object.keys(known)) {
    if (!found.has(digest)) console.log(`${digest} is known, but no longer in a file.`);
  }
}
if (secrets.length > 0) {
  console.log(
    `${secrets.length} possible secrets. Revoke a real one: git keeps it in its history.`,
  );
  process.exit(1);
}
console.log(`No secret in ${files.length} files.`);
