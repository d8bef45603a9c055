import { fc } from '../../support/property';
import { payersDiffer } from '../../../src/orders/deposit/rules/payer-match';
import { comparedText } from '../../../src/kernel/rules/thai-text';
import type { Db } from '../../../src/platform/postgres/connect';
import { testDatabase } from '../../support/database';

let knex: Db;
beforeAll(async () => {
  knex = (await testDatabase()).knex;
});

/** The result of an SQL function for each of some lists of arguments. */
async function resultsOf(call: string, lists: readonly (readonly unknown[])[]): Promise<unknown[]> {
  const rows = lists.map((_list) => `select ${call} as result`);
  const { rows: found } = await knex.raw(rows.join(' union all '), lists.flat() as string[]);
  return (found as readonly { result: unknown }[]).map(({ result }) => result);
}

const escape = (text: unknown): string =>
  String(text).replace(/[^ -~]/g, (one) => `\\u${one.charCodeAt(0).toString(16)}`);

test('compared_text gives what comparedText gives', async () => {
  const parts = [
    ...Array.from('ก\u0e33\u0e4d\u0e48\u0e49\u0e4b\u0e32เแa \u00ad\u061c\u180e'),
    'e\u0301',
    '\u200b',
    '\u200f',
    '\u2060',
    '\ufeff',
  ];
  const texts = fc.sample(fc.string({ unit: fc.constantFrom(...parts), maxLength: 12 }), 300);
  const results = await resultsOf(
    'compared_text(?::text)',
    texts.map((text) => [text]),
  );
  // Escaped, so that a difference in invisible characters is visible.
  expect(results.map(escape)).toEqual(texts.map(comparedText).map(escape));
});

test('every format character of the basic plane is dropped by both', async () => {
  const marks = Array.from({ length: 0xffff }, (_, code) => String.fromCharCode(code)).filter(
    (one) => /\p{Cf}/u.test(one),
  );
  const texts = marks.map((mark) => `ก${mark}ข`);
  const results = await resultsOf(
    'compared_text(?::text)',
    texts.map((text) => [text]),
  );
  expect(marks.filter((_mark, at) => results[at] !== 'กข')).toEqual([]);
});

test('payers_differ gives what payersDiffer gives', async () => {
  const trait = fc.constantFrom('', 'a', 'b');
  const stored = fc
    .tuple(fc.constantFrom('k1', 'k2'), ...Array.from({ length: 9 }, () => trait))
    .map(([key, ...traits]) => `${key}:${traits.join('.')}`);
  const one = fc.option(stored, { freq: 20 });
  const pairs = fc.sample(fc.tuple(one, one), 1_000);
  expect(await resultsOf('payers_differ(?::text, ?::text)', pairs)).toEqual(
    pairs.map(([a, b]) => payersDiffer(a, b)),
  );
});
