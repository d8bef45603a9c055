import { unreachable, unreadable } from '../answers';
import type { Found, FoundReturn } from '../connector';
import { reportedReturns, returnOf, type Returned } from '../returns';
import type { OmiseApi } from './api';
import { walkList } from './lists';
import { dispute, refund, type Charge, type Dispute } from './objects';

const CLOCK_SKEW_MS = 60_000;
/** The gateway's own refunds. `metadata.order_id` is a common key of other software. */
const ourRefund = /^re_[0-9a-z]{26}$/;

/**
 * Adds money of a paid charge that is no longer ours: refunds that the gateway did not request, and
 * a dispute unless it is won. Without all answers the outcome is partial.
 */
export async function withReturns(
  api: OmiseApi,
  object: Charge,
  found: Found,
  orderId: string,
): Promise<Found> {
  if (found.kind !== 'succeeded') return found;
  const refunds = object.refunded_amount > 0 ? await foreignRefunds(api, object, orderId) : [];
  const disputed = await disputedPart(api, object, orderId);
  return reportedReturns(found, [refunds, disputed]);
}

async function foreignRefunds(
  api: OmiseApi,
  { id, created_at: createdAt, refunded_amount: refundedSatang }: Charge,
  orderId: string,
): Promise<Returned> {
  const foreign: FoundReturn[] = [];
  let listedSatang = 0;
  let isReadable = true;
  const from = createdAt.getTime() - CLOCK_SKEW_MS;
  const window = { path: `/charges/${id}/refunds`, from, to: Date.now() + CLOCK_SKEW_MS, orderId };
  const walked = await walkList(api, window, (item) => {
    const read = api.read(refund, item);
    if (read === null) isReadable = false;
    else {
      listedSatang += read.amount;
      const isOurs = ourRefund.test(read.metadata?.order_id ?? '');
      if (!isOurs) foreign.push(returnOf(id, read.amount, read.created_at, read.id));
    }
    return false;
  });
  if (walked.kind !== 'complete') return null;
  // The charge and its list state different amounts.
  return isReadable && listedSatang === refundedSatang ? foreign : null;
}

async function disputedPart(
  api: OmiseApi,
  { id, dispute: stated }: Charge,
  orderId: string,
): Promise<Returned> {
  if (stated === null || stated === undefined) return [];
  let read: Dispute;
  if (typeof stated === 'string') {
    const answer = await api.call(dispute, { method: 'GET', path: `/disputes/${stated}`, orderId });
    if (answer.kind !== 'ok' || answer.object.id !== stated) return null;
    read = answer.object;
  } else read = stated;
  return read.status === 'won' ? [] : [returnOf(id, read.amount, null, read.id)];
}

/** A flag contradicts the status. Such a charge decides nothing. */
export const contradicts = ({ status, paid, expired }: Charge): boolean =>
  (status === 'successful' && expired) || ((status === 'failed' || status === 'expired') && paid);

/** The whole charge was returned although its status may be another. */
export const isReversed = ({ status, reversed, voided, refunded_amount: refunded }: Charge) =>
  status === 'reversed' || reversed || (voided && refunded === 0);

export const contradictory = unreachable(unreadable);
