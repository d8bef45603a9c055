import { z } from 'zod';

/** How the console shows a setting of an account. */
export interface SettingMeta {
  readonly title: { readonly en: string; readonly th: string };
  /** Where to find the value at the provider; null when the title says it. */
  readonly help: { readonly en: string; readonly th: string } | null;
  /** Write-only: no page, response, log or recording shows it. */
  readonly secret: boolean;
  /** A text of several lines, such as a certificate. */
  readonly multiline: boolean;
}

const registry = z.registry<SettingMeta>();

/** Describes a field of a connector's settings. */
export function setting<Schema extends z.ZodType>(
  schema: Schema,
  meta: Pick<SettingMeta, 'title'> & Partial<SettingMeta>,
): Schema {
  registry.add(schema, { help: null, secret: false, multiline: false, ...meta });
  return schema;
}

/** The base URL of the API, which only tests and sandboxes change. */
export const baseUrl = (standard: string) =>
  setting(z.url().default(standard), { title: { en: 'Base URL', th: 'URL หลัก' } });

/** The description of a field; throws for a field without one. */
function settingMeta(schema: z.ZodType): SettingMeta {
  const meta = registry.get(schema);
  if (meta === undefined) throw new Error('a setting of a connector has no description');
  return meta;
}

/** A setting of a connector, as a form shows it. */
export interface SettingField extends SettingMeta {
  readonly name: string;
  /** `list`: several values, the first of which the gateway uses and all of which it accepts. */
  readonly control: 'text' | 'list' | 'number' | 'switch' | 'choice';
  /** The values of a choice. */
  readonly options: readonly string[];
  readonly isRequired: boolean;
  /** The value without an entered one; null for none. */
  readonly standard: string | null;
  /** An address that the gateway calls: only operators may set it. */
  readonly isAddress: boolean;
}

/** The fields of a connector's settings. Throws for one without a description. */
export function settingFields(settings: z.ZodType): readonly SettingField[] {
  if (!(settings instanceof z.ZodObject)) throw new Error('the settings must be an object');
  const shape = settings.shape as Readonly<Record<string, z.ZodType>>;
  return Object.entries(shape).map(([name, schema]) => {
    const inner = innermost(schema);
    const absent = schema.safeParse(undefined);
    return {
      name,
      ...settingMeta(schema),
      control: controlOf(inner),
      options: inner instanceof z.ZodEnum ? inner.options.map(String) : [],
      isRequired: !absent.success,
      standard: textOf(absent.data),
      isAddress: inner instanceof z.ZodURL,
    };
  });
}

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

/** The schema of the value that is entered, without defaults and the like. */
function innermost(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodPipe) return innermost(schema.in as z.ZodType);
  const isWrapped =
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodReadonly;
  return isWrapped ? innermost(schema.unwrap() as z.ZodType) : schema;
}
