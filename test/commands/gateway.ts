import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import path from 'node:path';

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly errors: string;
}

/** Of the audit log that a command writes into. */
const ENCRYPTION_KEYS = `commands:${randomBytes(32).toString('base64')}`;

const script = path.join(__dirname, 'run-gateway.js');

/** Runs the `gateway` command as a process of its own, on a database of a test. */
export const runGatewayCommand = (databaseUrl: string, ...args: readonly string[]): Promise<Ran> =>
  runGatewayIn({ DATABASE_URL: databaseUrl, ENCRYPTION_KEYS }, ...args);

/** The same with more of an environment than the database. */
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
