import { createHash } from 'node:crypto';
import { emailKeyOf } from '../../db/accounts/people';

/** Stands for an account where its e-mail address must not be kept: in counters and in the log. */
export const accountDigest = (email: string): string =>
  createHash('sha256').update(emailKeyOf(email)).digest('base64url').slice(0, 22);
