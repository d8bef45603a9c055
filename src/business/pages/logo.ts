import { z } from 'zod';
import { id } from '../../contract/fields';
import { operation } from '../../http/operation';
import { readLogo } from '../change-logo';

export const logoPath = (logoId: string): string => `/logos/${logoId}`;

/** Public: payment pages, mails and previews of links show it. */
export const logoOperation = operation({
  name: 'readLogo',
  summary: 'The logo of a merchant',
  family: 'page',
  method: 'GET',
  path: '/logos/:id',
  auth: 'link',
  described: false,
  params: z.object({ id: id('logo_', 'not_found') }),
  success: { status: 200, contentTypes: ['image/png'] },
  errors: ['not_found'],
  async respond(deps, { params }) {
    return {
      status: 200,
      contentType: 'image/png',
      body: await readLogo(deps, params.id),
      headers: {
        'Cache-Control': 'public, max-age=31536000, immutable',
        'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
        'Cross-Origin-Resource-Policy': 'cross-origin',
      },
    };
  },
});
