import { z } from 'zod';
import { takesKey } from '../definition';
import type { OperationFacts } from '../definition';
import { keyHeader } from '../middleware/idempotency';
import type { SchemaBook } from './schema-registry';

/** What a request says beside its body. */
export function parametersOf(facts: OperationFacts, book: SchemaBook): object[] {
  const query = facts.example?.query ?? {};
  return [
    ...fieldsOf(facts.params).map(([name, schema]) => ({
      name,
      in: 'path',
      required: true,
      schema: book.schemaOf(schema, 'input'),
    })),
    ...fieldsOf(facts.query).map(([name, schema]) => ({
      name,
      in: 'query',
      required: !schema.safeParse(undefined).success,
      schema: book.schemaOf(schema, 'input'),
      ...(query[name] === undefined ? {} : { example: query[name] }),
    })),
    ...(takesKey(facts) ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
  ];
}

function fieldsOf(schema: z.ZodType | undefined): [string, z.ZodType][] {
  return schema instanceof z.ZodObject ? Object.entries<z.ZodType>(schema.shape) : [];
}

/** Parameters that many operations share. */
export const sharedParameters = (book: SchemaBook) => ({
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Makes retries safe for 24 hours: the same request with the same key returns the first ' +
      'response and creates nothing.',
    schema: book.schemaOf(keyHeader, 'input'),
  },
});
