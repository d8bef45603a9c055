import { IDENTITY, listVerifications } from '../business/store/verifications';
import type { Deps } from '../deps';

/**
 * In live mode an operator has verified the names of the business: a link is public, and payers
 * trust the name on its page. The merchant cannot create this condition alone.
 */
export async function mayHaveLinks(
  { db, config }: Pick<Deps, 'config' | 'db'>,
  merchantId: string,
): Promise<boolean> {
  if (config.mode === 'sandbox') return true;
  const verified = await listVerifications(db, merchantId);
  return verified.some(({ subject }) => subject === IDENTITY);
}
