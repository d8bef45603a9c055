import {
  contains,
  leavesOf,
  mapLeaves,
  parseJson,
  type Identifier,
} from '../../kernel/rules/identifier';
import type { Vault } from '../../platform/crypto/vault';
import { propertyOf, run, type Db } from '../../platform/postgres/connect';
import { sealedColumns } from '../../platform/postgres/sealed';
import { Sql, joined, raw, sql } from '../../platform/postgres/sql';
import { customerTable, customerTables, type Form, type CustomerTable } from './inventory';

/** The personal columns are decrypted. */
export interface PersonalRow {
  readonly table: string;
  /** The order of the row, or the callback without an order; of a response, its key. */
  readonly subject: string;
  /** The row's address, valid while it is locked. */
  readonly place: { readonly tableoid: string; readonly ctid: string };
  /** Null for a column that is null, or that no key opens. Pictures are in base64. */
  readonly values: Readonly<Record<string, string | null>>;
}

interface FoundRow {
  readonly subject: string | null;
  readonly tableoid: string;
  readonly ctid: string;
  readonly [column: string]: string | null;
}

const FETCH = 500;

const contexts = new Map([
  ...sealedColumns.map(({ table, column, context }) => [`${table}.${column}`, context] as const),
  ['idempotency_keys.body', 'idempotency_keys.body'] as const,
]);

/** Pictures are not searched. */
const isSearched = ({ personal }: CustomerTable): boolean =>
  !Object.values(personal).includes('sealed picture');

function selectionOf(table: CustomerTable, subject = raw(table.subject)): Sql {
  const columns = Object.entries(table.personal).map(([name, form]) =>
    raw(form === 'sealed picture' ? `encode(${name}, 'base64') as ${name}` : `${name}::text`),
  );
  const place = raw('tableoid::text, ctid::text');
  return sql`select ${subject} as subject, ${joined([place, ...columns], ', ')}
    from ${raw(table.table)}`;
}

function openRow(vault: Vault, table: CustomerTable, row: FoundRow): PersonalRow {
  const values = Object.entries(table.personal).map(([name, form]) => {
    const value = row[propertyOf(name)] ?? null;
    const context = contexts.get(`${table.table}.${name}`) ?? '';
    return [name, value === null ? null : openOrNull(vault, form, value, context)];
  });
  const { subject, tableoid, ctid } = row;
  return {
    table: table.table,
    subject: subject ?? '',
    place: { tableoid, ctid },
    values: Object.fromEntries(values) as PersonalRow['values'],
  };
}

/** A value that no key opens reveals nothing; `gateway reseal` reports it. */
function openOrNull(vault: Vault, form: Form, value: string, context: string): string | null {
  try {
    if (form === 'sealed') return vault.open(value, context);
    if (form !== 'sealed picture') return value;
    return vault.openBytes(Buffer.from(value, 'base64'), context).toString('base64');
  } catch {
    return null;
  }
}

/** Finds subjects in whose rows every identifier occurs. Reads all customer rows. */
export async function findSubjects(
  trx: Db,
  vault: Vault,
  identifiers: readonly Identifier[],
): Promise<readonly string[]> {
  const found = new Map<string, Set<Identifier>>();
  for (const table of customerTables.filter(isSearched)) {
    for await (const row of rowsOf(trx, vault, table)) {
      const text = searchable(row);
      for (const each of identifiers) {
        if (!contains(text, each)) continue;
        found.set(row.subject, (found.get(row.subject) ?? new Set()).add(each));
      }
    }
  }
  const whole = [...found].filter(([, all]) => all.size === identifiers.length);
  return whole.map(([subject]) => subject);
}

async function* rowsOf(
  trx: Db,
  vault: Vault,
  table: CustomerTable,
): AsyncGenerator<PersonalRow, void> {
  const cursor = sql`declare personal_rows no scroll cursor for ${selectionOf(table)}`;
  await run(trx, null, cursor);
  for (;;) {
    const rows = await run<FoundRow>(trx, null, sql`fetch ${raw(FETCH)} from personal_rows`);
    for (const row of rows) yield openRow(vault, table, row);
    if (rows.length < FETCH) break;
  }
  await run(trx, null, sql`close personal_rows`);
}

/** True for rows about a subject, which is a value or a column of another table. */
export function about(table: string, subject: Sql): Sql {
  const texts = customerTable(table).about.split('$');
  return new Sql(
    texts,
    texts.slice(1).map(() => subject),
  );
}

export const lockSubjects = (trx: Db, vault: Vault, subjects: readonly string[]) =>
  rowsAbout(trx, vault, subjects, raw('for update'));

export const readSubject = (db: Db, vault: Vault, subject: string) =>
  rowsAbout(db, vault, [subject], raw(''));

/** `offset 0` keeps Postgres from a join, which reads a whole table when its statistics are old. */
async function rowsAbout(
  trx: Db,
  vault: Vault,
  subjects: readonly string[],
  lock: Sql,
): Promise<readonly PersonalRow[]> {
  const all: PersonalRow[] = [];
  const given = raw('given.subject');
  for (const table of customerTables) {
    const rows = await run<FoundRow>(
      trx,
      null,
      sql`select found.* from unnest(${subjects}::text[]) as given (subject)
       cross join lateral (${selectionOf(table, given)}
         where ${about(table.table, given)} offset 0 ${lock}) as found`,
    );
    all.push(...rows.map((row) => openRow(vault, table, row)));
  }
  return all;
}

/** Includes the texts inside of JSON texts, forms and signed tokens. */
const searchable = ({ values }: PersonalRow): string =>
  Object.values(values)
    .flatMap((value) => (value === null ? [] : textsIn(value)))
    .join('\n');

const NESTING_MAX = 4;

function textsIn(text: string, depth = 0): readonly string[] {
  const inner = depth < NESTING_MAX ? partsOf(text) : null;
  if (inner === null) return [text];
  return leavesOf(inner)
    .split('\n')
    .flatMap((leaf) => textsIn(leaf, depth + 1))
    .concat(text);
}

function partsOf(text: string): object | null {
  const json = parseJson(text);
  if (json !== undefined) return json;
  if (/^[\w.[\]%-]+=[^\s<]*$/.test(text)) return Object.fromEntries(new URLSearchParams(text));
  const [, claims] = /^[\w-]{8,}\.([\w-]{8,})\.[\w-]*$/.exec(text) ?? [];
  return claims === undefined
    ? null
    : (parseJson(Buffer.from(claims, 'base64url').toString('utf8')) ?? null);
}

/** Replaces every text but banks and kinds. */
export const eraseLeaves = (value: object, erased: string): unknown =>
  mapLeaves(value, (leaf, key) =>
    ['kind', 'bankName', 'bankCode', 'paymentId'].includes(key) ? leaf : erased,
  );

const types: Readonly<Record<string, string>> = {
  metadata: 'json',
  detail: 'jsonb',
  payer: 'json',
};

/** `row` is locked. */
export interface RowChange {
  readonly row: PersonalRow;
  readonly changed: Readonly<Record<string, string | null>>;
}

/** Seals where the column is sealed. */
export async function writeRows(
  trx: Db,
  vault: Vault,
  changes: readonly RowChange[],
): Promise<void> {
  const alike = new Map<string, RowChange[]>();
  for (const change of changes) {
    const columns = Object.keys(change.changed);
    if (columns.length === 0) continue;
    const key = [change.row.table, ...columns].join(' ');
    alike.set(key, [...(alike.get(key) ?? []), change]);
  }
  for (const [key, group] of alike) {
    const [table = '', ...columns] = key.split(' ');
    const values = columns.map((column) => {
      const context = contexts.get(`${table}.${column}`);
      return group.map(({ changed }) => {
        const value = changed[column] ?? null;
        return value === null || context === undefined ? value : vault.seal(value, context);
      });
    });
    const assignments = columns.map((column, at) =>
      raw(`${column} = given.value_${at}::${types[column] ?? 'text'}`),
    );
    await run(
      trx,
      null,
      sql`update ${raw(table)} set ${joined(assignments, ', ')}
       from unnest(${group.map(({ row }) => row.place.tableoid)}::oid[],
                   ${group.map(({ row }) => row.place.ctid)}::tid[],
                   ${joined(
                     values.map((list) => sql`${list}::text[]`),
                     ', ',
                   )})
         as given (row_table, row_place, ${raw(columns.map((_, at) => `value_${at}`).join(', '))})
       where ${raw(table)}.tableoid = row_table and ${raw(table)}.ctid = row_place`,
    );
  }
}
