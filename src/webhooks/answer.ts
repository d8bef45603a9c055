import type { Dispatcher } from 'undici';
import { readRetryAfterMs } from './retry-after';

const readBytesMax = 64 * 1024;
const keptBytesMax = 1024;

/** What a receiver has answered so far. It fills as it comes, so a deadline keeps what it found. */
export interface Answer {
  statusCode: number | null;
  retryAfterMs: number | null;
  /** The first bytes of the body; null when they would be no text. */
  kept: Buffer | null;
}

export function noAnswer(): Answer {
  return { statusCode: null, retryAfterMs: null, kept: null };
}

/** Reads at most 64 KB of an answer, and nothing of it is unpacked: a bomb stays as it came. */
export async function readAnswer(response: Dispatcher.ResponseData, into: Answer): Promise<void> {
  const { statusCode, headers, body } = response;
  into.statusCode = statusCode;
  into.retryAfterMs = readRetryAfterMs(headers['retry-after'], Date.now());
  let kept = headers['content-encoding'] === undefined ? Buffer.alloc(0) : null;
  into.kept = kept;
  let readBytes = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    readBytes += chunk.length;
    if (kept !== null && kept.length < keptBytesMax) {
      kept = Buffer.concat([kept, chunk.subarray(0, keptBytesMax - kept.length)]);
      into.kept = kept;
    }
    // Leaving the loop destroys the body, and with it the socket that would bring the rest.
    if (readBytes >= readBytesMax) return;
  }
}

/** The first KB of the answer as text that any database takes; null when there is no text. */
export function answerText({ kept }: Answer): string | null {
  if (kept === null) return null;
  // `stream` leaves out a character that the cut went through, instead of showing it broken.
  const text = new TextDecoder().decode(kept, { stream: true });
  // Of the control characters, NUL among them, only tab and line feed stay.
  return text.replace(/[^\P{Cc}\t\n]/gu, '');
}
