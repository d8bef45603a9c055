import { pino } from 'pino';
import type { Logger } from 'pino';

export type { Logger };

/** Fields that never reach the log, wherever they stand. */
const secretFields = ['authorization', 'apiKey', 'secret', 'accountNumber', 'accountName', 'body'];

export function createLog(level: string, part: string): Logger {
  return pino({
    level,
    base: { part },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    redact: { paths: secretFields.flatMap((field) => [field, `*.${field}`]), remove: true },
  });
}
