import { listInvitations, type Invitation } from '../../db/accounts/invitations';
import { listMembers, type Member } from '../../db/accounts/memberships';
import * as desk from '../../db/accounts/merchant-overview';
import type {
  ListedMerchant,
  MerchantFacts,
  MerchantPage,
  MerchantState,
} from '../../db/accounts/merchant-overview';
import { listApiKeys, type ApiKey } from '../../db/accounts/api-keys';
import { listOrders, type Order } from '../../db/orders/orders';
import { listWebhooks, type Webhook } from '../../db/webhooks/webhooks';
import { Problem } from '../../domain/problem';
import type { Deps } from '../deps';

export type { ListedMerchant, MerchantFacts, MerchantState };

/** Of all merchants, newest first; for operators only. */
export const pageOfMerchants = (
  deps: Pick<Deps, 'db'>,
  page: MerchantPage,
): Promise<{ readonly items: readonly ListedMerchant[]; readonly hasMore: boolean }> =>
  desk.pageOfMerchants(deps.db, page);

export interface MerchantDetail {
  readonly merchant: MerchantFacts;
  readonly members: readonly Member[];
  readonly invitations: readonly Invitation[];
  readonly keys: readonly ApiKey[];
  readonly webhooks: readonly Webhook[];
  /** The latest ones, newest first. */
  readonly orders: readonly Order[];
}

const ORDERS_SHOWN = 10;

/** Throws Problem `merchant_not_found`. */
export async function findMerchantDetail(
  { db, vault }: Pick<Deps, 'db' | 'vault'>,
  merchantId: string,
): Promise<MerchantDetail> {
  const merchant = await desk.findMerchantFacts(db, merchantId);
  if (merchant === null) throw new Problem('merchant_not_found');
  const team = { realm: 'merchant', merchantId } as const;
  const slice = { limit: ORDERS_SHOWN, offset: 0, after: null };
  const [members, invitations, keys, webhooks, orders] = await Promise.all([
    listMembers(db, vault, team),
    listInvitations(db, vault, team),
    listApiKeys(db, vault, merchantId),
    listWebhooks(db, merchantId),
    listOrders(db, { merchantId }).read(slice),
  ]);
  const live = keys.filter(({ revokedAt }) => revokedAt === null);
  return { merchant, members, invitations, keys: live, webhooks, orders: orders.items };
}
