import { readFile } from 'node:fs/promises';
import type { Config } from '../../config';
import { operation, type Operation } from '../../http/operation';
import { Problem } from '../../kernel/rules/problem';
import { drawLogo } from '../../platform/images/logo';

export type Brand = Config['brand'];

export const BRAND_LOGO = '/brand/logo.png';
export const BRAND_STYLES = '/brand/colours.css';

/** Replaces the colours of assets/tokens.css. In the dark, it is mixed with white to be legible. */
const stylesOf = (colour: string): string => `:root {
  --brand: ${colour};
  --brand-soft: color-mix(in srgb, ${colour} 10%, #fff);
}
@media (prefers-color-scheme: dark) {
  :root {
    --brand: color-mix(in srgb, ${colour} 35%, #fff);
    --brand-ink: #000;
    --brand-soft: color-mix(in srgb, ${colour} 30%, #101822);
  }
}
`;

/** Throws Error for a file that cannot be read or is no picture. */
export async function readBrandLogo(file: string): Promise<Buffer> {
  const drawn = await drawLogo(await readFile(file));
  if (drawn === null) throw new Error(`BRAND_LOGO_FILE is no PNG, JPEG or WebP: ${file}`);
  return drawn;
}

/** By file: a change takes effect with the next start. */
const logos = new Map<string, Promise<Buffer>>();

function logoOf(file: string): Promise<Buffer> {
  const known = logos.get(file);
  if (known !== undefined) return known;
  const read = readBrandLogo(file);
  logos.set(file, read);
  read.catch(() => logos.delete(file));
  return read;
}

const facts = {
  family: 'page',
  method: 'GET',
  auth: 'none',
  described: false,
  errors: ['not_found'],
} as const;

const cached = { 'Cache-Control': 'public, max-age=3600' };

export const brandOperations: readonly Operation[] = [
  operation({
    ...facts,
    name: 'readBrandLogo',
    summary: 'The logo of the operator',
    path: BRAND_LOGO,
    success: { status: 200, contentTypes: ['image/png'] },
    async respond({ config: { brand } }) {
      if (brand.logoFile === null) throw new Problem('not_found');
      const body = await logoOf(brand.logoFile);
      return { status: 200, contentType: 'image/png', body, headers: cached };
    },
  }),

  operation({
    ...facts,
    name: 'readBrandStyles',
    summary: 'The colours of the operator',
    path: BRAND_STYLES,
    success: { status: 200, contentTypes: ['text/css'] },
    respond({ config: { brand } }) {
      if (brand.colour === null) throw new Problem('not_found');
      const contentType = 'text/css; charset=utf-8';
      return { status: 200, contentType, body: stylesOf(brand.colour), headers: cached };
    },
  }),
];
