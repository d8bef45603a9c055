import { emailKeyOf } from '../../db/accounts/people-form';
import type { Deps } from '../deps';

/**
 * For counters and logs. Keyed per installation, so that nobody can test an address against a
 * digest.
 */
export const accountDigest = ({ vault }: Pick<Deps, 'vault'>, email: string): string =>
  vault.digest(emailKeyOf(email), 'attempts.email');
