import type { Found, FoundReturn } from '../connector';
import { walkPages } from '../listing';
import { reportedReturns, returnOf, type Returned } from '../returns';
import { readPage } from './lists';
import type { StripeApi } from './api';
import { dispute, orderIdOf, refund, type PaymentIntent, type Tagged } from './wire';

/** A refund in these states takes nothing from the payment. */
const undone: readonly string[] = ['failed', 'canceled'];
/** While Stripe only asks about a payment, and once a dispute is won, the money is ours. */
const withoutLoss = /^(?:won|prevented|warning_\w+)$/;

/**
 * Adds money of a payment intent that is no longer ours: refunds that the gateway did not request,
 * and disputes unless they are won. Without all answers the outcome is partial.
 */
export async function withReturns(
  api: StripeApi,
  { id, latest_charge: charge }: PaymentIntent,
  found: Found,
  orderId: string,
): Promise<Found> {
  if (found.kind !== 'succeeded' || typeof charge !== 'object' || charge === null) return found;
  const refundedSatang = charge.amount_refunded;
  const refunds =
    refundedSatang > 0 || charge.refunded
      ? await foreignRefunds(api, id, orderId, refundedSatang)
      : [];
  const disputes = charge.disputed ? await lostDisputes(api, id, orderId) : [];
  return reportedReturns(found, [refunds, disputes]);
}

async function foreignRefunds(
  api: StripeApi,
  id: string,
  orderId: string,
  refundedSatang: number,
): Promise<Returned> {
  let listedSatang = 0;
  const foreign = await collect(api, '/v1/refunds', id, orderId, (item) => {
    const read = refund.safeParse(item).data;
    if (read === undefined) return null;
    if (undone.includes(read.status)) return [];
    listedSatang += read.amount;
    const { amount, created } = read;
    const at = typeof created === 'number' ? new Date(created * 1_000) : null;
    return orderIdOf(read) === null ? [returnOf(id, amount, at, read.id)] : [];
  });
  // The charge and its list state different amounts.
  return listedSatang === refundedSatang ? foreign : null;
}

const lostDisputes = (api: StripeApi, id: string, orderId: string): Promise<Returned> =>
  collect(api, '/v1/disputes', id, orderId, (item) => {
    const read = dispute.safeParse(item).data;
    if (read?.payment_intent !== id) return null;
    return withoutLoss.test(read.status) ? [] : [returnOf(id, read.amount, null, read.id)];
  });

/** Null when the list about the payment intent is not complete. */
async function collect(
  api: StripeApi,
  path: string,
  payment_intent: string,
  orderId: string,
  read: (item: unknown) => readonly FoundReturn[] | null,
): Promise<Returned> {
  const all: (readonly FoundReturn[] | null)[] = [];
  const walked = await walkPages<Tagged, string | null>(
    null,
    (after) => readPage(api, orderId, path, { payment_intent }, after),
    (item) => {
      all.push(read(item));
      return false;
    },
  );
  if (walked.kind !== 'complete' || all.includes(null)) return null;
  return all.flatMap((some) => some ?? []);
}
