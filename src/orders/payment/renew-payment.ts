import { createHash } from 'node:crypto';
import type { IdempotencyClaim } from '../../kernel/idempotency/store';
import { findMerchant } from '../../kernel/merchants/store';
import { orProblem, Problem } from '../../kernel/rules/problem';
import type { Deps } from '../../deps';
import type { HostedPayment } from '../deposit/find-hosted-deposit';
import { openReturnUrl } from '../checkout-details';
import { payersShare } from '../open-order-quota';
import { countOpenOrders } from '../store/order-counts';
import { findCheckout } from '../store/checkouts';
import {
  createQrCode,
  findCreatedQrCode,
  noClient,
  writeWithin,
  type QrTerms,
} from './create-qr-code';
import { findCreatedTokenPayment } from './create-token-payment';
import { findOpenOrdersMax, lockRenewable } from './store/chains';

/**
 * Creates the QR payment that replaces an expired one, or a card that has failed, under the same
 * link, with the same amount, reference and lifetime. Two presses at once create one. Throws
 * Problem `state_conflict` when the payment cannot be replaced (any more), `open_orders_exceeded`,
 * or as `createQrCode` does.
 */
export async function renewPayment(deps: Deps, hosted: HostedPayment): Promise<void> {
  const { renewal, merchantId, description } = hosted;
  if (renewal === null) throw new Problem('state_conflict');
  const { previousId, chainId } = renewal;
  const [merchant, max, original, { returnUrlSealed }] = await Promise.all([
    findMerchant(deps.db, merchantId),
    findOpenOrdersMax(deps.db, merchantId),
    findTerms(deps, hosted),
    findCheckout(deps.db, hosted.orderId),
  ]);
  const shop = orProblem(merchant, 'page_not_found');
  if (shop.status === 'disabled' || original === null) throw new Problem('state_conflict');
  await demandRoom(deps, merchantId, max);
  const { amountSatang, reference, metadata, client } = original;
  const returnUrl = openReturnUrl(deps, returnUrlSealed);
  const expiryMinutes = renewal.lifetimeMinutes;
  const request = { amountSatang, reference, metadata, client, expiryMinutes };
  const write = writeWithin(deps, async (trx, create) => {
    if (!(await lockRenewable(trx, previousId, chainId))) throw new Problem('state_conflict');
    return create();
  });
  const placement = { paymentLinkId: null, replaces: renewal, write };
  const claim = claimOf(merchantId, previousId);
  await createQrCode(deps, shop, { ...request, description, returnUrl }, claim, placement);
}

/** Null for a payment that never got a code. */
const findTerms = async (deps: Deps, { method, orderId }: HostedPayment): Promise<QrTerms | null> =>
  method === 'token'
    ? { ...(await findCreatedTokenPayment(deps, orderId)), client: noClient }
    : findCreatedQrCode(deps, orderId);

const claimOf = (merchantId: string, previousId: string): IdempotencyClaim => ({
  merchantId,
  operation: 'renewPayment',
  key: previousId,
  fingerprint: createHash('sha256').update(previousId).digest(),
});

async function demandRoom({ db }: Deps, merchantId: string, max: number | null): Promise<void> {
  if (max === null) return;
  const share = payersShare(max);
  if ((await countOpenOrders(db, merchantId, share)) >= share) {
    throw new Problem('open_orders_exceeded');
  }
}
