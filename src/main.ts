#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { UsageError } from './commands/command';
import type { Command } from './commands/command';
import { ConfigError, readConfig } from './config';

const merchant = async () => import('./commands/merchant.js');
const operator = async () => import('./commands/operator.js');
const exceptions = async () => import('./commands/exceptions.js');

/** The `gateway` command. Each is loaded when it is called: an API needs nothing of a worker. */
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
  'merchant invite': async () => (await merchant()).invite,
  'merchant key create': async () => (await merchant()).createKey,
  'merchant key list': async () => (await merchant()).listKeys,
  'merchant key revoke': async () => (await merchant()).revokeKey,
  'operator create': async () => (await operator()).create,
  'operator list': async () => (await operator()).list,
  'operator remove': async () => (await operator()).remove,
  'exceptions list': async () => (await exceptions()).list,
  'exceptions show': async () => (await exceptions()).show,
  'exceptions resolve': async () => (await exceptions()).resolve,
  'webhooks listen': async () => (await import('./commands/webhooks-listen.js')).webhooksListen,
  audit: async () => (await import('./commands/audit.js')).audit,
  reconcile: async () => (await import('./commands/reconcile.js')).reconcile,
  reseal: async () => (await import('./commands/reseal.js')).reseal,
  'sandbox-bank': async () => (await import('./commands/sandbox-bank.js')).sandboxBank,
  demo: async () => (await import('./commands/demo.js')).demo,
  doctor: async () => (await import('./commands/doctor.js')).doctor,
};

/** Standard output can be a pipe that was closed, as by `| head`. That is no fault of ours. */
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

const print = (text: string) => process.stdout.write(`${text}\n`);
const complain = (text: string) => process.stderr.write(`${text}\n`);

/** Finds the longest name, of up to three words, that begins the arguments. */
async function findCommand(
  argv: readonly string[],
): Promise<{ readonly name: string; readonly command: Command } | null> {
  for (const words of [3, 2, 1]) {
    const name = argv.slice(0, words).join(' ');
    const load = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (load !== undefined) return { name, command: await load() };
  }
  return null;
}

async function usageOfAll(): Promise<string> {
  const width = Math.max(...Object.keys(commands).map((name) => name.length));
  const lines = await Promise.all(
    Object.entries(commands).map(
      async ([name, load]) => `  ${name.padEnd(width)}  ${(await load()).summary}`,
    ),
  );
  return [
    'Usage: gateway <command> [options]',
    '',
    ...lines,
    '',
    'Every command takes --help, and --json where a script may want it.',
    'The environment configures it: see README.md.',
  ].join('\n');
}

function usageOf(name: string, { summary, usage, options }: Command): string {
  const flags = [...Object.keys(options), 'json', 'help'].map((flag) => `  --${flag}`);
  return [`Usage: gateway ${name} ${usage}`.trimEnd(), '', summary, '', ...flags].join('\n');
}

async function run(argv: readonly string[]): Promise<number> {
  const found = await findCommand(argv);
  if (found === null) {
    const wantsHelp = argv.length === 0 || argv[0] === '--help' || argv[0] === 'help';
    (wantsHelp ? print : complain)(await usageOfAll());
    return wantsHelp ? 0 : 2;
  }
  const { name, command } = found;
  const { values, positionals } = parseArgs({
    args: argv.slice(name.split(' ').length),
    options: { ...command.options, json: { type: 'boolean' }, help: { type: 'boolean' } },
    allowPositionals: true,
  });
  if (values['help'] === true) {
    print(usageOf(name, command));
    return 0;
  }
  if (command.usage === '' && positionals.length > 0) {
    throw new UsageError(`${name} takes no ${positionals[0]}.`);
  }
  return command.run({
    config: readConfig(process.env, { acceptUnsafe: command.acceptsUnsafe === true }),
    env: process.env,
    options: values,
    args: positionals,
    json: values['json'] === true,
    print,
  });
}

/** What a person can mend is told in a line; anything else with its stack. */
function tell(error: unknown): void {
  const plain =
    error instanceof UsageError ||
    error instanceof ConfigError ||
    (error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE'));
  complain(plain ? error.message : String(error instanceof Error ? error.stack : error));
}

run(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    tell(error);
    // Whatever it had opened must not keep the process alive.
    process.exit(2);
  },
);
