import path from 'node:path';
import { readSlipImage } from './read-slip-image';
import type { SlipReading } from './read-slip-image';
import { createScanThread } from './scan-thread';

export interface SlipReader {
  /**
   * Reads one image after the other; `readSlipImage` says what comes of it. Rejects for nothing in
   * the image, but when too many wait ("busy"), when no scanner can be started, and once closed:
   * the image can be read later.
   */
  read(bytes: Buffer): Promise<SlipReading>;
  /** Ends the scanner. What waits is rejected. */
  close(): Promise<void>;
}

export interface SlipReaderOptions {
  /** The compiled scan-worker.ts. */
  readonly entry?: string;
  /** Bounds the memory too: an image of 4 MiB waits as it came. */
  readonly waitingMax?: number;
  /** What the slowest picture takes, many times over. */
  readonly deadlineMs?: number;
}

/**
 * A reader for a process that has other things to do: pictures are decoded in libuv's threads and
 * scanned in one of their own.
 */
export function createSlipReader({
  entry = path.join(__dirname, 'scan-worker.js'),
  waitingMax = 50,
  deadlineMs = 10_000,
}: SlipReaderOptions = {}): SlipReader {
  const scanner = createScanThread(entry, deadlineMs);
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();

  async function readAfter(turn: Promise<unknown>, bytes: Buffer): Promise<SlipReading> {
    waiting++;
    try {
      await turn;
      return await readSlipImage(bytes, scanner.scan);
    } finally {
      waiting--;
    }
  }

  return {
    async read(bytes) {
      if (waiting >= waitingMax) throw new Error(`The slip reader is busy: ${waiting} wait.`);
      const reading = readAfter(last, bytes);
      last = Promise.allSettled([reading]);
      return reading;
    },
    close: () => scanner.close(),
  };
}
