import { z } from 'zod';
import { cursor } from '../../../src/http/cursor';
import { transferAmount } from '../../../src/orders/deposit/api/schema';
import {
  accountNumber,
  filled,
  id,
  optional,
  orderId,
  rangeEdge,
  text,
  wholeNumber,
} from '../../../src/contract/fields';
import { createSchemaRegistry } from '../../../src/http/openapi/schema-registry';

const describedAs = (schema: z.ZodType) => createSchemaRegistry().schemaOf(schema, 'input');

describe('the schema of an input', () => {
  it.each<[string, z.ZodType, object]>([
    [
      'an amount',
      transferAmount,
      expect.objectContaining({ type: 'number', minimum: 1, maximum: 2_000_000, multipleOf: 0.01 }),
    ],
    [
      'a page size',
      wholeNumber(1, 100, 20),
      { type: 'integer', minimum: 1, maximum: 100, default: 20 },
    ],
    [
      'the end of a range',
      rangeEdge('end').optional(),
      {
        type: 'string',
        anyOf: [{ format: 'date-time' }, { format: 'date' }],
        description: expect.stringContaining('Bangkok'),
      },
    ],
    ['an id', id('pay_', 'payment_not_found'), { type: 'string', pattern: '^pay_[0-9a-z]{1,64}$' }],
  ])('%s', (_name, schema, expected) => {
    expect(describedAs(schema)).toEqual(expected);
  });

  it.each<[string, z.ZodType, readonly string[], readonly string[]]>([
    ['an account number', accountNumber, ['123-4-56789-0', ' 123456 '], ['12345', '1'.repeat(16)]],
    ['an order id', orderId, ['019A8a5e-6f2c-7c3b-9d41-3f2f6f1b8c55'], ['019a8a5e', 'pay_1']],
    ['a cursor', cursor, ['1763719200000.pay_01'], ['', 'pay_01', '1.PAY']],
    ['a line', text(5), ['', 'a', ' abcde\u3000 ', '\tab\n'], ['a\nb', 'a\u0000', 'abcdef']],
    [
      'a filled line',
      filled(5),
      ['a', '\ta bcd\n', 'กขค'],
      ['', ' ', '\u00a0', '\n\t', 'a\nb', 'abcdef'],
    ],
  ])('accepts the same values as the parser: %s', (_name, schema, accepted, refused) => {
    const { pattern = '', maxLength = Infinity } = describedAs(schema);
    const fits = (written: string) =>
      new RegExp(pattern, 'u').test(written) && Array.from(written).length <= maxLength;
    for (const written of [...accepted, ...refused]) {
      expect([written, fits(written)]).toEqual([written, schema.safeParse(written).success]);
    }
    expect(accepted.filter((written) => !fits(written))).toEqual([]);
    expect(refused.filter(fits)).toEqual([]);
  });

  it('describes an optional field as nullable and not required', () => {
    const body = z.object({ a: text(5), b: optional(text(5)) });
    expect(describedAs(body)).toMatchObject({
      properties: { b: { type: ['string', 'null'] } },
      required: ['a'],
    });
  });
});

describe('a schema id', () => {
  const named = z.object({ a: z.string() }).meta({ id: 'TestNamed' });

  it('is a reference to one shared component', () => {
    const book = createSchemaRegistry();
    expect(book.schemaOf(named, 'output')).toEqual({ $ref: '#/components/schemas/TestNamed' });
    expect(book.schemaOf(z.object({ one: named }), 'output')).toMatchObject({
      properties: { one: { $ref: '#/components/schemas/TestNamed' } },
    });
    expect(Object.keys(book.named)).toEqual(['TestNamed']);
  });

  it('cannot be used by two schemas', () => {
    const book = createSchemaRegistry();
    book.schemaOf(named, 'output');
    const other = z.object({ b: z.string() }).meta({ id: 'TestNamed' });
    expect(() => book.schemaOf(other, 'output')).toThrow('TestNamed');
  });
});
