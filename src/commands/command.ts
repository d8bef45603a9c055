import type { Config } from '../config';

export interface Invocation {
  readonly config: Config;
  /** As read for the configuration; passed to child processes. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Arrays for options that are `multiple`. */
  readonly options: Readonly<Record<string, string | boolean | readonly string[] | undefined>>;
  readonly args: readonly string[];
  readonly json: boolean;
  readonly print: (text: string) => void;
  /** On standard error. */
  readonly warn: (text: string) => void;
}

export interface CommandOption {
  readonly type: 'string' | 'boolean';
  /** The placeholder of a string option, such as `email` in `--email <email>`. */
  readonly value?: string;
  readonly help: string;
  /** May be given several times. */
  readonly multiple?: true;
}

/** Throws UsageError for invalid arguments. */
export interface Command {
  readonly summary: string;
  /** Positional arguments, such as `<merchant-id>`. */
  readonly usage: string;
  readonly options: Readonly<Record<string, CommandOption>>;
  /** Accepts settings that live mode rejects. For commands that only read. */
  readonly acceptsUnsafe?: boolean;
  /**
   * In the console, `OPERATOR_APPROVALS` makes this act wait for another operator. A string names
   * the option with which the command acts.
   */
  readonly actsUnapproved?: boolean | string;
  /** The exit code. */
  run(invocation: Invocation): Promise<number>;
}

export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The only argument. Throws UsageError for none or several. */
export function only({ args }: Pick<Invocation, 'args'>, what: string): string {
  const [first, ...rest] = args;
  if (first === undefined || first.trim() === '' || rest.length > 0) {
    throw new UsageError(`The command takes one argument: ${what}.`);
  }
  return first;
}

/** Replaces control and bidirectional characters: untrusted text prints no terminal escapes. */
export const plain = (text: string): string => text.replace(/[\p{Cc}\p{Bidi_Control}]/gu, '\ufffd');

const plainly = (row: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, plain(value)]));

/** A table, or JSON with `--json`. */
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
