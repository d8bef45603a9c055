import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.join(__dirname, '..', '..');
const document = readFileSync(path.join(root, 'docs/security.md'), 'utf8');

/** Rows of the tables: threat, defence, tests. */
const rows = document
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (Wants to|Could) \|/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()));

describe('the threats of docs/security.md', () => {
  it('are by every actor', () => {
    expect(
      document.match(/^## (An outsider|A merchant|A customer|The provider|An insider)$/gm),
    ).toHaveLength(5);
    expect(rows.length).toBeGreaterThanOrEqual(25);
  });

  it.each(rows)('%s%s: its defence is shown by tests that exist', (...cells) => {
    const [, , defence = '', proof = ''] = cells;
    expect(defence).not.toBe('');
    const files = [...proof.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file);
    expect(files.length).toBeGreaterThan(0);
    for (const file of files) {
      expect(file).toMatch(/^test\/.+\.test\.ts$/);
      expect([file, existsSync(path.join(root, file))]).toEqual([file, true]);
    }
  });
});
