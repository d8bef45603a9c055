import { isSilence } from '../../platform/observe/silence';

const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
/**
 * Postgres error codes after which the same request can succeed: connection failure (class 08),
 * transaction rollback (40), insufficient resources (53), operator intervention or timeout (57),
 * and read-only during a failover (25006).
 */
const postgresCodes = /^(08...|40...|53...|57...|25006)$/;
/** Messages of driver errors that have no code. Knex puts the statement before the message. */
const driverMessages =
  /(?:^| - )(Connection terminated|Client has encountered a connection error|timeout e)/;

/** Postgres is unavailable, as opposed to an invalid statement. */
export function isOutage(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { name, message, code } = error as NodeJS.ErrnoException;
  if (name === 'KnexTimeoutError' || isSilence(error) || driverMessages.test(message)) return true;
  return typeof code === 'string' && (networkCodes.has(code) || postgresCodes.test(code));
}
