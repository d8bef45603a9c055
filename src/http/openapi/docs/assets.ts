import path from 'node:path';
import { readAsset, type Asset } from '../../asset';

/** Swagger UI is served from its package, the other files from this folder. */
const folders: ReadonlyMap<string, string> = new Map([
  ...['swagger-ui.css', 'swagger-ui-bundle.js'].map(
    (name) => [name, path.dirname(require.resolve('swagger-ui-dist/package.json'))] as const,
  ),
  ...['docs.css', 'docs.js', 'icon.svg'].map((name) => [name, __dirname] as const),
]);

const cache = new Map<string, Asset>();

/** Read on the first request; null for an unknown name. */
export function docsAsset(name: string): Asset | null {
  const folder = folders.get(name);
  if (folder === undefined) return null;
  const found = cache.get(name) ?? readAsset(folder, name);
  cache.set(name, found);
  return found;
}
