import { randomBytes } from 'node:crypto';
import { errorLine, runCommandLine } from '../../src/command-line';
import type { Command, Invocation } from '../../src/commands/command';
import { readConfig } from '../../src/config';

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly errors: string;
}

/** Keys of the audit log that commands write. */
export const ENCRYPTION_KEYS = `commands:${randomBytes(32).toString('base64')}`;

/** Runs `gateway <args>` on a test database. As with `npm start`, providers may be local. */
export const runGatewayCommand = (databaseUrl: string, ...args: readonly string[]): Promise<Ran> =>
  runGatewayIn(
    { DATABASE_URL: databaseUrl, ENCRYPTION_KEYS, PROVIDER_ALLOW_PRIVATE: 'true' },
    ...args,
  );

/** Runs `gateway <args>` with these environment variables, in this process. */
export async function runGatewayIn(
  given: Readonly<Record<string, string>>,
  ...args: readonly string[]
): Promise<Ran> {
  const lines = { out: '', errors: '' };
  const code = await runCommandLine(args, {
    env: { PATH: process.env['PATH'] ?? '', LOG_LEVEL: 'silent', ...given },
    print(text) {
      lines.out += `${text}\n`;
    },
    warn(text) {
      lines.errors += `${text}\n`;
    },
  }).catch((error: unknown) => {
    lines.errors += `${errorLine(error)}\n`;
    return 2;
  });
  return { code, ...lines };
}

/** Runs a command without its command line, with JSON output unless `given` has another. */
export async function runInProcess(
  command: Command,
  env: Readonly<Record<string, string>>,
  given: Partial<Pick<Invocation, 'args' | 'options' | 'json'>> = {},
): Promise<{ readonly code: number; readonly out: string }> {
  let out = '';
  const config = readConfig(env, { acceptUnsafe: command.acceptsUnsafe === true });
  const print = (text: string) => {
    out += text;
  };
  const code = await command.run({
    config,
    env,
    args: [],
    options: {},
    json: true,
    print,
    warn() {},
    ...given,
  });
  return { code, out };
}
