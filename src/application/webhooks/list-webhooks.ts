import type { Merchant } from '../../db/accounts/merchants';
import * as webhooks from '../../db/webhooks/webhooks';
import type { Webhook } from '../../db/webhooks/webhooks';
import type { Deps } from '../deps';

export { WEBHOOKS_MAX } from '../../db/webhooks/webhooks';

/** Newest first. WEBHOOKS_MAX fits on one page. */
export async function listWebhooks(
  deps: Pick<Deps, 'db'>,
  merchant: Merchant,
): Promise<readonly Webhook[]> {
  return webhooks.listWebhooks(deps.db, merchant.id);
}
