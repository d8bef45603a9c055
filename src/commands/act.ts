import { readFileSync } from 'node:fs';
import { acts, isAct, type ActName, type InputOf, type ResultOf } from '../acts';
import { FILE, type Entry } from '../kernel/acts/entry';
import { performAct } from '../people/acts/perform';
import { Problem } from '../kernel/rules/problem';
import { createMetrics } from '../platform/observe/metrics';
import { UsageError, only, plain, printRows, type Command, type Invocation } from './command';
import { commandAudit, refusing, withVault, type CommandDeps } from './wiring';

/** Throws UsageError for an act that no command may do. */
function entryOf(name: string): Entry<unknown> {
  const entry = isAct(name) ? (acts[name].entry as Entry<unknown> | undefined) : undefined;
  if (entry === undefined) throw new UsageError(`There is no act ${plain(name)} for commands.`);
  return entry;
}

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

interface Shown {
  readonly value?: string;
  readonly help: string;
}

const shownOf = ({ options }: Entry<unknown>, name: string): Shown =>
  options[name]?.meta() as unknown as Shown;

/** `-` is standard input. Throws UsageError. */
function readJson(file: string): object {
  if (file === '-' && process.stdin.isTTY) {
    throw new UsageError('Pipe the settings to standard input, or name a file with --settings.');
  }
  let parsed: unknown;
  try {
    parsed = JSON.parse(readFileSync(file === '-' ? 0 : file, 'utf8'));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new UsageError('The settings are not valid JSON.');
  }
  if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return parsed;
  throw new UsageError('The settings must be a JSON object.');
}

/** A refused option is named as it is written. Throws UsageError or Problem. */
async function read(
  entry: Entry<unknown>,
  deps: Parameters<Entry<unknown>['read']>[1],
  given: readonly (readonly [string, unknown])[],
): Promise<unknown> {
  const entered = given.map(([name, value]) =>
    typeof value === 'string' && shownOf(entry, name)?.value === FILE
      ? [name, readJson(value)]
      : [name, value],
  );
  try {
    return await entry.read(Object.fromEntries(entered), deps);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { param = '' } = error.detail;
    if (!Object.hasOwn(entry.options, param)) throw error;
    if (error.code === 'missing_parameter') throw new UsageError(`--${kebab(param)} is required.`);
    if (!error.message.startsWith(`${param} `)) throw error;
    throw new UsageError(`--${kebab(param)}${error.message.slice(param.length)}`);
  }
}

interface Done<A extends ActName> {
  readonly deps: CommandDeps;
  readonly input: InputOf<A>;
  readonly result: ResultOf<A>;
}

/**
 * Does the act as the Unix user, without an approval; where the console would ask for one, it says
 * so on standard error. Throws UsageError for a refusal.
 */
const carryOut = <A extends ActName, Output>(
  { config, warn }: Invocation,
  name: A,
  given: readonly (readonly [string, unknown])[],
  after: (done: Done<A>) => Output | Promise<Output>,
): Promise<Output> =>
  refusing(() =>
    withVault(config, async (stores) => {
      // The relay of another process dispatches the messages.
      const deps = { ...stores, metrics: createMetrics(), outbox: { enqueue() {} } };
      const input = (await read(entryOf(name), deps, given)) as InputOf<A>;
      const performed = await performAct(deps, commandAudit(), name, input);
      if (performed === 'proposed') throw new Error('a command proposes nothing');
      if (performed.isUnapproved) {
        warn('OPERATOR_APPROVALS is on, but a command acts without an approval.');
      }
      return after({ deps, input, result: performed.result });
    }),
  );

interface Output {
  /** An array is a table. */
  readonly json: object;
  readonly text?: string;
  readonly code?: number;
}

/** A line each. */
export const linesOf = (facts: object): string =>
  Object.entries(facts as Readonly<Record<string, unknown>>)
    .map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value ?? '')])
    .map(([name = '', text = '']) => `${name.padEnd(28)}${plain(text)}`)
    .join('\n');

export function show(invocation: Invocation, { json, text = linesOf(json), code = 0 }: Output) {
  if (Array.isArray(json)) printRows(invocation, json);
  else invocation.print(invocation.json ? JSON.stringify(json) : text);
  return code;
}

/** The input, which must have no secrets, and what came of it, if anything. */
const factsOf = ({ input, result }: Pick<Done<ActName>, 'input' | 'result'>): Output => ({
  json: { ...input, ...(typeof result === 'object' ? result : named(result)) },
});

const named = (result: unknown): object => (result === undefined ? {} : { result });

interface Naming {
  /** The fields that are arguments; by default the first of the entry. */
  readonly positional?: readonly string[];
  /** Fields without an option, and their values. */
  readonly given?: Readonly<Record<string, string>>;
  readonly omits?: readonly string[];
  readonly summary?: string;
}

/** A documented name of an act. */
export function namedAct<A extends ActName>(
  act: A,
  output: (done: Done<A>, invocation: Invocation) => Output | Promise<Output> = factsOf,
  { positional, given = {}, omits = [], summary }: Naming = {},
): Command {
  const entry = entryOf(act);
  const fields = Object.keys(entry.options);
  const names = positional ?? fields.slice(0, 1);
  const shown = names.map((name) => shownOf(entry, name));
  const offered = fields.filter((name) => ![...names, ...omits].includes(name) && !given[name]);
  const what = shown.map(({ help }) => help).join(' and ');
  return {
    summary: summary ?? entry.summary,
    usage: shown.map(({ value }) => `<${value}>`).join(' '),
    options: Object.fromEntries(
      offered.map((name) => {
        const option = shownOf(entry, name);
        const type = option.value === undefined ? 'boolean' : 'string';
        return [kebab(name), { ...option, type }];
      }),
    ),
    async run(invocation) {
      const { args, options } = invocation;
      if (names.length === 1) only({ args }, what);
      if (args.length !== names.length) throw new UsageError(`The command takes ${what}.`);
      const entered = [
        ...offered.map((name) => [name, options[kebab(name)]] as const),
        ...Object.entries(given),
        ...names.map((name, index) => [name, args[index]] as const),
      ];
      const made = await carryOut(invocation, act, entered, (done) => output(done, invocation));
      return show(invocation, made);
    },
  };
}

const listed = () =>
  Object.entries(acts).flatMap(([act, { entry }]) =>
    entry ? [{ act, input: Object.keys(entry.options).join(' '), summary: entry.summary }] : [],
  );

/** Any act that a command may do. */
export const anyAct: Command = {
  summary: 'do an act by its name; --list prints the acts and their inputs',
  usage: '[<act>]',
  options: {
    list: { type: 'boolean', help: 'print the acts that commands may do' },
    input: { type: 'string', value: 'key=value', help: 'an input of the act', multiple: true },
  },
  async run(invocation) {
    const { options } = invocation;
    if (options['list'] === true) return show(invocation, { json: listed() });
    const name = only(invocation, 'an act of `gateway act --list`');
    const known = Object.keys(entryOf(name).options);
    const texts = Array.isArray(options['input']) ? (options['input'] as string[]) : [];
    const given = texts.map((text) => {
      const [, key = '', value = ''] = /^(\w+)=([^]*)$/.exec(text) ?? [];
      if (known.includes(key)) return [key, value] as const;
      throw new UsageError(`--input must be key=value, with a key of ${known.join(', ')}.`);
    });
    // Without the input, which can have secrets.
    const after = ({ result = null }: Done<ActName>) => ({ json: { act: name, result } });
    return show(invocation, await carryOut(invocation, name as ActName, given, after));
  },
};
