import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { asset, contentTypes, type Asset } from '../../http/asset';

/** Written by `npm run build`; from sources, by `npm run docs`. */
const folder = path.join(__dirname, '../../../site/public');

let files: ReadonlyMap<string, Asset> | null = null;

/**
 * A file of the documentation by its path, for example `en/index.html`; null for an unknown one.
 * Read on the first request: the site is small.
 */
export function siteFile(name: string): Asset | null {
  files ??= readSite();
  return files.get(name) ?? null;
}

function readSite(): ReadonlyMap<string, Asset> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return new Map(
    names.flatMap((name) => {
      const type = contentTypes[path.extname(name)];
      if (type === undefined) return [];
      const key = name.replaceAll(path.sep, '/');
      return [[key, asset(type, readFileSync(path.join(folder, name)))] as const];
    }),
  );
}
