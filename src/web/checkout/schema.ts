import { z } from 'zod';
import { says } from '../../contract/fields';
import { languages } from '../kit/language';

/** What is no token is as unknown as one that was never given out. */
export const pageParams = z.object({
  token: z.string().regex(/^pt_[0-9a-z]{26}$/, says('page_not_found')),
});

/** A page is shown whatever its address says after the question mark. */
export const pageQuery = z.object({
  lang: z.enum(languages).optional().catch(undefined),
  /** `off`: no reload where there is no script, while a file is chosen. */
  reload: z.literal('off').optional().catch(undefined),
});

/** What the page's script asks for, again and again. */
export const depositState = z.object({
  state: z.enum(['waiting', 'checking', 'resend', 'short', 'paid', 'expired', 'failed']),
  server_time: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  completed_at: z.iso.datetime().nullable(),
  slips: z.array(z.object({ received_at: z.iso.datetime(), status: z.string() })),
  slips_left: z.int(),
});
