import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Writes a file that only its owner may read, in one step: whoever reads it sees the old text or
 * the new. Synchronous, because it is small and rare, and what follows relies on it.
 */
export function writePrivate(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}.new`;
  writeFileSync(draft, text, { mode: 0o600 });
  renameSync(draft, file);
}

export function writePrivateJson(file: string, value: unknown): void {
  writePrivate(file, `${JSON.stringify(value, null, 2)}\n`);
}

/** The value in a file that `writePrivateJson` wrote; null when there is none. */
export function readPrivateJson(file: string): unknown {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as unknown) : null;
}
