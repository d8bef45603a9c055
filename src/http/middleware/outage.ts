/** Node's codes of a connection that cannot be made or was lost. */
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
 * Classes of Postgres codes after which the same request can succeed: lost connection (08), rolled
 * back in favour of another (40), out of resources (53), stopped by an operator or a timeout (57),
 * and a server that is read-only for the length of a failover (25006).
 */
const postgresCodes = /^(08...|40...|53...|57...|25006)$/;
/** What the driver says without a code; knex sets the statement before it. */
const driverMessages =
  /(?:^| - )(Connection terminated|Client has encountered a connection error|timeout e)/;

/** Whether an error says that Postgres cannot be asked now, rather than that we asked badly. */
export function isOutage(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { name, message, code } = error as NodeJS.ErrnoException;
  if (name === 'KnexTimeoutError' || driverMessages.test(message)) return true;
  return typeof code === 'string' && (networkCodes.has(code) || postgresCodes.test(code));
}
