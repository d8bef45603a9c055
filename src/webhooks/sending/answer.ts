import type { Dispatcher } from 'undici';
import { readRetryAfterMs } from './retry-after';

const readBytesMax = 64 * 1024;
const keptBytesMax = 1024;

/** Filled as the response arrives, so a timeout keeps the part received. */
export interface Answer {
  statusCode: number | null;
  retryAfterMs: number | null;
  /** The first bytes of the body; null when it is encoded. */
  kept: Buffer | null;
}

export function noAnswer(): Answer {
  return { statusCode: null, retryAfterMs: null, kept: null };
}

/** Reads at most 64 KB of a body and never decompresses it. */
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
    // Leaving the loop destroys the body and its socket.
    if (readBytes >= readBytesMax) return;
  }
}

/** The first KB of the body, as text that Postgres can store; null without text. */
export function answerText({ kept }: Answer): string | null {
  if (kept === null) return null;
  // `stream` drops a character that the limit cut in two.
  const text = new TextDecoder().decode(kept, { stream: true });
  // Removes control characters except tab and line feed; Postgres rejects NUL.
  return text.replace(/[^\P{Cc}\t\n]/gu, '');
}
