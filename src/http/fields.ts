import { z } from 'zod';
import { readAccountNumber } from '../domain/banks';
import { DECIMAL_BAHT_MAX, decimalBahtToSatang } from '../domain/money';
import { Problem, problems } from '../domain/problem';
import type { ProblemCode } from '../domain/problem';

/** The problem that a schema's issue is answered with, carried as the issue's message. */
export const says = (code: ProblemCode) => ({ error: code });

/** A field that may be left out; null counts as left out. Parses to null then. */
export const optional = <S extends z.ZodType>(schema: S) =>
  schema.nullish().transform((value) => value ?? null);

/** Text of at most so many characters, stored as NFC and trimmed, with nothing unprintable. */
export const text = (lengthMax: number, code: ProblemCode = 'invalid_request') =>
  z
    .string(says(code))
    .refine((value) => Array.from(value).length <= lengthMax, says(code))
    .normalize('NFC')
    .trim()
    .refine(isStorable, says(code))
    .meta({ maxLength: lengthMax, pattern: `^${margin}[^${control}]*${margin}$` });

/** A line of text has no control characters, and Postgres takes neither NUL nor half characters. */
const isStorable = (value: string): boolean => !/[\p{Cc}\p{Cs}]/u.test(value);

/** For descriptions, as a pattern: what a line cannot hold, but for what is trimmed off it. */
const control = String.raw`\u0000-\u001f\u007f-\u009f`;
const margin = String.raw`[\t-\r ]*`;

/** The same, where nothing but spaces counts as left out. */
export const filled = (lengthMax: number) =>
  text(lengthMax)
    .refine((value) => value !== '', says('missing_parameter'))
    .meta({
      minLength: 1,
      pattern: `^${margin}[^${control}]*[^\\s${control}][^${control}]*${margin}$`,
    });

/** A JSON number of baht with at most two decimals, read exactly. Parses to satang. */
export const baht = z
  .number(says('invalid_amount'))
  .transform((amount, context) => {
    const satang = decimalBahtToSatang(amount);
    if (satang !== null) return satang;
    context.addIssue({ code: 'custom', message: 'invalid_amount' });
    return z.NEVER;
  })
  .meta({ minimum: 0, maximum: DECIMAL_BAHT_MAX, multipleOf: 0.01 });

/** An account number, written with or without spaces and dashes. Parses to its digits. */
export const accountNumber = z
  .string(says('invalid_request'))
  .transform((written, context) => {
    const digits = readAccountNumber(written);
    if (digits !== null) return digits;
    context.addIssue({ code: 'custom', message: 'must have 6 to 15 digits' });
    return z.NEVER;
  })
  .meta({ pattern: String.raw`^[\s\-]*([0-9][\s\-]*){6,15}$` });

/** The id of a deposit or a withdrawal. */
export const orderId = z
  .string(says('order_not_found'))
  .regex(/^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/, says('order_not_found'))
  .toLowerCase();

/** A path's id of the given prefix. What cannot be an id is as unknown as one that is not there. */
export const id = (prefix: string, code: ProblemCode) =>
  z.string().regex(new RegExp(`^${prefix}[0-9a-z]{1,64}$`), says(code));

/** A whole number in a query string. */
export const wholeNumber = (minimum: number, maximum: number, fallback: number) =>
  z
    .preprocess(
      (value) => (typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value),
      z.int().min(minimum).max(maximum).default(fallback),
    )
    .meta({ type: 'integer', minimum, maximum, default: fallback });

const isoMoment = z.iso.datetime({ offset: true, local: true });

/** An ISO 8601 date-time; without an offset it is UTC. */
export const moment = (code: ProblemCode) =>
  z
    .string(says(code))
    .transform((value, context) => {
      const zoned = /(Z|[+-]\d\d:\d\d)$/.test(value) ? value : `${value}Z`;
      const at = isoMoment.safeParse(value).success ? new Date(zoned) : new Date(NaN);
      if (!Number.isNaN(at.getTime())) return at;
      context.addIssue({ code: 'custom', message: code });
      return z.NEVER;
    })
    .meta({ format: 'date-time' });

/** A point in a query's range: a date-time, or a date, of which `edge` says which end is meant. */
export const rangeEdge = (edge: 'start' | 'end') =>
  z
    .preprocess(
      (value) =>
        typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)
          ? `${value}T${edge === 'start' ? '00:00:00.000' : '23:59:59.999'}Z`
          : value,
      moment('invalid_parameters'),
    )
    .meta({ format: undefined, anyOf: [{ format: 'date-time' }, { format: 'date' }] });

/**
 * Parses what a caller sent. Throws the Problem of the first issue: what its schema says, or
 * `fallback`; for a field of a body that is not there at all, `missing_parameter`.
 */
export function parse<S extends z.ZodType>(
  schema: S,
  value: unknown,
  fallback: ProblemCode,
): z.output<S> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const param = issue?.path.filter((step) => typeof step === 'string').join('.') ?? '';
  const message = issue?.message ?? '';
  if (fallback === 'invalid_request' && issue !== undefined && isAbsent(value, issue.path)) {
    throw new Problem('missing_parameter', { param, message: `${param} is required.` });
  }
  const code = isProblemCode(message) ? message : fallback;
  throw new Problem(code, {
    ...(param === '' ? {} : { param }),
    ...(isProblemCode(message) ? {} : { message: `${param}: ${message}` }),
  });
}

const isProblemCode = (message: string): message is ProblemCode => Object.hasOwn(problems, message);

function isAbsent(value: unknown, path: readonly PropertyKey[]): boolean {
  let part = value;
  for (const step of path) part = (part as Record<PropertyKey, unknown> | undefined)?.[step];
  return part === undefined;
}
