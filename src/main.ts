#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { api } from './commands/api';
import { UsageError } from './commands/command';
import type { Command } from './commands/command';
import { demo } from './commands/demo';
import { doctor } from './commands/doctor';
import { merchant } from './commands/merchant';
import { migrate } from './commands/migrate';
import { sandboxBank } from './commands/sandbox-bank';
import { start } from './commands/start';
import { worker } from './commands/worker';
import { ConfigError, readConfig } from './config';

/** The `gateway` command. */
const commands: Readonly<Record<string, Command>> = {
  start,
  api,
  worker,
  migrate,
  ...merchant,
  'sandbox-bank': sandboxBank,
  demo,
  doctor,
};

/** Standard output can be a pipe that was closed, as by `| head`. That is no fault of ours. */
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

const print = (text: string) => process.stdout.write(`${text}\n`);
const complain = (text: string) => process.stderr.write(`${text}\n`);

/** Finds the longest name, of up to three words, that begins the arguments. */
function findCommand(argv: readonly string[]): { name: string; command: Command } | null {
  for (const words of [3, 2, 1]) {
    const name = argv.slice(0, words).join(' ');
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (command !== undefined) return { name, command };
  }
  return null;
}

function usageOfAll(): string {
  const width = Math.max(...Object.keys(commands).map((name) => name.length));
  const lines = Object.entries(commands).map(
    ([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`,
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
  const found = findCommand(argv);
  if (found === null) {
    const wantsHelp = argv.length === 0 || argv[0] === '--help' || argv[0] === 'help';
    (wantsHelp ? print : complain)(usageOfAll());
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
    config: readConfig(process.env),
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
    process.exitCode = 2;
  },
);
