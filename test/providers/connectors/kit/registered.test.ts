import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { registeredConnectors } from '../../../../src/providers/connectors/registry';

const names = [...registeredConnectors.keys()];

test('every registered connector runs the conformance kit', () => {
  const folder = path.join(__dirname, '..');
  const all = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const files = all.filter((name) => name.endsWith('.test.ts'));
  const texts = files.map((file) => readFileSync(path.join(folder, file), 'utf8'));
  const kits = texts.filter((text) => text.includes('conformance('));
  const without = names.filter(
    (name) => !kits.some((text) => text.includes(`src/providers/connectors/${name}'`)),
  );
  expect(without).toEqual([]);
});

test.each(names)('connector %s has at most 800 lines, 250 in a file', (name) => {
  const folder = path.join(__dirname, '../../../../src/providers/connectors', name);
  const lines = readdirSync(folder).map(
    (file) => readFileSync(path.join(folder, file), 'utf8').split('\n').length - 1,
  );
  expect(Math.max(...lines)).toBeLessThanOrEqual(250);
  const total = lines.reduce((sum, one) => sum + one, 0);
  expect(total).toBeLessThanOrEqual(800);
});
