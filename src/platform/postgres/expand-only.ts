/** `what` an expand-only migration must not do. */
interface Rule {
  readonly what: string;
  readonly pattern: RegExp;
}

/** Single actions of `alter table`, on a table from before the migration. */
const ofTables: readonly Rule[] = [
  { what: 'drops a column', pattern: /^drop (column )?(if exists )?(?!constraint\b)\w/ },
  { what: 'renames', pattern: /^rename / },
  { what: 'changes a type', pattern: /^alter (column )?\S+ (set data )?type / },
  { what: 'requires values', pattern: /^alter (column )?\S+ set not null/ },
  { what: 'drops a default', pattern: /^alter (column )?\S+ drop default/ },
  {
    what: 'adds a column without a default that requires values',
    pattern: /^add (column )?(?!constraint\b)(?!.*\bdefault\b).*\bnot null\b/,
  },
  {
    what: 'adds a column whose constraint reads the table',
    pattern: /^add (column )?(?!constraint\b).*\b(unique|primary key|references|check)\b/,
  },
  {
    what: 'adds a column whose default rewrites the table',
    pattern: /^add (column )?(?!constraint\b).*\bdefault (clock_timestamp|random|gen_random_uuid)/,
  },
  {
    what: 'adds a constraint that reads the table',
    pattern:
      /^add (constraint|check|unique|primary|foreign|exclude)\b(?!.*\b(not valid|using index)\b)/,
  },
  { what: 'moves to another schema', pattern: /^set (schema|tablespace|logged|unlogged)/ },
];

const ofStatements: readonly Rule[] = [
  {
    what: 'drops an object that the previous release may use',
    pattern: /^drop (table|view|materialized view|type|sequence|schema|function|procedure) /,
  },
  { what: 'empties a table', pattern: /^truncate / },
  { what: 'locks a table', pattern: /^(lock |vacuum full|cluster |reindex (?!.*concurrently))/ },
  { what: 'takes a right away', pattern: /^revoke / },
  { what: 'renames', pattern: /^alter (?!table)\w+ .* rename / },
];

const withoutComments = (source: string): string =>
  source
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/^\s*\/\/.*$/gm, '')
    .replaceAll(/--.*$/gm, '');

/** Splits at commas outside of parentheses. */
function actionsOf(text: string): string[] {
  const actions: string[] = [''];
  let depth = 0;
  for (const letter of text) {
    if (letter === '(') depth++;
    if (letter === ')') depth--;
    if (letter === ',' && depth === 0) actions.push('');
    else actions[actions.length - 1] += letter;
  }
  return actions.map((action) => action.trim());
}

/**
 * What the SQL in a migration's source breaks or blocks in the previous release, which serves
 * requests while the migration runs and afterwards. Each finding is `<table or ''>: <what>`.
 */
export function findContractions(source: string): string[] {
  const statements = withoutComments(source)
    .toLowerCase()
    .split(/[;`]/)
    .map((part) =>
      part
        .replaceAll(/\s+/g, ' ')
        .replace(/^.*['"](?=(alter|create|drop|truncate|lock|reindex|revoke|cluster|vacuum) )/, '')
        .trim(),
    );
  const created = new Set(
    statements
      .flatMap((each) => [...each.matchAll(/create table (?:if not exists )?(?:public\.)?(\w+)/g)])
      .map(([, table = '']) => table),
  );
  return statements.flatMap((statement) => {
    const altered = /^alter table (?:if exists )?(?:only )?(\S+) (.*)$/.exec(statement);
    if (altered !== null) {
      const [, table = '', actions = ''] = altered;
      if (created.has(table)) return [];
      return actionsOf(actions).flatMap((action) =>
        ofTables
          .filter(({ pattern }) => pattern.test(action))
          .map(({ what }) => `${table}: ${what}`),
      );
    }
    const indexed = /^create (?:unique )?index (?!concurrently)(?:.*?)\bon (?:only )?(\w+)/.exec(
      statement,
    );
    if (indexed !== null && !created.has(indexed[1] ?? '')) {
      return [`${indexed[1]}: creates an index that blocks writes`];
    }
    return ofStatements
      .filter(({ pattern }) => pattern.test(statement))
      .map(({ what }) => `: ${what}`);
  });
}
