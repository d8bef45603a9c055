import path from 'node:path';
import { forbiddenImports, withoutComments } from './import-rules';

/**
 * Rules that the linter cannot express: allowed imports, and naming rules.
 * Pure: takes a file's path from the root and its text, returns messages. See test/tidy.test.ts.
 */
export function faultsOf(file: string, text: string): string[] {
  const code = withoutComments(text);
  return [
    ...longLines(text),
    ...leftovers(text),
    ...banners(text),
    ...bannedNames(file, code),
    ...environmentAccess(file, code),
    ...sqlOutsideStores(file, code),
    ...knexStatements(file, code),
    ...comparedKinds(file, code),
    ...swallowedErrors(file, code),
    ...forbiddenImports(file, code),
    ...repeatedImports(code),
  ].map((fault) => `${file}: ${fault}`);
}

function longLines(text: string): string[] {
  return text.split('\n').flatMap((line, index) => {
    const columns = line.length;
    // A URL cannot be wrapped.
    if (columns <= 100 || /https?:\/\/\S{20}/.test(line)) return [];
    return [`line ${index + 1} has ${columns} columns, 100 is the limit`];
  });
}

function leftovers(text: string): string[] {
  // The brackets keep this line from matching itself.
  return [...text.matchAll(/\b(T[O]DO|FI[X]ME|X[X]X|HA[C]K)\b/g)].map(
    ([marker]) => `holds a ${marker}`,
  );
}

function banners(text: string): string[] {
  return /^\s*(?:\/\/|\/\*+|\*)\s*[-=*#~]{4,}/m.test(text) ? ['holds a banner comment'] : [];
}

/** The linter allows a namespace import beside one of names. */
function repeatedImports(code: string): string[] {
  const modules = [...code.matchAll(/^import [^;]*? from '([^']+)';$/gm)].map(([, name]) => name);
  const repeated = modules.filter((name, at) => modules.indexOf(name) < at);
  return repeated.map((name) => `imports '${name}' more than once`);
}

const vagueWords = /^(utils?|helpers?|common|manager|service|data|info)$/i;

function bannedNames(file: string, code: string): string[] {
  const stem = path.posix.basename(file).replace(/\..*$/, '');
  const vagueFile = stem.split('-').some((word) => vagueWords.test(word) || word === 'handle');
  const declared = [
    ...code.matchAll(/\b(?:function\*?|const|let|class|interface|type)\s+([A-Za-z]\w*)/g),
  ].map(([, name = '']) => name);
  const vague = declared.filter(
    (name) =>
      vagueWords.test(name) ||
      /(Utils?|Helpers?|Manager|Service)$/.test(name) ||
      /^(handle|process)[A-Z]/.test(name),
  );
  return [
    ...(vagueFile ? ['has a file name that says nothing'] : []),
    ...vague.map((name) => `declares ${name}, a vague name`),
  ];
}

const isProduct = (file: string): boolean =>
  /^(src|client|sandbox|workflows|activities)\//.test(file);

function environmentAccess(file: string, code: string): string[] {
  if (!isProduct(file) || file === 'src/config.ts' || file === 'src/main.ts') return [];
  const reads =
    /\bprocess\s*(\?\.|\.|\[\s*['"])\s*env\b/.test(code) ||
    /\benv\b[^=;]*\}\s*=\s*process\b/.test(code) ||
    /\benv\b[^;]*\bfrom\s+['"]node:process['"]/.test(code);
  return reads ? ['reads process.env: only src/config.ts and src/main.ts may'] : [];
}

function sqlOutsideStores(file: string, code: string): string[] {
  if (!isProduct(file)) return [];
  const writes = /\binsert\s+into\s+\w|\bdelete\s+from\s+\w|\bupdate\s+\w+(\s+\w+)?\s+set\s/i;
  const faults: string[] = [];
  if (!/(^|\/)(store|postgres|migrations)(\/|\.ts$)/.test(file) && writes.test(code)) {
    faults.push('writes SQL outside a store');
  }
  if (file === 'src/orders/store/write-transition.ts') return faults;
  const sql = /\bupdate\s+orders\b[^;`]*?\bset\b(?:(?!\bwhere\b)[^;`])*?\bstatus\s*=/i;
  if (sql.test(code)) {
    faults.push('writes the status of an order: only src/orders/store/write-transition.ts may');
  }
  return faults;
}

/** Parts that have no statements, or whose names only look like Knex's. */
const elsewhere = new RegExp(
  '^src/(migrations|settings|http|pages|commands|platform/(?!postgres/))' +
    '|/(api|pages|checkout|connectors)/',
);

/** Statements other than by `run` with the sql tag: Knex's query builder, `raw`, schema builder. */
function knexStatements(file: string, code: string): string[] {
  if (!file.startsWith('src/') || elsewhere.test(file)) return [];
  const builder =
    /\b(db|trx)(<[^>]*>)?\(|\.(raw|where\w*|orderBy)\(|\.schema\.|\bKnex\.QueryBuilder\b/;
  return builder.test(code) ? ['has a statement of Knex: use run with the sql tag'] : [];
}

/**
 * Differences between order kinds belong in their definitions: other code must not compare kinds.
 */
function comparedKinds(file: string, code: string): string[] {
  if (!/^(src|workflows|activities)\//.test(file) || file.startsWith('src/orders/rules/kinds/'))
    return [];
  const comparison = /\bkind\s*[!=]==?\s*'(?:payment|deposit|withdrawal|refund)'/;
  const choice = /\bswitch\s*\([\w.]*kind\)\s*\{[^}]*\bcase '(?:payment|deposit|withdrawal)'/i;
  return comparison.test(code) || choice.test(code)
    ? ['compares an order kind: ask its definition in src/orders/rules/kinds']
    : [];
}

function swallowedErrors(file: string, code: string): string[] {
  const empty = /\.catch\(\s*\(?\s*\w*\s*\)?\s*=>\s*(\{\s*\}|undefined|null|void 0)\s*,?\s*\)/;
  return isProduct(file) && empty.test(code) ? ['swallows an error'] : [];
}
