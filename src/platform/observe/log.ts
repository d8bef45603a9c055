import { destination, pino, stdSerializers, type DestinationStream, type Logger } from 'pino';
import { activeSpan } from './tracing';

export type { Logger };

/** Removed from every log line, at any depth. */
const secretFields = [
  'authorization',
  'apiKey',
  'secret',
  'accountNumber',
  'accountName',
  'body',
  // Fields in which a Postgres error quotes the row or the statement.
  'detail',
  'where',
  'internalQuery',
];

/**
 * Lines are buffered, because a write costs as much as a query, and written at 4 KiB, after 100 ms
 * and when the process exits. SIGKILL, an abort and a signal without a listener lose the buffer.
 */
const BUFFER_BYTES = 4_096;
const FLUSH_EVERY_MS = 100;
/** Lines are dropped beyond it, while the reader of standard output stalls. */
const BUFFER_BYTES_MAX = 16 * 1024 * 1024;

let output: DestinationStream | undefined;

/** One per process: each has a timer that never ends. */
const standardOutput = (): DestinationStream =>
  (output ??= destination({
    dest: 1,
    sync: false,
    minLength: BUFFER_BYTES,
    maxLength: BUFFER_BYTES_MAX,
    periodicFlush: FLUSH_EVERY_MS,
  }));

/**
 * `to` is by default standard output. `isTraced`: lines of a sampled activity have `trace_id` and
 * `span_id`.
 */
export function createLog(
  level: string,
  part: string,
  to: DestinationStream = standardOutput(),
  isTraced = false,
): Logger {
  const options = {
    ...(isTraced ? { mixin: () => activeSpan()?.ids ?? {} } : {}),
    level,
    base: { part },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    // Temporal's SDK logs what an activity threw as `error`; JSON of an error by itself is {}.
    serializers: { err: stdSerializers.err, error: stdSerializers.err },
    redact: { paths: secretFields.flatMap((field) => [field, `*.${field}`]), remove: true },
  };
  return pino(options, to);
}
