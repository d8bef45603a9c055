import { z } from 'zod';

/**
 * As a provider names a transfer. Other text makes the answer unreadable: Postgres stores no NUL
 * and indexes no long value, so storing the answer would fail at every attempt.
 */
export const transactionId = z.string().regex(/^[!-~]{1,64}$/);
