import { z } from 'zod';

export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** Turns zod schemas into JSON Schema, and keeps those that have a name once for all of them. */
export interface SchemaBook {
  /** What a caller writes (`input`) or reads (`output`). */
  schemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema;
  /** By their ids. */
  readonly named: Readonly<Record<string, JsonSchema>>;
}

export function createSchemaRegistry(): SchemaBook {
  const named: Record<string, JsonSchema> = {};
  return {
    named,
    schemaOf(schema, io) {
      // As an item of a list a schema that has a name is referred to; alone it would be spelt out.
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
    // What has no JSON form says what it is by its meta.
    unrepresentable: 'any',
    override: ({ jsonSchema }) => soften(jsonSchema),
  });
  const text = JSON.stringify(converted);
  return JSON.parse(text.replaceAll('"#/$defs/', '"#/components/schemas/')) as JsonSchema;
}

/** Leaves out what zod adds of its own, and nobody needs to know. */
function soften(schema: JsonSchema): void {
  // The format says it already, and the pattern fills half a screen.
  if (schema.format === 'date-time') delete schema.pattern;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  // Answers may get new fields: whoever reads them must not stumble over one.
  if (schema.additionalProperties === false) delete schema.additionalProperties;
}
