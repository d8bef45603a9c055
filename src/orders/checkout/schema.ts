import { z } from 'zod';
import { says } from '../../contract/fields';
import { languages } from '../../pages/kit/language';
import { pageStates } from './deposit-view';

/**
 * The page id of a deposit or token payment, or the id of a QR code. A malformed token gets the
 * same 404 as an unknown one.
 */
export const pageParams = z.object({
  token: z.string().regex(/^(?:pt|qr|ct)_[0-9a-z]{26}$/, says('page_not_found')),
});

/** Invalid query parameters are ignored. */
export const pageQuery = z.object({
  lang: z.enum(languages).optional().catch(undefined),
  /** `off`: no automatic reload without a script. */
  reload: z.literal('off').optional().catch(undefined),
});

export const stateQuery = z.object({
  /** `1`: the payer has waited on the page for a minute. */
  waiting: z.literal('1').optional().catch(undefined),
});

export const depositState = z.object({
  state: z.enum(pageStates),
  server_time: z.iso.datetime(),
  expires_at: z.iso.datetime().nullable(),
  completed_at: z.iso.datetime().nullable(),
  slips: z.array(z.object({ received_at: z.iso.datetime(), status: z.string() })),
  slips_left: z.int(),
});
