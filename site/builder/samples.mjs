import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { codeBlock } from './highlight.mjs';
import { sampleLanguages } from './site-map.mjs';

/**
 * Renders `@samples name`: the files `samples/<name>.<extension>` as tabs that need no script.
 * Tests run each of the files.
 */
export function createSamples(folder, { language: label }) {
  let groups = 0;
  return (name) => {
    const files = sampleLanguages
      .map(({ extension, ...rest }) => ({
        ...rest,
        file: path.join(folder, `${name}.${extension}`),
      }))
      .filter(({ file }) => existsSync(file));
    if (files.length === 0) throw new Error(`no sample ${name}`);
    groups += 1;
    const group = `samples-${groups}`;
    const tabs = files.map(({ name: title }, at) => {
      const id = `${group}-${at}`;
      return (
        `<input type="radio" name="${group}" id="${id}" value="${title}"${at ? '' : ' checked'}>` +
        `<label for="${id}">${title}</label>`
      );
    });
    const panels = files.map(
      ({ file, colours }) =>
        `<div class="panel">${codeBlock(readFileSync(file, 'utf8').trimEnd(), colours)}</div>`,
    );
    return (
      `<fieldset class="samples"><legend>${label}</legend>${tabs.join('')}` +
      `${panels.join('')}</fieldset>`
    );
  };
}
