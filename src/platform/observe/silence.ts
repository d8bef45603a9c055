/** The message of a connection that was closed because its server was silent. */
export const SILENCE = 'Postgres does not answer';

/** pg has a message of its own for its connection timeout. Knex puts a statement before both. */
const silence = new RegExp(`(?:^| - )(?:timeout expired|${SILENCE})$`);

/** True when a server did not answer a connection attempt or a statement in time. */
export const isSilence = (error: unknown): boolean =>
  error instanceof Error && silence.test(error.message);
