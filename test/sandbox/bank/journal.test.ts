import { appendFile, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { openJournal } from '../../../sandbox/bank/journal';
import type { Journal } from '../../../sandbox/bank/journal';
import { newDirectory } from './bank';

async function newFile(): Promise<string> {
  return path.join(await newDirectory(), 'deep', 'book.jsonl');
}

async function open(file: string): Promise<{ journal: Journal<number>; applied: number[] }> {
  const applied: number[] = [];
  const journal = await openJournal<number>({
    file,
    parse: (line) => {
      if (typeof line !== 'number') throw new TypeError('not a number');
      return line;
    },
    apply: (entry) => applied.push(entry),
  });
  return { journal, applied };
}

async function entriesFrom(journal: Journal<number>, fromByte: number): Promise<number[]> {
  const entries: number[] = [];
  for await (const { entry } of journal.read(fromByte)) entries.push(entry);
  return entries;
}

describe('a journal', () => {
  it('applies every entry once, in the order of the file, and again after a restart', async () => {
    const file = await newFile();
    const { journal, applied } = await open(file);
    const entries = Array.from({ length: 500 }, (_, index) => index);
    await Promise.all(entries.map((entry) => journal.append(entry)));
    expect(applied).toEqual(entries);
    await journal.close();

    const again = await open(file);
    expect(again.applied).toEqual(entries);
    await again.journal.close();
  });

  it('has an entry in the file before it says so', async () => {
    const file = await newFile();
    const { journal } = await open(file);
    await journal.append(7);
    expect(await readFile(file, 'utf8')).toBe('7\n');
    await journal.close();
  });

  it('cuts off a last line that never got its end, and writes on after it', async () => {
    const file = await newFile();
    const first = await open(file);
    await first.journal.append(1);
    await first.journal.close();
    await appendFile(file, '23');

    const second = await open(file);
    await second.journal.append(4);
    await second.journal.close();
    expect(second.applied).toEqual([1, 4]);
    expect(await readFile(file, 'utf8')).toBe('1\n4\n');
  });

  it.each([
    ['1\n"two"\n3\n', 'byte 8'],
    ['1\n{"torn\n3\n', 'byte 9'],
    ['1\n\n', 'byte 3'],
  ])('does not open over a line that it cannot read: %j', async (text, place) => {
    const file = path.join(await newDirectory(), 'book.jsonl');
    await writeFile(file, text);
    await expect(open(file)).rejects.toThrow(place);
    expect(await readFile(file, 'utf8')).toBe(text);
  });

  it('reads on from where a reader stopped, also across its chunks', async () => {
    const { journal } = await open(await newFile());
    const entries = Array.from({ length: 20_000 }, (_, index) => 1_000_000 + index);
    await Promise.all(entries.map((entry) => journal.append(entry)));
    expect(await entriesFrom(journal, 0)).toEqual(entries);
    expect(await entriesFrom(journal, 8 * 19_998)).toEqual(entries.slice(-2));
    expect(await entriesFrom(journal, journal.endByte)).toEqual([]);
    await journal.close();
  });

  it.each([1, -1, 0.5, 1_000])(
    'refuses to read from byte %d, where nothing begins',
    async (byte) => {
      const { journal } = await open(await newFile());
      await journal.append(12);
      await expect(entriesFrom(journal, byte)).rejects.toThrow(RangeError);
      await journal.close();
    },
  );

  it('takes nothing more once the disk has refused, and applies nothing of that', async () => {
    const { journal, applied } = await open(await newFile());
    await journal.append(1);
    // A file that was closed refuses as a full disk does.
    await journal.close();
    const outcomes = await Promise.allSettled([journal.append(2), journal.append(3)]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(journal.failure).not.toBeNull();
    await expect(journal.append(4)).rejects.toBe(journal.failure);
    expect(applied).toEqual([1]);
  });
});
