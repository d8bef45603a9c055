import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import vm from 'node:vm';
import { transformSync } from '@swc/core';
import { Client, Query, type FieldDef } from 'pg';
import { sql, type Sql } from '../../../src/platform/postgres/sql';
import { closeAfterFile } from '../../support/close-after-file';
import { testDatabase } from '../../support/database';

const root = path.resolve(__dirname, '../../..');

/** A property of a row type, as `collect.mjs` reads it. */
interface Property {
  readonly name: string;
  readonly classes: readonly string[];
  readonly isOptional: boolean;
}

interface Call {
  readonly file: string;
  readonly line: number;
  /** The source of the row type; null where no rows are read. */
  readonly row: string | null;
  /** Null for a type parameter. */
  readonly properties: readonly Property[] | null;
  /** Numbers are read by `readExactly`. */
  readonly isExact?: boolean;
  /** Sources of functions that make a name and a statement. */
  readonly makers: readonly string[];
}

interface Made {
  readonly name: string | null;
  readonly text: string;
}

type Maker = () => readonly [string | null, Sql];

/** By the OID of a type: what pg makes of its values. */
const classes: Readonly<Record<number, string>> = {
  16: 'boolean',
  17: 'Buffer',
  20: 'number',
  21: 'number',
  23: 'number',
  26: 'number',
  114: 'any',
  700: 'number',
  701: 'number',
  1000: 'array',
  1001: 'array',
  1003: 'array',
  1005: 'array',
  1007: 'array',
  1009: 'array',
  1015: 'array',
  1016: 'array',
  1082: 'Date',
  1114: 'Date',
  1184: 'Date',
  1185: 'array',
  3802: 'any',
};
const NUMERIC_OID = 1700;

/** The columns of a statement, which is parsed and described, not executed. */
class Description extends Query {
  prepare(connection: Protocol): void {
    connection.parse({ text: (this as unknown as { text: string }).text, name: '' });
    connection.describe({ type: 'S', name: '' });
    connection.sync();
  }
}

interface Protocol {
  parse(statement: { readonly text: string; readonly name: string }): void;
  describe(what: { readonly type: 'S'; readonly name: string }): void;
  sync(): void;
}

async function describeStatement(client: Client, text: string): Promise<readonly FieldDef[]> {
  if (text.startsWith('fetch ')) throw new Error('the cursor is not declared');
  return new Promise((resolve, reject) => {
    const config = { text, queryMode: 'extended' };
    client.query(
      new Description(config, (error, result) => (error ? reject(error) : resolve(result.fields))),
    );
  });
}

async function collect(): Promise<readonly Call[]> {
  const script = path.join(__dirname, 'statements/collect.mjs');
  const run = promisify(execFile);
  const { stdout } = await run(process.execPath, [script], { maxBuffer: 64 * 1024 * 1024 });
  return JSON.parse(stdout) as readonly Call[];
}

const listStatement = ({ columns, join }: { readonly columns: Sql; readonly join: Sql }) =>
  sql`select ${columns} from orders ${join}`;

const elementOf = (all: Iterable<unknown>, place: number): unknown => {
  const elements = [...all];
  return elements[place % elements.length];
};

/** Evaluates a module of the product together with the makers, which see its private names. */
function evaluate(file: string, makers: readonly string[]): readonly Maker[] {
  const source = readFileSync(path.join(root, file), 'utf8');
  const { code } = transformSync(`${source}\nexports.makers = [${makers.join(',\n')}];`, {
    filename: file,
    jsc: { parser: { syntax: 'typescript' }, target: 'es2023' },
    module: { type: 'commonjs' },
  });
  const load = (name: string): unknown =>
    require(name.startsWith('.') ? path.resolve(root, path.dirname(file), name) : name);
  const exported: { makers?: readonly Maker[] } = {};
  const names = ['exports', 'require', 'listStatement', 'elementOf', 'sampleFragment'];
  const run = vm.compileFunction(code, names) as (...context: readonly unknown[]) => void;
  run(exported, load, listStatement, elementOf, sql`true`);
  return exported.makers ?? [];
}

/** The different statements of a call, or why none could be made. */
function statementsOf(makers: readonly Maker[]): readonly Made[] | string {
  const made = new Map<string, Made>();
  let failure = '';
  for (const make of makers) {
    try {
      const [name, statement] = make();
      const { text } = statement.compile();
      made.set(text, { name, text });
    } catch (error) {
      failure = String(error);
    }
  }
  return made.size === 0 ? failure : [...made.values()];
}

const propertyOf = (column: string): string =>
  column.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

function faultsOf({ properties, isExact }: Call, fields: readonly FieldDef[]): readonly string[] {
  if (properties === null) return [];
  const columns = new Map(fields.map((field) => [propertyOf(field.name), field]));
  const repeated = fields.length === columns.size ? [] : ['two columns have the same name'];
  const missing = properties.flatMap(({ name, isOptional }) =>
    columns.has(name) || isOptional ? [] : [`${name} is no column`],
  );
  const unread = [...columns.keys()].flatMap((name) =>
    properties.some((one) => one.name === name) ? [] : [`${name} is no property`],
  );
  const unlike = properties.flatMap(({ name, classes: expected }) => {
    const oid = columns.get(name)?.dataTypeID;
    if (oid === undefined) return [];
    const actual = oid === NUMERIC_OID && isExact ? 'number' : (classes[oid] ?? 'string');
    const isAlike = actual === 'any' || expected.includes('any') || expected.includes(actual);
    return isAlike ? [] : [`${name} is ${actual} and not ${expected.join(' or ')}`];
  });
  return [...repeated, ...missing, ...unread, ...unlike];
}

/**
 * Statements that samples of their values do not make: a table, a condition or a list of columns is
 * a parameter; a person of one realm has the other's merchant; a cursor is not declared.
 */
const notDescribed = [
  'orders/store/create-orders.ts x',
  'orders/store/order-rows.ts null',
  'orders/store/order-sums.ts null',
  'people/store/invitations.ts end-earlier-operator_links',
  'people/store/invitations.ts list-operator_links',
  'people/store/sessions.ts insert-operator_sessions',
  'personal-data/store/personal-rows.ts null',
  'platform/postgres/roles.ts null',
  'platform/postgres/sealed.ts exchange-x-x',
  'platform/postgres/sealed.ts sealed-otherwise-x-x',
];

interface Described {
  readonly place: string;
  readonly faults: readonly string[];
  /** The columns of its rows were compared. */
  readonly isCompared: boolean;
  /** Postgres could not parse it, or the samples make no statement. */
  readonly failure?: string;
}

async function describeAll(client: Client, calls: readonly Call[]): Promise<readonly Described[]> {
  const described: Described[] = [];
  for (const file of new Set(calls.map((call) => call.file))) {
    const ofFile = calls.filter((call) => call.file === file);
    const makers = evaluate(
      file,
      ofFile.flatMap((call) => call.makers),
    );
    let start = 0;
    for (const call of ofFile) {
      const made = statementsOf(makers.slice(start, (start += call.makers.length)));
      const short = file.replace('src/', '');
      if (typeof made === 'string') {
        described.push({ place: `${short} null`, faults: [], isCompared: false, failure: made });
        continue;
      }
      for (const { name, text } of made) {
        const place = `${short} ${name}`;
        try {
          const fields = await describeStatement(client, text);
          const faults = faultsOf(call, fields);
          described.push({ place, faults, isCompared: call.properties !== null });
        } catch (error) {
          described.push({ place, faults: [], isCompared: false, failure: String(error) });
        }
      }
    }
  }
  return described;
}

test('the columns of each statement are the properties of its row type', async () => {
  const { url } = await testDatabase();
  const client = new Client(url);
  await client.connect();
  closeAfterFile(() => client.end());
  const calls = await collect();
  const described = await describeAll(client, calls);
  const failed = described.filter(({ failure }) => failure !== undefined);
  const compared = described.filter(({ isCompared }) => isCompared).length;
  process.stderr.write(
    `${described.length} statements of ${calls.length} calls: ${failed.length} not described, ` +
      `rows of ${compared} compared\n`,
  );
  expect(
    described.flatMap(({ place, faults }) => faults.map((fault) => `${place}: ${fault}`)),
  ).toEqual([]);
  expect([...new Set(failed.map(({ place }) => place))].sort()).toEqual(notDescribed);
});
