import { createHash } from 'node:crypto';
import { emailKeyOf } from '../../db/accounts/people-form';

/** A digest of an e-mail address, for counters and logs. */
export const accountDigest = (email: string): string =>
  createHash('sha256').update(emailKeyOf(email)).digest('base64url').slice(0, 22);
