import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { UsageError, plain, type Command, type CommandOption } from './commands/command';
import { explainError } from './commands/explain-error';
import { nearestName, usageOf, usageOfGroup } from './commands/usage';
import { readConfig } from './config';
import { joinInstance } from '../sandbox/embedded/instance';

const account = async () => import('./commands/account.js');
const route = async () => import('./commands/route.js');
const merchant = async () => import('./commands/merchant.js');
const merchantKey = async () => import('./commands/merchant-key.js');
const operator = async () => import('./commands/operator.js');
const dataKey = async () => import('./commands/envelope-keys.js');
const person = async () => import('./commands/person.js');
const exceptions = async () => import('./commands/exceptions.js');

/** Loaded on demand: an API process loads no worker code. */
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  start: async () => (await import('./commands/start.js')).start,
  api: async () => (await import('./commands/api.js')).api,
  worker: async () => (await import('./commands/worker.js')).worker,
  migrate: async () => (await import('./commands/migrate.js')).migrate,
  'merchant create': async () => (await merchant()).create,
  'merchant list': async () => (await merchant()).list,
  'merchant disable': async () => (await merchant()).disable,
  'merchant enable': async () => (await merchant()).enable,
  'merchant limit': async () => (await merchant()).limit,
  'merchant quota': async () => (await merchant()).quota,
  'merchant invite': async () => (await merchant()).invite,
  'merchant reset-factors': async () => (await merchant()).resetFactors,
  'merchant key create': async () => (await merchantKey()).create,
  'merchant key list': async () => (await merchantKey()).list,
  'merchant key change': async () => (await merchantKey()).change,
  'merchant key rotate': async () => (await merchantKey()).rotate,
  'merchant key revoke': async () => (await merchantKey()).revoke,
  'operator create': async () => (await operator()).create,
  'operator list': async () => (await operator()).list,
  'operator remove': async () => (await operator()).remove,
  'operator reset-factors': async () => (await operator()).resetFactors,
  'account add': async () => (await account()).add,
  'account list': async () => (await account()).list,
  'account show': async () => (await account()).show,
  'account set': async () => (await account()).set,
  'account rotate-token': async () => (await account()).rotateToken,
  'account on': async () => (await account()).on,
  'account pause': async () => (await account()).pause,
  'account off': async () => (await account()).off,
  'account test': async () => (await account()).test,
  'route list': async () => (await route()).list,
  'route add': async () => (await route()).add,
  'route remove': async () => (await route()).remove,
  act: async () => (await import('./commands/act.js')).anyAct,
  'record export': async () => (await import('./commands/record.js')).exportRecord,
  'exceptions list': async () => (await exceptions()).list,
  'exceptions show': async () => (await exceptions()).show,
  'exceptions resolve': async () => (await exceptions()).resolve,
  'exceptions correct': async () => (await exceptions()).correct,
  'webhooks listen': async () => (await import('./commands/webhooks-listen.js')).webhooksListen,
  audit: async () => (await import('./commands/audit.js')).audit,
  upgrade: async () => (await import('./commands/upgrade.js')).upgrade,
  restored: async () => (await import('./commands/restored.js')).restored,
  'price set': async () => (await import('./commands/price.js')).price,
  'maturity set': async () => (await import('./commands/maturity.js')).maturity,
  'holidays set': async () => (await import('./commands/maturity.js')).holidays,
  'cost set': async () => (await import('./commands/price.js')).cost,
  'vat set': async () => (await import('./commands/price.js')).vat,
  journal: async () => (await import('./commands/journal.js')).journal,
  reconcile: async () => (await import('./commands/reconcile.js')).reconcile,
  'data-key list': async () => (await dataKey()).list,
  'data-key create': async () => (await dataKey()).create,
  'data-key rewrap': async () => (await dataKey()).rewrap,
  'person export': async () => (await person()).exportOf,
  'person forget': async () => (await person()).forget,
  reseal: async () => (await import('./commands/reseal.js')).reseal,
  'sandbox-bank': async () => (await import('./commands/sandbox-bank.js')).sandboxBank,
  'sandbox-providers': async () =>
    (await import('./commands/sandbox-providers.js')).sandboxProviders,
  env: async () => (await import('./commands/env.js')).env,
  demo: async () => (await import('./commands/demo.js')).demo,
  doctor: async () => (await import('./commands/doctor.js')).doctor,
};

/** Where a command reads its settings, and writes. */
export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** A line to standard output. */
  readonly print: (text: string) => void;
  /** A line to standard error. */
  readonly warn: (text: string) => void;
}

async function load(name: string): Promise<Command> {
  const command = await commands[name]?.();
  if (command === undefined) throw new Error(`no command ${name}`);
  return command;
}

/** Names have up to three words; the longest match wins. */
async function findCommand(
  argv: readonly string[],
): Promise<{ readonly name: string; readonly command: Command } | null> {
  for (const words of [3, 2, 1]) {
    const name = argv.slice(0, words).join(' ');
    if (Object.hasOwn(commands, name)) return { name, command: await load(name) };
  }
  return null;
}

/** `group` is such as `merchant`, or '' for all commands. Null: no such group. */
async function usageOfNames(group: string): Promise<string | null> {
  const names = Object.keys(commands).filter(
    (name) => group === '' || name.startsWith(`${group} `),
  );
  if (names.length === 0) return null;
  const loaded = names.map(async (name) => [name, await load(name)] as const);
  return usageOfGroup(group, await Promise.all(loaded));
}

/** Prints usage, version or an error. Returns the exit code. */
async function runWithoutCommand(
  argv: readonly string[],
  { print, warn }: Surroundings,
): Promise<number> {
  const flag = argv.findIndex((word) => word.startsWith('-'));
  const words = flag === -1 ? argv : argv.slice(0, flag);
  if (argv[0] === '--version') {
    print(await readVersion());
    return 0;
  }
  const group = words[0] === 'help' ? words.slice(1).join(' ') : words.join(' ');
  const isHelp = words[0] === 'help' || argv.includes('--help') || argv.length === 0;
  const usage = await usageOfNames(group);
  if (usage !== null && (isHelp || words.length > 0)) {
    (isHelp ? print : warn)(usage);
    return isHelp ? 0 : 2;
  }
  const nearest = nearestName(words, Object.keys(commands));
  const advice =
    nearest === null ? '`gateway --help` lists all commands.' : `Did you mean ${nearest}?`;
  warn(`Unknown command ${plain(argv.join(' '))}. ${advice}`);
  return 2;
}

/** package.json is one folder above the sources, two above the build. */
async function readVersion(): Promise<string> {
  const files = ['..', '../..'].map((up) => path.join(__dirname, up, 'package.json'));
  const file = files.find((each) => existsSync(each));
  if (file === undefined) throw new Error('package.json not found');
  const { version } = JSON.parse(await readFile(file, 'utf8')) as { readonly version: string };
  return version;
}

/** Runs `gateway <argv>`. Returns the exit code. Throws what `errorLine` explains, for code 2. */
export async function runCommandLine(
  argv: readonly string[],
  surroundings: Surroundings,
): Promise<number> {
  const found = await findCommand(argv);
  if (found === null) return runWithoutCommand(argv, surroundings);
  const { print, warn } = surroundings;
  const { name, command } = found;
  const { values, positionals } = readArguments(name, command, argv);
  if (values['help'] === true) {
    print(usageOf(name, command));
    return 0;
  }
  if (command.usage === '' && positionals.length > 0) {
    throw new UsageError(`${name} takes no argument, got ${positionals[0]}.`);
  }
  // `start` creates an instance. Other commands use the addresses of the running instance. `doctor`
  // reports an unreadable data folder.
  const acceptUnreadable = name === 'doctor';
  const { env: given } = surroundings;
  const env = name === 'start' ? given : joinInstance(given, { acceptUnreadable });
  const config = readConfig(env, { acceptUnsafe: command.acceptsUnsafe === true });
  const { actsUnapproved = false } = command;
  const acts = typeof actsUnapproved === 'string' ? actsUnapproved in values : actsUnapproved;
  if (acts && config.operators.approvals) {
    warn('OPERATOR_APPROVALS is on, but a command acts without an approval.');
  }
  return command.run({
    config,
    env,
    options: values,
    args: positionals,
    json: values['json'] === true,
    print,
    warn,
  });
}

/** Throws UsageError. */
function readArguments(name: string, command: Command, argv: readonly string[]) {
  const shared = { json: { type: 'boolean' }, help: { type: 'boolean' } } as const;
  const known: Readonly<Record<string, Pick<CommandOption, 'type'>>> = {
    ...command.options,
    ...shared,
  };
  const args = argv.slice(name.split(' ').length);
  // Without `strict`, an unknown option has the value true or a text.
  const { tokens } = parseArgs({
    args,
    options: known,
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const option = Object.hasOwn(known, token.name) ? known[token.name] : undefined;
    const advice = `\`gateway ${name} --help\` lists the options.`;
    if (option === undefined) {
      const nearest = nearestName([token.name], Object.keys(known));
      const hint = nearest === null ? advice : `Did you mean --${nearest}?`;
      throw new UsageError(`${name} has no option ${plain(token.rawName)}. ${hint}`);
    }
    if (option.type === 'boolean' && token.value !== undefined) {
      throw new UsageError(`${token.rawName} takes no value. ${advice}`);
    }
    if (option.type === 'string' && token.value === undefined) {
      throw new UsageError(`${token.rawName} requires a value. ${advice}`);
    }
    if (token.inlineValue === false && token.value?.startsWith('-') === true) {
      const [flag, given] = [token.rawName, plain(token.value)];
      throw new UsageError(`${flag} has the value ${given}? Then write ${flag}=${given}.`);
    }
  }
  const options = { ...command.options, ...shared };
  return parseArgs({ args, options, allowPositionals: true });
}

/** Usage and configuration errors are one line; a bug has its stack. */
export function errorLine(error: unknown): string {
  return explainError(error) ?? String(error instanceof Error ? error.stack : error);
}
