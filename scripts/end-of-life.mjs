#!/usr/bin/env node
// `npm run check:end-of-life [-- --on 2027-01-31]`: compares what the images ship with
// deploy/end-of-life.json. Exits with 1 when a shipped version has no row or is past its date, and
// warns for the last 90 days. Node modules only.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const WARN_DAYS = 90;
const DAY_MS = 24 * 60 * 60 * 1000;

const { values } = parseArgs({
  options: {
    on: { type: 'string', default: new Date().toISOString().slice(0, 10) },
    root: { type: 'string', default: root },
  },
});
const read = (file) => readFileSync(path.join(values.root, file), 'utf8');

/** Products and versions: of the images, and of `engines`, which no image ships. */
function versions() {
  const base = /^ARG NODE_IMAGE=node:([\d.]+)-(\w+)-slim@/m.exec(read('Dockerfile'));
  const images = [
    ...read('docker-compose.yml').matchAll(/\$\{\w+_IMAGE:-([\w/-]+):([\d.]+)[\w.-]*@/g),
  ].map(([, product, version]) => ({ product, version, isShipped: true }));
  const { engines } = JSON.parse(read('package.json'));
  return [
    { product: 'node', version: base[1], isShipped: true },
    { product: 'debian', version: base[2], isShipped: true },
    { product: 'node', version: engines.node.replace('>=', ''), isShipped: false },
    ...new Map(images.map((each) => [each.product, each])).values(),
  ];
}

const rows = JSON.parse(read('deploy/end-of-life.json'));

/** `fault` fails the check, `warn` and `ok` do not. */
function judge({ product, version, isShipped }) {
  const name = `${product} ${version}`;
  const row = rows.find((each) => {
    const isLine = version === each.line || version.startsWith(`${each.line}.`);
    return each.product === product && isLine;
  });
  if (row === undefined) return ['fault', `${name} has no row in deploy/end-of-life.json`];
  if (row.endOfLife === null) return ['ok', `${name}: ${row.note}`];
  const days = Math.floor((Date.parse(row.endOfLife) - Date.parse(values.on)) / DAY_MS);
  const until = `${name}: security fixes until ${row.endOfLife}`;
  if (days < 0) {
    const advice = 'update it in the Dockerfile or docker-compose.yml';
    return isShipped
      ? ['fault', `${until}, ${-days} days ago (${row.source}): ${advice}`]
      : ['warn', `${until}, ${-days} days ago; allowed by engines, but in no image`];
  }
  return [days <= WARN_DAYS ? 'warn' : 'ok', `${until}, in ${days} days`];
}

const judged = versions().map(judge);
for (const [verdict, text] of judged) console.log(`${verdict.padEnd(5)} ${text}`);
if (judged.some(([verdict]) => verdict === 'fault')) {
  console.log('A shipped version gets no security fixes, or its end of life is unknown.');
  process.exit(1);
}
