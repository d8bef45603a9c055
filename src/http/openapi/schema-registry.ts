import { z } from 'zod';

export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** Converts zod schemas to JSON Schema and collects the named ones as components. */
export interface SchemaRegistry {
  /** `input`: as callers write it. `output`: as they read it. */
  schemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema;
  /** By schema id. */
  readonly named: Readonly<Record<string, JsonSchema>>;
}

export function createSchemaRegistry(): SchemaRegistry {
  const named: Record<string, JsonSchema> = {};
  return {
    named,
    schemaOf(schema, io) {
      // zod references a named schema only when it is nested, so it is converted inside a list.
      const { items, $defs } = convert(z.array(schema), io);
      for (const [name, definition] of Object.entries($defs ?? {})) {
        const known = named[name];
        if (known !== undefined && JSON.stringify(known) !== JSON.stringify(definition)) {
          throw new Error(`two schemas have the name ${name}`);
        }
        named[name] = definition;
      }
      return items as JsonSchema;
    },
  };
}

function convert(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const converted = z.toJSONSchema(schema, {
    io,
    // Types without a JSON form are described by their metadata.
    unrepresentable: 'any',
    override: ({ jsonSchema }) => soften(jsonSchema),
  });
  const text = JSON.stringify(converted, (_name, value: unknown) => joinNull(value));
  return JSON.parse(text.replaceAll('"#/$defs/', '"#/components/schemas/')) as JsonSchema;
}

/** Writes `anyOf` of a typed schema and null as one schema with both types, for code generators. */
function joinNull(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('anyOf' in value)) return value;
  const { anyOf, ...rest } = value as JsonSchema;
  const [one, other, ...more] = anyOf ?? [];
  if (one === undefined || other?.type !== 'null' || more.length > 0) return value;
  if (typeof one.type !== 'string' || 'anyOf' in one || 'const' in one) return value;
  const values = one.enum === undefined ? {} : { enum: [...one.enum, null] };
  return { ...one, ...values, type: [one.type, 'null'], ...rest };
}

/** Removes keywords that zod adds and callers do not need. */
function soften(schema: JsonSchema): void {
  // Redundant with the format, and half a screen long.
  if (schema.format === 'date-time') delete schema.pattern;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  // Responses may get new fields; clients must ignore unknown ones.
  if (schema.additionalProperties === false) delete schema.additionalProperties;
}
