import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';

const letters = z.array(
  z.object({
    letterId: z.string(),
    to: z.string(),
    subject: z.string(),
    text: z.string(),
    receivedAt: z.string(),
  }),
);

/** A mail of the gateway, which in a sandbox goes nowhere else. */
export type KeptLetter = z.output<typeof letters>[number];

/** Older ones give way. */
const KEPT_MAX = 100;

/** What the gateway has sent by mail: the last hundred, newest first, kept in a file. */
export class Mailbox {
  private constructor(
    private readonly file: string,
    private kept: readonly KeptLetter[],
    private writing: Promise<void> = Promise.resolve(),
  ) {}

  static async open(file: string): Promise<Mailbox> {
    await mkdir(path.dirname(file), { recursive: true });
    return new Mailbox(file, await readKept(file));
  }

  newest(): readonly KeptLetter[] {
    return this.kept;
  }

  /** Resolves once it is on the disk. */
  async add(letter: KeptLetter): Promise<void> {
    this.kept = [letter, ...this.kept].slice(0, KEPT_MAX);
    // One after the other; one that failed must not keep the next from being tried.
    this.writing = this.writing.then(
      () => this.write(),
      () => this.write(),
    );
    await this.writing;
  }

  private async write(): Promise<void> {
    const fresh = `${this.file}.new`;
    await writeFile(fresh, JSON.stringify(this.kept), { mode: 0o600 });
    await rename(fresh, this.file);
  }
}

async function readKept(file: string): Promise<readonly KeptLetter[]> {
  try {
    return letters.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
