import { emailKeyOf } from '../../db/accounts/people-form';
import type { Deps } from '../deps';

/**
 * For counters and logs. The key is of the installation: without it nobody can test an address
 * against a digest.
 */
export const accountDigest = ({ vault }: Pick<Deps, 'vault'>, email: string): string =>
  vault.digest(emailKeyOf(email), 'attempts.email');
