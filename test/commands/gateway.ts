import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import type { Command, Invocation } from '../../src/commands/command';
import { readConfig } from '../../src/config';

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly errors: string;
}

/** Keys of the audit log that commands write. */
export const ENCRYPTION_KEYS = `commands:${randomBytes(32).toString('base64')}`;

const script = path.join(__dirname, 'run-gateway.js');

/**
 * Runs the `gateway` command in a separate process, on a test database. As with `npm start`, fake
 * providers run on this machine.
 */
export const runGatewayCommand = (databaseUrl: string, ...args: readonly string[]): Promise<Ran> =>
  runGatewayIn(
    { DATABASE_URL: databaseUrl, ENCRYPTION_KEYS, PROVIDER_ALLOW_PRIVATE: 'true' },
    ...args,
  );

/** As `runGatewayCommand`, with further environment variables. */
export function runGatewayIn(
  given: Readonly<Record<string, string>>,
  ...args: readonly string[]
): Promise<Ran> {
  const env = { PATH: process.env['PATH'] ?? '', LOG_LEVEL: 'silent', ...given };
  return new Promise((resolve) => {
    execFile(process.execPath, [script, ...args], { env }, (error, out, errors) => {
      const code = typeof error?.code === 'number' ? error.code : error === null ? 0 : -1;
      resolve({ code, out, errors });
    });
  });
}

/** Runs a command in this process, which is faster, with JSON output unless `given` has another. */
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
