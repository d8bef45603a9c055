import path from 'node:path';
import { readSlipImage, type SlipReading } from './read-slip-image';
import { createScanThread } from './scan-thread';

export interface SlipReader {
  /**
   * Reads one image at a time with `readSlipImage`. Rejects when the queue is full ("busy"), when
   * the scanner cannot start, and after `close`; a later attempt may succeed. An unreadable image
   * is a result.
   */
  read(bytes: Buffer): Promise<SlipReading>;
  /** Ends the scan thread. Queued images are rejected. */
  close(): Promise<void>;
}

export interface SlipReaderOptions {
  /** The compiled scan-worker.ts. */
  readonly entry?: string;
  /** Bounds memory too: a queued image takes up to 4 MiB. */
  readonly waitingMax?: number;
  /** Many times the duration of the slowest known picture. */
  readonly deadlineMs?: number;
}

/** Pictures are decoded in libuv's threads and scanned in a thread, so the process never blocks. */
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
