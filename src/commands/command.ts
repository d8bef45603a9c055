import type { Config } from '../config';

/** What a command is run with. */
export interface Invocation {
  readonly config: Config;
  /** The environment the configuration was read from, for child processes. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly options: Readonly<Record<string, string | boolean | undefined>>;
  readonly args: readonly string[];
  /** True when the caller wants JSON for scripts. */
  readonly json: boolean;
  readonly print: (text: string) => void;
}

/** An option of a command, as `--help` shows it. */
export interface CommandOption {
  readonly type: 'string' | 'boolean';
  /** What a string option takes, as `email` in `--email <email>`. */
  readonly value?: string;
  readonly help: string;
}

/** One word, or a few, of the `gateway` command. Throws UsageError when it is called wrongly. */
export interface Command {
  readonly summary: string;
  /** What follows the name, as `<merchant-id>`. */
  readonly usage: string;
  readonly options: Readonly<Record<string, CommandOption>>;
  /** Runs with settings that live mode refuses: it changes nothing and reports them. */
  readonly acceptsUnsafe?: boolean;
  /** The exit code. */
  run(invocation: Invocation): Promise<number>;
}

export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The one argument of a command. Throws UsageError. */
export function only({ args }: Pick<Invocation, 'args'>, what: string): string {
  const [first, ...rest] = args;
  if (first === undefined || first.trim() === '' || rest.length > 0) {
    throw new UsageError(`Give ${what}, and nothing else.`);
  }
  return first;
}

/** Whether an option, or what was given, can be an e-mail address. */
export const isAddress = (given: string | boolean | undefined): given is string =>
  typeof given === 'string' && given.length <= 254 && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(given);

/** Text that others wrote, as a terminal may show it: nothing in it moves, colours or hides. */
export const plain = (text: string): string => text.replace(/[\p{Cc}\p{Bidi_Control}]/gu, '\ufffd');

const plainly = (row: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, plain(value)]));

/** Rows as a table of aligned columns, or as JSON for scripts. */
export function printRows(
  { json, print }: Pick<Invocation, 'json' | 'print'>,
  rows: readonly Readonly<Record<string, string>>[],
): void {
  if (json) {
    print(JSON.stringify(rows, null, 2));
    return;
  }
  const [first] = rows;
  if (first === undefined) {
    print('none');
    return;
  }
  const columns = Object.keys(first);
  const lines = [Object.fromEntries(columns.map((name) => [name, name])), ...rows.map(plainly)];
  const widths = columns.map((name) => Math.max(...lines.map((row) => (row[name] ?? '').length)));
  for (const row of lines) {
    print(
      columns
        .map((name, index) => (row[name] ?? '').padEnd(widths[index] ?? 0))
        .join('  ')
        .trimEnd(),
    );
  }
}
