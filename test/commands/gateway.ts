import { execFile } from 'node:child_process';
import path from 'node:path';

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly errors: string;
}

const script = path.join(__dirname, 'run-gateway.js');

/** Runs the `gateway` command as a process of its own, on a database of a test. */
export function runGatewayCommand(databaseUrl: string, ...args: readonly string[]): Promise<Ran> {
  const env = { PATH: process.env['PATH'] ?? '', DATABASE_URL: databaseUrl, LOG_LEVEL: 'silent' };
  return new Promise((resolve) => {
    execFile(process.execPath, [script, ...args], { env }, (error, out, errors) => {
      const code = typeof error?.code === 'number' ? error.code : error === null ? 0 : -1;
      resolve({ code, out, errors });
    });
  });
}
