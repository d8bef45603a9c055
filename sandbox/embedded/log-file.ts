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

/** An open log file and the offset of this run's first line. */
export interface LogFile {
  readonly file: string;
  /** The standard output of a child. Close it after the spawn. */
  readonly descriptor: number;
  readonly startOffset: number;
}

/** Opens a log for appending. Rotates a large one, and replaces the previous rotated one. */
export function openLogFile(file: string, bytesMax = BYTES_MAX): LogFile {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const bytes = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (bytes > bytesMax) renameSync(file, `${file}.1`);
  const descriptor = openSync(file, 'a', 0o600);
  return { file, descriptor, startOffset: fstatSync(descriptor).size };
}

/** The last lines since the log was opened, with the messages of JSON lines. */
export function lastLines({ file, startOffset }: LogFile, count: number): string[] {
  // The data folder may have been removed.
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

/** The message and error of a JSON line. Other lines unchanged. */
function readable(line: string): string {
  if (!line.startsWith('{')) return line;
  try {
    const { msg, err } = JSON.parse(line) as LogEntry;
    const said = [msg, err?.message].filter((part) => typeof part === 'string');
    return said.length === 0 ? line : said.join(': ');
  } catch {
    // An incomplete line.
    return line;
  }
}
