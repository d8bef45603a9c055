import {
  closeSync,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  statSync,
} from 'node:fs';
import path from 'node:path';

const BYTES_MAX = 10 * 1024 * 1024;
const TAIL_BYTES = 16 * 1024;

/** An open log, and where this run's lines begin in it. */
export interface LogFile {
  readonly file: string;
  /** For the standard output of a child. Close it when the child has it. */
  readonly descriptor: number;
  readonly startOffset: number;
}

/** Opens a log for appending. A long one is put aside first, in the place of the one before it. */
export function openLogFile(file: string, bytesMax = BYTES_MAX): LogFile {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const bytes = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (bytes > bytesMax) renameSync(file, `${file}.1`);
  const descriptor = openSync(file, 'a', 0o600);
  return { file, descriptor, startOffset: fstatSync(descriptor).size };
}

/** The last lines since the log was opened, as a person reads them. */
export function lastLines({ file, startOffset }: LogFile, count: number): string[] {
  // Whoever removes the data folder under a running gateway removes its logs too.
  if (!existsSync(file)) return [];
  const descriptor = openSync(file, 'r');
  try {
    const end = fstatSync(descriptor).size;
    const from = Math.max(startOffset, end - TAIL_BYTES);
    const tail = Buffer.alloc(Math.max(0, end - from));
    readSync(descriptor, tail, 0, tail.length, from);
    const lines = tail.toString('utf8').split('\n');
    return lines
      .filter((line) => line.trim() !== '')
      .slice(-count)
      .map(readable);
  } finally {
    closeSync(descriptor);
  }
}

interface LogEntry {
  readonly msg?: unknown;
  readonly err?: { readonly message?: unknown } | null;
}

/** The message of a line of JSON, with its error's; any other line as it is. */
function readable(line: string): string {
  if (!line.startsWith('{')) return line;
  try {
    const { msg, err } = JSON.parse(line) as LogEntry;
    const said = [msg, err?.message].filter((part) => typeof part === 'string');
    return said.length === 0 ? line : said.join(': ');
  } catch {
    // Half a line, or not JSON after all.
    return line;
  }
}
