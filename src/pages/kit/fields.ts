import { z } from 'zod';
import { filled, says, shown } from '../../contract/fields';
import { languages } from './language';

export const personName = filled(100);
export const merchantName = shown(60);

export const email = filled(254).pipe(z.email(says('invalid_email')));

/** Not trimmed: spaces and case are significant. */
export const password = z
  .string(says('missing_parameter'))
  .min(1, says('missing_parameter'))
  .max(1_000, says('weak_password'));

export const language = z.enum(languages);
export const nothing = z.object({});

/** A single checked box arrives as a string, several as an array. */
export const boxes = <Item extends z.ZodType<unknown, string>>(item: Item) =>
  z
    .union([z.string().transform((name) => [name]), z.array(z.string())], says('invalid_request'))
    .pipe(z.array(item));

/** One item a line; the use case parses them. */
export const lines = z.string().max(8_000, says('invalid_request')).default('');

/** Masked account numbers. */
export const removedPayees = boxes(z.string().max(200)).optional();

export const linkParams = z.object({ token: z.string() });

/** White space is collapsed to one line. */
export const reason = z.preprocess(
  (value) => (typeof value === 'string' ? value.replace(/\s+/g, ' ') : value),
  filled(1_000),
);
