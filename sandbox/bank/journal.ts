import { mkdir, open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { types } from 'node:util';

/**
 * An append-only file of JSON lines: the truth of which everything in memory is a replay. `apply`
 * sees every entry exactly once and in the order of the file, at the opening and while it grows.
 */
export interface JournalOptions<Entry> {
  readonly file: string;
  /** Reads one line back. Throws when it is not an entry. */
  readonly parse: (line: unknown) => Entry;
  readonly apply: (entry: Entry) => void;
}

export interface Journal<Entry> {
  /**
   * Resolves once the entry is on the disk and applied. Rejects when the disk refused: then it is
   * not known whether the entry is there, so nothing is taken any more until the journal is opened
   * anew.
   */
  append(entry: Entry): Promise<void>;
  /**
   * Entries between `fromByte` and the durable end of the file. Throws a RangeError when `fromByte`
   * is neither 0 nor the end of an entry.
   */
  read(fromByte: number): AsyncGenerator<Line<Entry>>;
  /** Where the durable part of the file ends. */
  readonly endByte: number;
  /** Why nothing is taken any more; null while all is well. */
  readonly failure: Error | null;
  /** Waits for what is being written. */
  close(): Promise<void>;
}

export interface Line<Entry> {
  readonly entry: Entry;
  readonly endByte: number;
}

interface Write<Entry> {
  readonly entry: Entry;
  readonly line: string;
  readonly done: () => void;
  readonly refused: (error: Error) => void;
}

const chunkBytes = 64 * 1024;
const newline = 0x0a;

/**
 * Opens (or begins) the journal and replays it. A last line without its end was never promised to
 * anybody and is cut off; any other line that cannot be read throws.
 */
export async function openJournal<Entry>(options: JournalOptions<Entry>): Promise<Journal<Entry>> {
  const file = await openDurably(options.file);
  let endByte = 0;
  try {
    for await (const line of readEntries(file, 0, options)) {
      options.apply(line.entry);
      endByte = line.endByte;
    }
    await file.truncate(endByte);
    await file.datasync();
  } catch (error) {
    await file.close();
    throw error;
  }
  return writeJournal(file, endByte, options);
}

function writeJournal<Entry>(
  file: FileHandle,
  startByte: number,
  options: JournalOptions<Entry>,
): Journal<Entry> {
  let endByte = startByte;
  let failure: Error | null = null;
  let queue: Write<Entry>[] = [];
  let flushing: Promise<void> | null = null;

  /** Everything that queued while the disk was busy shares one write and one fdatasync. */
  async function flush(): Promise<void> {
    while (queue.length > 0) {
      const batch = queue;
      queue = [];
      const bytes = Buffer.from(batch.map(({ line }) => line).join(''));
      try {
        await file.appendFile(bytes);
        await file.datasync();
      } catch (error) {
        failure = types.isNativeError(error) ? error : new Error(String(error));
        for (const write of [...batch, ...queue.splice(0)]) write.refused(failure);
        return;
      }
      endByte += bytes.length;
      for (const write of batch) {
        options.apply(write.entry);
        write.done();
      }
    }
    flushing = null;
  }

  return {
    append: (entry) =>
      new Promise((done, refused) => {
        if (failure !== null) {
          refused(failure);
          return;
        }
        queue.push({ entry, line: `${JSON.stringify(entry)}\n`, done, refused });
        flushing ??= flush();
      }),
    async *read(fromByte) {
      const untilByte = endByte;
      if (!(await startsLine(file, fromByte, untilByte))) {
        throw new RangeError(`no entry begins at byte ${fromByte}`);
      }
      for await (const line of readEntries(file, fromByte, options)) {
        if (line.endByte > untilByte) return;
        yield line;
      }
    },
    get endByte() {
      return endByte;
    },
    get failure() {
      return failure;
    },
    async close() {
      await flushing;
      await file.close();
    },
  };
}

async function startsLine(file: FileHandle, byte: number, endByte: number): Promise<boolean> {
  if (byte === 0) return true;
  if (!Number.isSafeInteger(byte) || byte < 0 || byte > endByte) return false;
  const before = Buffer.alloc(1);
  await file.read(before, 0, 1, byte - 1);
  return before[0] === newline;
}

/** A new file outlives a power cut only when its directory has been synced too. */
async function openDurably(name: string): Promise<FileHandle> {
  const directory = path.dirname(name);
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const file = await open(name, 'a+', 0o600);
  const parent = await open(directory, 'r');
  try {
    await parent.sync();
  } finally {
    await parent.close();
  }
  return file;
}

async function* readEntries<Entry>(
  file: FileHandle,
  fromByte: number,
  options: JournalOptions<Entry>,
): AsyncGenerator<Line<Entry>> {
  for await (const { text, endByte } of readLines(file, fromByte)) {
    yield { entry: readEntry(text, endByte, options), endByte };
  }
}

function readEntry<Entry>(text: string, endByte: number, options: JournalOptions<Entry>): Entry {
  try {
    return options.parse(JSON.parse(text));
  } catch (cause) {
    const where = `${options.file}: the line that ends at byte ${endByte}`;
    throw new Error(`${where} cannot be read`, { cause });
  }
}

/** Complete lines only. */
async function* readLines(
  file: FileHandle,
  fromByte: number,
): AsyncGenerator<{ text: string; endByte: number }> {
  const chunk = Buffer.allocUnsafe(chunkBytes);
  let held: Buffer = Buffer.alloc(0);
  let heldFromByte = fromByte;
  for (;;) {
    const position = heldFromByte + held.length;
    const { bytesRead } = await file.read(chunk, 0, chunk.length, position);
    if (bytesRead === 0) return;
    held = Buffer.concat([held, chunk.subarray(0, bytesRead)]);
    let start = 0;
    for (let end = held.indexOf(newline); end !== -1; end = held.indexOf(newline, start)) {
      yield { text: held.toString('utf8', start, end), endByte: heldFromByte + end + 1 };
      start = end + 1;
    }
    heldFromByte += start;
    held = held.subarray(start);
  }
}
