import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

const folder = path.join(__dirname, '../../src/web/assets');
const stylesheets = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.css'))
  .map((file) => readFileSync(path.join(folder, file), 'utf8'))
  .join('\n');

const matches = (pattern: RegExp): ReadonlySet<string> =>
  new Set([...stylesheets.matchAll(pattern)].map(([, name = '']) => name));

test('stylesheets use every token, and no token that is not defined', () => {
  const used = [...matches(/var\((--[\w-]+)/g)].sort();
  expect(used).toEqual([...matches(/^\s*(--[\w-]+):/gm)].sort());
  expect(used).toContain('--brand');
});
