import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** Built by the global setup. */
const folder = path.join(__dirname, '../../../site/public');

export const languages = ['en', 'th'] as const;

/** The pages of the documentation as they are served, by their path. */
export const pages: ReadonlyMap<string, string> = new Map(
  languages.flatMap((language) =>
    readdirSync(path.join(folder, language)).map((name) => {
      const html = readFileSync(path.join(folder, language, name), 'utf8');
      return [`${language}/${name}`, html] as const;
    }),
  ),
);

export const pageOf = (name: string): string => {
  const html = pages.get(name);
  if (html === undefined) throw new Error(`no page ${name}`);
  return html;
};

export const idsOf = (html: string): string[] =>
  [...html.matchAll(/\sid="([^"]+)"/g)].map(([, id = '']) => id);
