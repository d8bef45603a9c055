import { z } from 'zod';
import { takesKey, type OperationFacts } from '../definition';
import { keyHeader } from '../middleware/idempotency';
import type { JsonSchema, SchemaRegistry } from './schema-registry';

export function parametersOf(facts: OperationFacts, schemas: SchemaRegistry): object[] {
  const query = facts.example?.query ?? {};
  return [
    ...fieldsOf(facts.params).map(([name, schema]) => ({
      name,
      in: 'path',
      required: true,
      ...describedSchema(schemas.schemaOf(schema, 'input')),
    })),
    ...fieldsOf(facts.query).map(([name, schema]) => ({
      name,
      in: 'query',
      required: !schema.safeParse(undefined).success,
      ...describedSchema(schemas.schemaOf(schema, 'input')),
      ...(query[name] === undefined ? {} : { example: query[name] }),
    })),
    ...(facts.paysOut === true ? [{ $ref: '#/components/parameters/Signature' }] : []),
    ...(takesKey(facts) ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
  ];
}

/** The description of a parameter belongs to the parameter. */
function describedSchema({ description, ...schema }: JsonSchema): object {
  return description === undefined ? { schema } : { description, schema };
}

function fieldsOf(schema: z.ZodType | undefined): [string, z.ZodType][] {
  return schema instanceof z.ZodObject ? Object.entries<z.ZodType>(schema.shape) : [];
}

export const sharedParameters = (schemas: SchemaRegistry) => ({
  Signature: {
    name: 'Saphan-Signature',
    in: 'header',
    description:
      'Required from keys that sign payouts, with an `Idempotency-Key`: `t=<seconds>,v1=<hex>`, ' +
      'the HMAC-SHA256 of the lines time, method, path with query, SHA-256 of the body in hex, ' +
      'and idempotency key. Valid for five minutes.',
    schema: { type: 'string', pattern: '^t=[0-9]{1,12},v1=[0-9a-f]{64}$' },
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Makes retries safe for 24 hours: the same request with the same key returns the first ' +
      'response and creates nothing.',
    schema: schemas.schemaOf(keyHeader, 'input'),
  },
});
