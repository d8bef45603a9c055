import { listInvitations, type Invitation } from '../people/store/invitations';
import { listMembers, type Member } from '../people/store/memberships';
import { findMerchantFacts, type MerchantFacts } from '../merchants/store/merchant-overview';
import { listApiKeys, type ApiKey } from '../merchants/store/api-keys';
import { listOrders, type Order } from '../orders/store/orders';
import { listWebhooks, type Webhook } from '../webhooks/store/webhooks';
import { orProblem } from '../kernel/rules/problem';
import type { Deps } from '../deps';

export {
  pageOfMerchants,
  type ListedMerchant,
  type MerchantState,
} from '../merchants/store/merchant-overview';
export type { MerchantFacts };

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
  const merchant = orProblem(await findMerchantFacts(db, merchantId), 'merchant_not_found');
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
