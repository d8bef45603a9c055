import { z } from 'zod';
import { filled, says, shown } from '../../contract/fields';
import { readBaht, satangToBaht } from '../../kernel/rules/money';
import { languages } from './language';

export const personName = filled(100);
export const merchantName = shown(60);

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

/** Null for a blank text. */
export const orNull = <Out>(schema: z.ZodType<Out>) =>
  z
    .preprocess(
      (value) => (typeof value === 'string' && value.trim() === '' ? null : value),
      schema.nullable(),
    )
    .default(null);

/** Refuses a text that the reader does not accept. `rule` is for what is no text. */
export const readBy = <Value>(
  reader: (text: string) => Value | null,
  rule = says('invalid_request'),
) =>
  z.string(rule).transform((typed, context): Value => {
    const value = reader(typed.trim());
    if (value !== null) return value;
    context.addIssue({ code: 'custom', message: 'invalid_request' });
    return z.NEVER;
  });

/** An amount as a person types it, for a schema of the API, which takes baht. */
export const typedBaht = <S extends z.ZodType<number, number>>(schema: S) =>
  z
    .string(says('missing_parameter'))
    .transform((typed) => satangToBaht(readBaht(typed) ?? 0))
    .pipe(schema);

/** Masked account numbers. */
export const removedPayees = boxes(z.string().max(200)).optional();

export const linkParams = z.object({ token: z.string() });

/** White space is collapsed to one line. */
export const reason = z.preprocess(
  (value) => (typeof value === 'string' ? value.replace(/\s+/g, ' ') : value),
  filled(1_000),
);
