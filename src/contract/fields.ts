import { z } from 'zod';
import { bangkokDayEnd, bangkokDayStart, readDay } from '../kernel/rules/bangkok-day';
import { readAccountNumber } from '../kernel/rules/banks';
import {
  DECIMAL_BAHT_MAX,
  SATANG_PER_BAHT,
  decimalBahtToSatang,
  satangToBaht,
} from '../kernel/rules/money';
import { readMoment } from '../kernel/rules/moment';
import { Problem, problems, type ProblemCode } from '../kernel/rules/problem';

/**
 * The message of a schema's issue: the error code, and the violated rule, worded to follow the
 * parameter's name. A rule that ends with `; got` is followed by the value, so such a value must
 * not be personal or secret.
 */
export const says = (code: ProblemCode, rule?: string) => ({
  error: rule === undefined ? code : `${code} ${rule}`,
});

/** A missing field and null both parse to null. */
export const optional = <S extends z.ZodType>(schema: S) =>
  schema.nullish().transform((value) => value ?? null);

/** `lengthMax` counts after trimming and NFC normalization. Rejects unprintable characters. */
export const text = (lengthMax: number, code: ProblemCode = 'invalid_request') => {
  const rule = says(code, `must be a string of at most ${lengthMax} characters`);
  return z
    .string(rule)
    .normalize('NFC')
    .trim()
    .refine((value) => Array.from(value).length <= lengthMax, rule)
    .refine(isStorable, says(code, 'must not contain control characters'))
    .meta({ pattern: `^${margin}(?:${trimmedLine(lengthMax)})?${margin}$` });
};

/** Postgres stores neither NUL nor lone surrogates. */
const isStorable = (value: string): boolean => !/[\p{Cc}\p{Cs}]/u.test(value);

/*
 * For the API's description, where `maxLength` would also count what trimming removes: control
 * characters, spaces (in Python, `\s` has five control characters more), and a trimmed line.
 */
const control = String.raw`\u0000-\u001f\u007f-\u009f`;
const margin = String.raw`[^\S\u001c-\u001f\u0085]*`;
const visible = String.raw`[^\s${control}]`;
const trimmedLine = (lengthMax: number, inner = `[^${control}]`): string =>
  `${visible}(?:${inner}{0,${lengthMax - 2}}${visible})?`;

/** For the API's description: has a character that is not a space. */
export const notBlank = (lengthMax: number): string =>
  `^${margin}${trimmedLine(lengthMax)}${margin}$`;

/** Like `text`, but rejects a blank string as `missing_parameter`. */
export const filled = (lengthMax: number) =>
  text(lengthMax)
    .refine((value) => value !== '', says('missing_parameter'))
    .meta({
      minLength: 1,
      pattern: notBlank(lengthMax),
    });

const EMAIL_LENGTH_MAX = 254;

/** An email address, trimmed. */
export const email = filled(EMAIL_LENGTH_MAX)
  .meta({ pattern: emailPattern() })
  .pipe(z.email(says('invalid_email')));

/** For the API's description. */
function emailPattern(): string {
  const address = z.regexes.email.source.replace(/^\^|\$$/g, '');
  return String.raw`^${margin}(?=\S{1,${EMAIL_LENGTH_MAX}}${margin}$)${address}${margin}$`;
}

/**
 * One line that others read. Without format characters: an override of the direction would reorder
 * the text around it, and an invisible character make two names look alike.
 */
const oneLine = (value: string): string => value.replace(/\p{Cf}/gu, '').replace(/\s+/g, ' ');

export const shown = (lengthMax: number) =>
  z.preprocess((value) => (typeof value === 'string' ? oneLine(value) : value), filled(lengthMax));

/** As `shown`, for a field of the API, which takes a string. */
const collapsed = <S extends z.ZodType<string, string>>(schema: S) =>
  z.string(says('invalid_request')).transform(oneLine).pipe(schema);

/** Any white space inside becomes one space, line breaks too. */
const collapsedLine = (lengthMax: number): string =>
  trimmedLine(lengthMax, String.raw`[^\u0000-\u0008\u000e-\u001f\u007f-\u009f]`);

export const line = (lengthMax: number) =>
  collapsed(text(lengthMax)).meta({
    pattern: `^${margin}(?:${collapsedLine(lengthMax)})?${margin}$`,
  });

export const filledLine = (lengthMax: number) =>
  collapsed(filled(lengthMax)).meta({
    minLength: 1,
    pattern: `^${margin}${collapsedLine(lengthMax)}${margin}$`,
  });

/** A JSON number of baht, parsed exactly to satang. `from` and `until` are inclusive, in satang. */
export const bahtBetween = (from: number, until: number) => {
  const [minimum, maximum] = [satangToBaht(from), satangToBaht(until)];
  const rule = says('invalid_amount', `${amountRule('number', minimum, maximum)}; got`);
  return z
    .number(rule)
    .transform((amount, context) => {
      const satang = decimalBahtToSatang(amount);
      if (satang !== null && satang >= from && satang <= until) return satang;
      context.addIssue({ code: 'custom', message: rule.error });
      return z.NEVER;
    })
    .meta({ minimum, maximum, multipleOf: 0.01 });
};

/** Any amount of baht that a double represents exactly. */
export const baht = bahtBetween(0, Math.round(DECIMAL_BAHT_MAX * SATANG_PER_BAHT));

/** For example `must be a whole number of baht from 1 to 2,000,000`. */
export function amountRule(kind: 'number' | 'whole number', from: number, until: number): string {
  const [least, most] = [from, until].map((baht) => baht.toLocaleString('en-US'));
  const decimals = kind === 'number' ? ' with at most two decimals' : '';
  return `must be a ${kind} of baht from ${least} to ${most}${decimals}`;
}

const digitsRule = says('invalid_request', 'must be a string of 6 to 15 digits');

/** Accepts spaces, dashes, format characters and digits of any script. Parses to ASCII digits. */
export const accountNumber = z
  .string(digitsRule)
  .transform((written, context) => {
    const digits = readAccountNumber(written);
    if (digits !== null) return digits;
    context.addIssue({ code: 'custom', message: digitsRule.error });
    return z.NEVER;
  })
  .meta({ pattern: String.raw`^[\s\-]*([0-9][\s\-]*){6,15}$` });

/** The id of a deposit or a withdrawal, a UUID. */
export const orderId = z
  .string(says('order_not_found'))
  .regex(/^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/, says('order_not_found'))
  .toLowerCase()
  .describe('The `orderId` of the order.');

/** For ids in paths. A malformed id gives the same error as an unknown one. */
export const id = (prefix: string, code: ProblemCode) =>
  z.string().regex(new RegExp(`^${prefix}[0-9a-z]{1,64}$`), says(code));

/** For query strings. */
export const wholeNumber = (minimum: number, maximum: number, fallback: number) => {
  const rule = { error: `must be a whole number from ${minimum} to ${maximum}; got` };
  return z
    .preprocess(
      (value) => (typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value),
      z.int(rule).min(minimum, rule).max(maximum, rule).default(fallback),
    )
    .meta({ type: 'integer', minimum, maximum, default: fallback });
};

/** ISO 8601. UTC when it has no offset. */
export const moment = (code: ProblemCode) => {
  const rule = says(code, 'must be an ISO 8601 date, e.g. 2026-11-22T10:00:00Z; got');
  return z
    .string(rule)
    .transform((value, context) => {
      const at = readMoment(value);
      if (at !== null) return at;
      context.addIssue({ code: 'custom', message: rule.error });
      return z.NEVER;
    })
    .meta({ format: 'date-time' });
};

/** A date-time, or a day in Bangkok, of which `edge` selects the start or end. */
export const rangeEdge = (edge: 'start' | 'end') =>
  z
    .preprocess((value) => rangeText(value, edge), moment('invalid_parameters'))
    .meta({
      format: undefined,
      anyOf: [{ format: 'date-time' }, { format: 'date' }],
      description:
        `Only objects created at or ${edge === 'start' ? 'after' : 'before'} this time. A day is ` +
        'a day in Bangkok, from its start to its end. A date-time without an offset is in UTC. ' +
        'Years from 2400 to 2699 are of the Buddhist era.',
    });

function rangeText(value: unknown, edge: 'start' | 'end'): unknown {
  if (typeof value !== 'string') return value;
  const day = readDay(value);
  if (day !== null) return (edge === 'start' ? bangkokDayStart : bangkokDayEnd)(day).toISOString();
  // A plus sign that was not encoded arrives as a space.
  return value.replace(/(T.*) (\d\d(?::?\d\d)?)$/i, '$1+$2');
}

/**
 * Throws the Problem of the first issue: the code of its schema, `missing_parameter` for a missing
 * field of a body, or else `fallback`.
 */
export function parse<S extends z.ZodType>(
  schema: S,
  value: unknown,
  fallback: ProblemCode,
): z.output<S> {
  const parsed = schema.safeParse(value, { error: ruleOf });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const path = issue?.path ?? [];
  const param = path.filter((step) => typeof step === 'string').join('.');
  const sent = valueAt(value, path);
  if (fallback === 'invalid_request' && issue !== undefined && sent === undefined) {
    throw new Problem('missing_parameter', { param, message: `${param} is required.` });
  }
  const { code, rule } = readMessage(issue?.message ?? '', fallback);
  const what = rule === null ? null : `${param} ${rule}`.trim();
  throw new Problem(code, {
    ...(param === '' ? {} : { param }),
    ...(what === null
      ? {}
      : { message: what.endsWith('; got') ? `${what} ${quoted(sent)}.` : `${what}.` }),
  });
}

/** A message of `says` is a code, or a code and a rule; any other message is a rule. */
function readMessage(
  message: string,
  fallback: ProblemCode,
): { readonly code: ProblemCode; readonly rule: string | null } {
  const [first = '', ...rest] = message.split(' ');
  const rule = rest.length === 0 ? null : rest.join(' ');
  if (isProblemCode(first)) return { code: first, rule };
  return { code: fallback, rule: message };
}

/** For an issue whose schema does not state a rule. */
const ruleOf: z.core.$ZodErrorMap = (issue) => {
  if (issue.code === 'invalid_type') {
    // The value may be personal, so the message names its type only.
    return `must be ${typeNames[issue.expected] ?? issue.expected}, not ${typeOf(issue.input)}`;
  }
  if (issue.code !== 'invalid_value') return 'is not valid';
  return `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.join(', ')}; got`;
};

const typeNames: Readonly<Record<string, string>> = {
  string: 'text',
  int: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
};

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return (Array.isArray(value) ? typeNames['array'] : typeNames[typeof value]) ?? typeof value;
}

const SHOWN_LENGTH_MAX = 40;

function quoted(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  if (typeof value !== 'string') return String(value);
  const { length } = Array.from(value);
  return length > SHOWN_LENGTH_MAX ? `text of ${length} characters` : JSON.stringify(value);
}

const isProblemCode = (message: string): message is ProblemCode => Object.hasOwn(problems, message);

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let part = value;
  for (const step of path) part = (part as Record<PropertyKey, unknown> | undefined)?.[step];
  return part;
}
