import { pino, stdSerializers } from 'pino';
import type { DestinationStream, Logger } from 'pino';

export type { Logger };

/** Fields that never reach the log, wherever they stand. */
const secretFields = [
  'authorization',
  'apiKey',
  'secret',
  'accountNumber',
  'accountName',
  'body',
  // Where an error of Postgres quotes the row or the statement that it is about.
  'detail',
  'where',
  'internalQuery',
];

/** Writes to the standard output unless it is told where else. */
export function createLog(level: string, part: string, to?: DestinationStream): Logger {
  const options = {
    level,
    base: { part },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    // Temporal's SDK logs what an activity threw as `error`; JSON of an error by itself is {}.
    serializers: { err: stdSerializers.err, error: stdSerializers.err },
    redact: { paths: secretFields.flatMap((field) => [field, `*.${field}`]), remove: true },
  };
  return to === undefined ? pino(options) : pino(options, to);
}
