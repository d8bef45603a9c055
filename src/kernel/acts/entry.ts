import { z } from 'zod';
import { filled, parse, says } from '../../contract/fields';
import { permissionSets, readGrants, type PermissionSet } from '../rules/permission';
import { Problem } from '../rules/problem';
import type { ActDeps } from '../../deps';

/** How a command enters the input of an act: texts by name, of which `perDay` is --per-day. */
export interface Entry<Input> {
  readonly summary: string;
  readonly options: Readonly<Record<string, z.ZodType>>;
  /** Throws Problem `missing_parameter` or `invalid_request` for what is entered. */
  readonly read: (entered: unknown, deps: ActDeps) => Promise<Input>;
}

/** Without `read` the input is what is entered. */
export function entry<Shape extends z.ZodRawShape, Input = z.output<z.ZodObject<Shape>>>(
  summary: string,
  options: Shape,
  read?: (given: z.output<z.ZodObject<Shape>>, deps: ActDeps) => Input | Promise<Input>,
): Entry<Input> {
  const schema = z.object(options);
  return {
    summary,
    options: options as unknown as Entry<Input>['options'],
    async read(entered, deps) {
      const given = parse(schema, entered, 'invalid_request');
      return read === undefined ? (given as unknown as Input) : read(given, deps);
    },
  };
}

/** The placeholder of an option that names a file with the JSON to enter. */
export const FILE = 'file';

/** `value` is the placeholder of an option, such as `email` in `--email <email>`. */
export const option = <S extends z.ZodType>(value: string, help: string, schema: S): S =>
  schema.meta({ value, help });

export const flag = (help: string) =>
  z.union([z.boolean(), z.stringbool()]).default(false).meta({ help });

/** A text that `reader` accepts; null or undefined from it violates the rule. */
export const readable = <Value>(
  rule: string,
  reader: (text: string) => Value | null | undefined,
) => {
  const said = says('invalid_request', rule);
  return z.string(said).transform((text, context): Value => {
    const value = reader(text.trim());
    if (value !== null && value !== undefined) return value;
    context.addIssue({ code: 'custom', message: said.error });
    return z.NEVER;
  });
};

/** The reader's null, entered as this word, differs from a text that it refuses. */
export const orWord = <Value>(word: string, rule: string, reader: (text: string) => Value | null) =>
  readable(rule, (text) => {
    if (text === word) return { value: null };
    const value = reader(text);
    return value === null ? null : { value };
  }).transform(({ value }): Value | null => value);

type Present<Given> = { readonly [Name in keyof Given]?: Exclude<Given[Name], undefined> };

/** Without what is undefined. Throws Problem `missing_parameter` when nothing is left. */
export function someOf<Given extends object>(given: Given, names: string): Present<Given> {
  const present = Object.entries(given).filter(([, value]) => value !== undefined);
  if (present.length > 0) return Object.fromEntries(present) as Present<Given>;
  throw new Problem('missing_parameter', { message: `${names} is required.` });
}

/** Null for anything but a whole number from `min` to `max`. */
export const countBetween = (min: number, max: number) => (text: string) =>
  /^\d{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max ? Number(text) : null;

export const merchantId = option('merchant-id', 'the merchant', filled(100));
export const keyId = option('key-id', 'the API key', filled(100));
export const accountId = option('account-id', 'the provider account', filled(100));
export const email = option(
  'email',
  'the address of the person',
  filled(254).pipe(z.email(says('invalid_email', 'must be an email address'))),
);

export const permissionOption = (fallback: PermissionSet) =>
  option(
    'read|write|withdraw|<noun>:read|write,…',
    `permissions of the key; ${fallback} by default`,
    readable(
      `must be ${permissionSets.join(', ')}, or a list such as payments:read,refunds:write`,
      (text) => readGrants(text.split(',')),
    ).prefault(fallback),
  );
