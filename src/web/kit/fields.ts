import { z } from 'zod';
import { filled, says } from '../../contract/fields';
import { roles } from '../../domain/role';
import { languages } from './language';

/** What several forms ask for. */
export const personName = filled(100);
export const merchantName = filled(60);

/** One address. What cannot be read as one is not sent to. */
export const email = filled(254).pipe(z.email(says('invalid_email')));

/** As it was typed: spaces and letters of two sizes count. */
export const password = z
  .string(says('missing_parameter'))
  .min(1, says('missing_parameter'))
  .max(1_000, says('weak_password'));

export const role = z.enum(roles);
export const language = z.enum(languages);
/** A form of nothing but its button. */
export const nothing = z.object({});

export const linkParams = z.object({ token: z.string() });

/** Why somebody decided: a sentence or some, kept as one line. */
export const reason = z.preprocess(
  (value) => (typeof value === 'string' ? value.replace(/\s+/g, ' ') : value),
  filled(1_000),
);
