#!/usr/bin/env node
import { errorLine, runCommandLine } from './command-line';

/** Standard output may be a closed pipe, as with `| head`. */
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

const print = (text: string) => void process.stdout.write(`${text}\n`);
const warn = (text: string) => void process.stderr.write(`${text}\n`);

runCommandLine(process.argv.slice(2), { env: process.env, print, warn }).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    warn(errorLine(error));
    // Open handles must not keep the process alive.
    process.exit(2);
  },
);
