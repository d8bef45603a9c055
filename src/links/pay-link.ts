import { createHash } from 'node:crypto';
import { findShop, type Shop } from '../business/find-business';
import { findKey, releaseKey, type IdempotencyClaim } from '../kernel/idempotency/store';
import { findMerchant, type Merchant } from '../kernel/merchants/store';
import { orProblem, Problem } from '../kernel/rules/problem';
import { payersShare } from '../orders/open-order-quota';
import {
  createQrCode,
  findCreatedQrCode,
  noClient,
  writeWithin,
} from '../orders/payment/create-qr-code';
import { expirePayment } from '../orders/payment/expire-payment';
import { findCreatedQrOrder } from '../orders/payment/store/provider-qr';
import type { Deps } from '../deps';
import { mayHaveLinks } from './may-have-links';
import { linkStateAt, type LinkState, type PaymentLink } from './rules/payment-link';
import { countOpenPayments, findLinkByToken, lockLink } from './store/payment-links';

/** The deadline of a payment. */
const OPEN_MINUTES = 15;
/**
 * Of one link at a time. An address starts at most 60 payments a minute, so it alone cannot reach
 * the limit within the lifetime of a payment.
 */
const OPEN_PAYMENTS_MAX = 1_000;

export interface PublicLink {
  readonly link: PaymentLink;
  readonly merchant: Merchant;
  readonly shop: Shop;
  /** `stopped` also while its merchant may not have links. */
  readonly state: LinkState;
}

/** Throws Problem `page_not_found`. */
export async function findPublicLink(
  deps: Pick<Deps, 'config' | 'db' | 'vault'>,
  token: string,
): Promise<PublicLink> {
  const link = orProblem(await findLinkByToken(deps.db, token), 'page_not_found');
  const [merchant, shop, isAllowed] = await Promise.all([
    findMerchant(deps.db, link.merchantId),
    findShop(deps, link.merchantId),
    mayHaveLinks(deps, link.merchantId),
  ]);
  const found = orProblem(merchant, 'page_not_found');
  const isClosed = found.status === 'disabled' || !isAllowed;
  const state = isClosed ? 'stopped' : linkStateAt(link, new Date());
  return { link, merchant: found, shop, state };
}

/**
 * Starts a payment on the page of an active link; returns the id of its QR code. A visitor has at
 * most one open payment of a link: a second press returns it, and a press with another amount
 * expires it. Throws Problem `payment_link_closed`, `open_orders_exceeded`, `qr_code_refused` or
 * `provider_unavailable`.
 */
export async function payLink(
  deps: Deps,
  { link, merchant, state }: PublicLink,
  visitor: string,
  amountSatang: number,
): Promise<string> {
  if (state !== 'active') throw new Problem('payment_link_closed');
  const claim = claimOf(link, visitor, amountSatang);
  const open = await findOpenPayment(deps, merchant, claim, amountSatang);
  if (open !== null) return open;
  const { metadata, title: description, returnUrl } = link;
  const request = {
    amountSatang,
    reference: null,
    expiryMinutes: OPEN_MINUTES,
    metadata,
    description,
    returnUrl,
    client: noClient,
  };
  const placement = { paymentLinkId: link.id, write: writeLinked(deps, link) };
  const { order } = await createQrCode(deps, merchant, request, claim, placement);
  return order.qrCodeId;
}

/** The key of a visitor is bound to the last payment, so that two presses at once create one. */
const claimOf = (
  { id, merchantId }: PaymentLink,
  visitor: string,
  amountSatang: number,
): IdempotencyClaim => ({
  merchantId,
  operation: 'payLink',
  key: `${id} ${createHash('sha256').update(visitor).digest('base64url')}`,
  fingerprint: createHash('sha256').update(String(amountSatang)).digest(),
});

/** Releases the key of a payment that has ended, and of one that another amount replaces. */
async function findOpenPayment(
  deps: Deps,
  merchant: Merchant,
  claim: IdempotencyClaim,
  amountSatang: number,
): Promise<string | null> {
  const used = await findKey(deps.db, claim);
  if (used === null || !('orderId' in used.bound)) return null;
  const { orderId } = used.bound;
  const order = await findCreatedQrOrder(deps.db, orderId);
  const isOpen = order.status === 'pending' && order.expiresAt > new Date();
  if (isOpen && order.amountSatang === amountSatang) {
    const created = await findCreatedQrCode(deps, orderId);
    if (created !== null) return created.qrCodeId;
  } else if (isOpen) await expireReplaced(deps, merchant, orderId);
  await releaseKey(deps.db, claim, orderId);
  return null;
}

/** Money that arrives for it later is credited as late money of the link. */
async function expireReplaced(deps: Deps, merchant: Merchant, paymentId: string): Promise<void> {
  try {
    await expirePayment(deps, null, merchant, paymentId);
  } catch (error) {
    // It was paid or has failed meanwhile.
    if (!(error instanceof Problem) || error.code !== 'state_conflict') throw error;
  }
}

/** The link is locked, so that its quota holds. */
const writeLinked = (deps: Deps, { id, merchantId }: PaymentLink) =>
  writeWithin(deps, async (trx, create) => {
    const link = await lockLink(trx, merchantId, id);
    if (link === null || linkStateAt(link, new Date()) !== 'active') {
      throw new Problem('payment_link_closed');
    }
    const { ofLink, ofMerchant, openOrdersMax } = await countOpenPayments(trx, link, OPEN_MINUTES);
    const ofMerchantMax = openOrdersMax === null ? Infinity : payersShare(openOrdersMax);
    if (ofLink >= OPEN_PAYMENTS_MAX || ofMerchant >= ofMerchantMax) {
      throw new Problem('open_orders_exceeded');
    }
    return create();
  });
