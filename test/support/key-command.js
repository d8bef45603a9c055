// A stand-in for a KMS: `node key-command.js <folder> wrap|unwrap`. Encrypts the line on standard
// input with `key` of the folder, and appends the act to `calls`. `fault` makes it fail.
const { createCipheriv, createDecipheriv, randomBytes } = require('node:crypto');
const { appendFileSync, existsSync, readFileSync } = require('node:fs');
const path = require('node:path');

const [folder, act] = process.argv.slice(2);
appendFileSync(path.join(folder, 'calls'), `${act}\n`);
const faultFile = path.join(folder, 'fault');
const fault = existsSync(faultFile) ? readFileSync(faultFile, 'utf8') : '';
const key = Buffer.from(readFileSync(path.join(folder, 'key'), 'utf8'), 'hex');
const line = readFileSync(0, 'utf8').trim();

if (fault === 'exit') process.exit(3);
if (fault === 'lines') process.stdout.write('one\ntwo\n');
else if (fault === 'short') process.stdout.write(`${Buffer.alloc(16).toString('base64')}\n`);
else if (act === 'wrap') {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  const text = Buffer.concat([cipher.update(line), cipher.final()]);
  process.stdout.write(`${Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64')}\n`);
} else {
  const packed = Buffer.from(line, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', key, packed.subarray(0, 12));
  decipher.setAuthTag(packed.subarray(12, 28));
  const text = Buffer.concat([decipher.update(packed.subarray(28)), decipher.final()]);
  process.stdout.write(`${text.toString()}\n`);
}
