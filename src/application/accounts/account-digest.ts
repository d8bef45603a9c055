import { emailKeyOf } from '../../db/accounts/people-form';
import type { Deps } from '../deps';

/**
 * A digest of an e-mail address for counters and logs, by a key of the installation: without it
 * nobody can find the address, or another one with the same digest.
 */
export const accountDigest = ({ vault }: Pick<Deps, 'vault'>, email: string): string =>
  vault.digest(emailKeyOf(email), 'attempts.email');
