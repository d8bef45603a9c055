import { z } from 'zod';
import { inkOn, readColour } from '../platform/colour';
import { setting, type ValuesOf } from './setting';

const WHITE = '#ffffff';

export const brand = {
  BRAND_NAME: setting(z.string().trim().min(1).max(40).default('Saphan'), {
    description: 'Name of the payment service on pages, in mails and in authenticator apps.',
  }),
  BRAND_COLOUR: setting(
    z
      .string()
      .transform((typed, context) => {
        const colour = readColour(typed);
        if (colour !== null && inkOn(colour) === WHITE) return colour;
        context.addIssue({ code: 'custom', message: 'a dark colour such as #123f7a is required' });
        return z.NEVER;
      })
      .optional(),
    {
      description:
        'Six hexadecimal digits, dark enough for white text. Dark mode shows a lighter form.',
      fallback: 'the blue of Saphan',
    },
  ),
  BRAND_LOGO_FILE: setting(z.string().optional(), {
    description: 'Path of a PNG, JPEG or WebP file of at most 2 MB, shown beside the name.',
    fallback: 'the bridge of Saphan',
    compose: { fixed: 'a file of the image or a mount of your own' },
  }),
  SUPPORT_CONTACT: setting(z.url({ protocol: /^(https|mailto|tel)$/ }).optional(), {
    description:
      'Where merchants and payers get help, shown on pages and in mails: ' +
      '`mailto:help@example.com`, `tel:+6621234567` or an https URL.',
    fallback: 'none',
  }),
};

export const brandOf = (env: ValuesOf<typeof brand>) => ({
  name: env.BRAND_NAME,
  colour: env.BRAND_COLOUR ?? null,
  logoFile: env.BRAND_LOGO_FILE ?? null,
  supportUrl: env.SUPPORT_CONTACT ?? null,
});
