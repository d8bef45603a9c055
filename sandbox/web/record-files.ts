import { mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const fileName = /^(\d+)\.json$/;

/**
 * Records on disk, one JSON file each, numbered in the order of creation. A write replaces the
 * whole file by a rename, so a killed process leaves either the old or the new record. Writes are
 * synchronous: no other request runs between a check in memory and its write. They are not synced
 * to the disk; a power failure may lose the last of them.
 */
export class RecordFiles<Value> {
  readonly #numbers = new Map<string, number>();
  #last = 0;

  constructor(
    private readonly folder: string,
    private readonly keyOf: (value: Value) => string,
  ) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  }

  /** All records in the order of their creation. Throws when a file is not JSON. */
  readAll(): Value[] {
    const numbers = readdirSync(this.folder)
      .flatMap((name) => fileName.exec(name)?.[1] ?? [])
      .map(Number)
      .toSorted((a, b) => a - b);
    return numbers.map((number) => {
      const value = this.#read(number);
      this.#numbers.set(this.keyOf(value), number);
      this.#last = number;
      return value;
    });
  }

  /** Writes a new record, or replaces the one with its key. */
  write(value: Value): void {
    const key = this.keyOf(value);
    const number = this.#numbers.get(key) ?? this.#last + 1;
    const file = this.#fileOf(number);
    writeFileSync(`${file}.new`, JSON.stringify(value), { mode: 0o600 });
    renameSync(`${file}.new`, file);
    this.#numbers.set(key, number);
    this.#last = Math.max(this.#last, number);
  }

  remove(key: string): void {
    const number = this.#numbers.get(key);
    if (number !== undefined) rmSync(this.#fileOf(number));
    this.#numbers.delete(key);
  }

  #fileOf(number: number): string {
    return path.join(this.folder, `${number}.json`);
  }

  #read(number: number): Value {
    const file = this.#fileOf(number);
    try {
      return JSON.parse(readFileSync(file, 'utf8')) as Value;
    } catch (cause) {
      throw new Error(`${file} cannot be read`, { cause });
    }
  }
}
