import { z } from 'zod';

/** For the console's form of an account. */
export interface SettingMeta {
  readonly title: { readonly en: string; readonly th: string };
  /** Where to find the value at the provider; null when the title says it. */
  readonly help: { readonly en: string; readonly th: string } | null;
  /** Describes a valid value; null to derive the rule from the schema. */
  readonly rule: { readonly en: string; readonly th: string } | null;
  /** Write-only: no page, response, log or recording shows it. */
  readonly secret: boolean;
  /** For a text such as a certificate. */
  readonly multiline: boolean;
}

const registry = z.registry<SettingMeta>();

export function setting<Schema extends z.ZodType>(
  schema: Schema,
  meta: Pick<SettingMeta, 'title'> & Partial<SettingMeta>,
): Schema {
  registry.add(schema, { help: null, rule: null, secret: false, multiline: false, ...meta });
  return schema;
}

/** Only tests and sandboxes change it. */
export const baseUrl = (standard: string) =>
  setting(z.url().default(standard), { title: { en: 'Base URL', th: 'URL หลัก' } });

/** Throws for a field without a description. */
function settingMeta(schema: z.ZodType): SettingMeta {
  const meta = registry.get(schema);
  if (meta === undefined) throw new Error('a setting of a connector has no description');
  return meta;
}

export interface SettingField extends SettingMeta {
  readonly name: string;
  /** `list`: several values, the first of which the gateway uses and all of which it accepts. */
  readonly control: 'text' | 'list' | 'number' | 'switch' | 'choice';
  /** Of a `choice`. */
  readonly options: readonly string[];
  readonly isRequired: boolean;
  /** Applies when no value is entered; null for none. */
  readonly standard: string | null;
  /** An address that the gateway calls: only operators may set it. */
  readonly isAddress: boolean;
}

/** Throws for a field without a description. */
export function settingFields(settings: z.ZodType): readonly SettingField[] {
  if (!(settings instanceof z.ZodObject)) throw new Error('the settings must be an object');
  const shape = settings.shape as Readonly<Record<string, z.ZodType>>;
  return Object.entries(shape).map(([name, schema]) => {
    const inner = innermost(schema);
    const absent = schema.safeParse(undefined);
    const meta = settingMeta(schema);
    return {
      name,
      ...meta,
      rule: meta.rule ?? ruleOf(inner),
      control: controlOf(inner),
      options: inner instanceof z.ZodEnum ? inner.options.map(String) : [],
      isRequired: !absent.success,
      standard: textOf(absent.data),
      isAddress: inner instanceof z.ZodURL,
    };
  });
}

/** Words the limits of the schema; null without any. */
function ruleOf(schema: z.ZodType): SettingMeta['rule'] {
  if (schema instanceof z.ZodURL) {
    return {
      en: 'An https address with a public host, at port 443 or 8443.',
      th: 'ที่อยู่ https ของโฮสต์สาธารณะ พอร์ต 443 หรือ 8443',
    };
  }
  if (schema instanceof z.ZodEmail) {
    return { en: 'An e-mail address.', th: 'ที่อยู่อีเมล' };
  }
  if (schema instanceof z.ZodNumber) {
    const { minValue: min, maxValue: max } = schema;
    return {
      en: `A whole number from ${min} to ${max}.`,
      th: `จำนวนเต็มตั้งแต่ ${min} ถึง ${max}`,
    };
  }
  if (!(schema instanceof z.ZodString)) return null;
  const { minLength: min, maxLength: max } = schema;
  if (max === null) return null;
  return { en: `${min ?? 0} to ${max} characters.`, th: `${min ?? 0} ถึง ${max} ตัวอักษร` };
}

/** Shared by the settings of several connectors. */
export const rules = {
  pem: {
    en: 'PEM: from the line -----BEGIN to the line -----END.',
    th: 'รูปแบบ PEM ตั้งแต่บรรทัด -----BEGIN ถึงบรรทัด -----END',
  },
  billerId: { en: '15 digits.', th: 'ตัวเลข 15 หลัก' },
} as const;

/** Null for no value and for an empty list. */
function textOf(value: unknown): string | null {
  if (Array.isArray(value)) return value.length === 0 ? null : value.join(' ');
  if (typeof value === 'string') return value === '' ? null : value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null;
}

function controlOf(schema: z.ZodType): SettingField['control'] {
  if (schema instanceof z.ZodArray) return 'list';
  if (schema instanceof z.ZodNumber) return 'number';
  if (schema instanceof z.ZodBoolean) return 'switch';
  if (schema instanceof z.ZodEnum) return 'choice';
  if (schema instanceof z.ZodString || schema instanceof z.ZodStringFormat) return 'text';
  throw new Error(`a form has no control for a setting of the type ${schema.type}`);
}

/** Without defaults and other wrappers. */
function innermost(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodPipe) return innermost(schema.in as z.ZodType);
  const isWrapped =
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodReadonly;
  return isWrapped ? innermost(schema.unwrap() as z.ZodType) : schema;
}
