import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { codeBlock } from './highlight.mjs';
import { sampleLanguages } from './site-map.mjs';

/** Renders samples of several languages as tabs that need no script. */
export function createTabs({ language: label }) {
  let groups = 0;
  return (samples) => {
    groups += 1;
    const group = `samples-${groups}`;
    const tabs = samples.map(({ name: title }, at) => {
      const id = `${group}-${at}`;
      return (
        `<input type="radio" name="${group}" id="${id}" value="${title}"${at ? '' : ' checked'}>` +
        `<label for="${id}">${title}</label>`
      );
    });
    const panels = samples.map(
      ({ text, colours }) => `<div class="panel">${codeBlock(text.trimEnd(), colours)}</div>`,
    );
    return (
      `<fieldset class="samples"><legend>${label}</legend>${tabs.join('')}` +
      `${panels.join('')}</fieldset>`
    );
  };
}

/** Renders `@samples name`: the files `samples/<name>.<extension>`. Tests run each of them. */
export const createSamples = (folder, tabs) => (name) => {
  const samples = sampleLanguages
    .map((language) => ({ ...language, file: path.join(folder, `${name}.${language.extension}`) }))
    .filter(({ file }) => existsSync(file))
    .map(({ file, ...language }) => ({ ...language, text: readFileSync(file, 'utf8') }));
  if (samples.length === 0) throw new Error(`no sample ${name}`);
  return tabs(samples);
};
