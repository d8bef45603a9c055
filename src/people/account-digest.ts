import { emailKeyOf } from './store/people-form';
import type { Deps } from '../deps';

/**
 * For counters and logs. Keyed per installation, so an address cannot be tested against a digest.
 */
export const accountDigest = ({ vault }: Pick<Deps, 'vault'>, email: string): string =>
  vault.digest(emailKeyOf(email), 'attempts.email');
