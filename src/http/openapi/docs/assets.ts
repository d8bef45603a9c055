import path from 'node:path';
import { readAsset } from '../../asset';
import type { Asset } from '../../asset';

/** The folder of each file: Swagger UI from its package, the others from this one. */
const folders: ReadonlyMap<string, string> = new Map([
  ...['swagger-ui.css', 'swagger-ui-bundle.js'].map(
    (name) => [name, path.dirname(require.resolve('swagger-ui-dist/package.json'))] as const,
  ),
  ...['docs.css', 'docs.js', 'icon.svg'].map((name) => [name, __dirname] as const),
]);

const cache = new Map<string, Asset>();

/** An asset of the page, read on the first request; null when there is none of that name. */
export function docsAsset(name: string): Asset | null {
  const folder = folders.get(name);
  if (folder === undefined) return null;
  const found = cache.get(name) ?? readAsset(folder, name);
  cache.set(name, found);
  return found;
}
