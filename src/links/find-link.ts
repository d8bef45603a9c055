import type { Merchant } from '../kernel/merchants/store';
import { orProblem } from '../kernel/rules/problem';
import type { Deps } from '../deps';
import type { PaymentLink } from './rules/payment-link';
import * as links from './store/payment-links';

export {
  amountOf as payableAmount,
  linkStateAt,
  linkStates,
  type LinkState,
  type PaymentLink,
} from './rules/payment-link';

/** Throws Problem `payment_link_not_found`, also for another merchant's. */
export async function findLink(
  { db }: Pick<Deps, 'db'>,
  { id }: Pick<Merchant, 'id'>,
  linkId: string,
): Promise<PaymentLink> {
  return orProblem(await links.findLink(db, id, linkId), 'payment_link_not_found');
}

/** Newest first. */
export const listLinks = (
  { db }: Pick<Deps, 'db'>,
  { id }: Pick<Merchant, 'id'>,
  slice: links.LinkSlice,
): Promise<links.LinkPage> => links.listLinks(db, id, slice);
