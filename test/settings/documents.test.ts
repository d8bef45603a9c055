import { readFileSync } from 'node:fs';
import path from 'node:path';
import { settingDocuments } from '../../src/settings/documents';
import { environment, sections } from '../../src/settings/sections';

const root = path.join(__dirname, '..', '..');
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');

it.each(Object.entries(settingDocuments(read)))(
  '%s is current (`npm run settings`)',
  (file, text) => {
    expect(read(file)).toBe(text);
  },
);

it('a file without the lines of the settings is refused', () => {
  const withoutEnd = (file: string): string => read(file).replaceAll('end settings', '');
  expect(() => settingDocuments(withoutEnd)).toThrow('docs/configuration.md has no lines');
});

it('every setting that is read is in one section', () => {
  const documented = Object.values(sections).flatMap((settings) => Object.keys(settings));
  expect(documented).toEqual(Object.keys(environment.shape));
});
