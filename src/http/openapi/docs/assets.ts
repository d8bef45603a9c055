import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { icon } from './icon';
import { script } from './script';
import { stylesheet } from './stylesheet';

interface Asset {
  readonly type: string;
  readonly bytes: Buffer;
  readonly etag: string;
}

const styles = 'text/css; charset=utf-8';
const scripts = 'text/javascript; charset=utf-8';

/** Of Swagger UI, from its package; of the page, from here. */
const sources: ReadonlyMap<string, { readonly type: string; read(): Buffer }> = new Map([
  [
    'swagger-ui.css',
    { type: styles, read: () => readFileSync(require.resolve('swagger-ui-dist/swagger-ui.css')) },
  ],
  [
    'swagger-ui-bundle.js',
    {
      type: scripts,
      read: () => readFileSync(require.resolve('swagger-ui-dist/swagger-ui-bundle.js')),
    },
  ],
  ['docs.css', { type: styles, read: () => Buffer.from(stylesheet) }],
  ['docs.js', { type: scripts, read: () => Buffer.from(script) }],
  ['icon.svg', { type: 'image/svg+xml', read: () => Buffer.from(icon) }],
]);

const kept = new Map<string, Asset>();

/** A file that the page asks for, or null. It is read from the disk once. */
export function docsAsset(name: string): Asset | null {
  const known = kept.get(name);
  if (known !== undefined) return known;
  const source = sources.get(name);
  if (source === undefined) return null;
  const bytes = source.read();
  const digest = createHash('sha256').update(bytes).digest('base64url');
  const asset = { type: source.type, bytes, etag: `"${digest}"` };
  kept.set(name, asset);
  return asset;
}
