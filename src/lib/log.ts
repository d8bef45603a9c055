import { pino, stdSerializers } from 'pino';
import type { DestinationStream, Logger } from 'pino';
import { activeSpan } from './tracing';

export type { Logger };

/** Fields removed from every log line, at any depth. */
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
 * Writes to `to`, by default to standard output. `isTraced`: lines of a sampled activity have
 * `trace_id` and `span_id`.
 */
export function createLog(
  level: string,
  part: string,
  to?: DestinationStream,
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
  return to === undefined ? pino(options) : pino(options, to);
}
