import { findMerchant } from '../kernel/merchants/store';
import { findCallbackBody } from '../orders/callbacks/store/callbacks';
import { matchPayer } from '../orders/store/payers';
import type { FoundOrder } from '../orders/store/find-orders';
import type { Transfer } from '../ledger/rules/ledger';
import { decide, directionOf } from '../orders/rules/kinds';
import { postReceived } from '../ledger/rules/postings';
import type { Deps } from '../deps';
import { findOrderDetail, type Exception, type OrderDetail } from './find-order-detail';
import { findOrders, findOrdersWith } from '../orders/find-orders';
import { readPayer } from '../orders/payment/read-payer';
import { planCredit, type Assignee } from './assign-unknown';

type Reading = Pick<Deps, 'db' | 'providers' | 'vault'>;

export type AssignmentPlan =
  | { readonly kind: 'order'; readonly about: OrderDetail; readonly postings: readonly Transfer[] }
  | {
      readonly kind: 'merchant';
      readonly merchantId: string;
      readonly merchantName: string;
      readonly postings: readonly Transfer[];
    };

/**
 * A merchant by its id, or the only incoming order with this id, reference or bank transaction id;
 * null for none.
 */
export async function readAssignee(
  { db }: Pick<Deps, 'db'>,
  named: string,
): Promise<Assignee | null> {
  const name = named.trim();
  if (name === '') return null;
  const merchant = await findMerchant(db, name);
  if (merchant !== null) return { kind: 'merchant', merchantId: merchant.id };
  const [only, ...others] = (await findOrders({ db }, name)).filter(isIncoming);
  return only === undefined || others.length > 0 ? null : { kind: 'order', orderId: only.id };
}

const isIncoming = ({ kind }: Pick<FoundOrder, 'kind'>): boolean => directionOf(kind) === 'in';

/** Null when the money cannot go there. Writes nothing. */
export async function planAssignment(
  deps: Reading,
  exception: Exception,
  assignee: Assignee,
): Promise<AssignmentPlan | null> {
  const { movement, suspendedSatang, callback } = exception;
  const amountSatang = movement?.amountSatang ?? callback?.amountSatang ?? null;
  if (amountSatang === null) return null;
  const assigned: readonly Transfer[] =
    suspendedSatang > 0 ? [{ kind: 'assign', amountSatang }] : [];
  if (assignee.kind === 'merchant') {
    const merchant = await findMerchant(deps.db, assignee.merchantId);
    if (merchant === null) return null;
    const { id: merchantId, name: merchantName } = merchant;
    const movementId = movement?.id ?? null;
    const given = await planCredit(deps.db, exception, merchantId, amountSatang, movementId);
    const postings = [...assigned, ...given.transfers];
    return { kind: 'merchant', merchantId, merchantName, postings };
  }
  if (movement?.direction === 'out') return null;
  const about = await findOrderDetail(deps, assignee.orderId);
  const { order } = about;
  const decision = decide(order.kind, order.status, 'pay');
  const isWhole = amountSatang >= order.amountSatang - order.creditedSatang;
  const step = decision.kind === 'transition' && isWhole ? decision.step : null;
  return {
    kind: 'order',
    about,
    postings: [...assigned, ...postReceived(order, step, amountSatang)],
  };
}

/** An order that money of an unknown order may be for. */
export interface Candidate extends FoundOrder {
  /** Null when unknown. */
  readonly payerMatches: boolean | null;
}

const DAY_MS = 24 * 60 * 60_000;
const CANDIDATE_DAYS = 30;
const CANDIDATES_MAX = 5;

/**
 * Incoming orders of the same amount that were created in the 30 days before the money: those of
 * its payer first, then those that were not paid, then the newest.
 */
export async function findCandidates(
  deps: Reading,
  { movement, callback, openedAt }: Exception,
): Promise<readonly Candidate[]> {
  const amountSatang = movement?.amountSatang ?? callback?.amountSatang ?? null;
  if (amountSatang === null || movement?.direction === 'out') return [];
  const from = new Date(openedAt.getTime() - CANDIDATE_DAYS * DAY_MS);
  const found = await findOrdersWith(deps, { amountSatang, from, until: openedAt });
  const payer =
    callback === null ? null : await readPayer(deps, await findCallbackBody(deps.db, callback.id));
  const candidates = await Promise.all(
    found.filter(isIncoming).map(async (order) => ({
      ...order,
      payerMatches: await matchPayer(deps, order.id, payer),
    })),
  );
  const rank = ({ payerMatches, status }: Candidate) =>
    (payerMatches === true ? 0 : payerMatches === false ? 4 : 2) + (status === 'succeeded' ? 1 : 0);
  return candidates
    .toSorted((a, b) => rank(a) - rank(b) || b.createdAt.getTime() - a.createdAt.getTime())
    .slice(0, CANDIDATES_MAX);
}
