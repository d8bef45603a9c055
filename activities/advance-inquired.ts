import { ApplicationFailure } from '@temporalio/common';
import {
  claimInquiry,
  findInquiredOrder,
  planInquiry,
  recordInquiry,
  type InquiredOrder,
} from '../src/orders/store/order-inquiries';
import { recordQr, recordQrClosed } from '../src/orders/payment/store/provider-qr';
import {
  NOT_OPENED,
  OPENING_MAX_MS,
  afterInquiry,
  nextInquiryAction,
  type InquiryProgress,
} from '../src/orders/rules/inquiry-plan';
import { failureOf, formerAccounts } from '../src/providers/rules/failover';
import { hangOfInquired } from '../src/orders/rules/hang';
import { isQrOfAmount } from '../src/kernel/rules/promptpay';
import type { Connector, Found, Inquiry, QrOpened } from '../src/providers/connectors/connector';
import type { Traits } from '../src/providers/connectors/traits';
import { createAdvance, type OrderAdvanced } from './advance';
import type { ActivityDeps } from './deps';
import { outcomesOf, storeOutcome } from '../src/orders/store-outcome';

/**
 * Advances an order whose money the gateway finds by inquiries: applies pending callbacks, inquires
 * when that is due (orders/rules/inquiry-plan.ts), then applies the answer like a callback. The
 * deadline applies only after an inquiry.
 */
export function createAdvanceInquired(deps: ActivityDeps) {
  const advance = createAdvance(deps);

  return async function advanceInquired(orderId: string): Promise<OrderAdvanced> {
    const moves: string[] = [];
    const webhooks: Record<string, OrderAdvanced['webhooks'][string]> = {};
    let order = await find(deps, orderId);

    async function applyNews(): Promise<void> {
      if (!order.hasNews) return;
      const advanced = await advance(orderId);
      moves.push(...advanced.moves);
      Object.assign(webhooks, advanced.webhooks);
      order = await find(deps, orderId);
    }

    await applyNews();
    const { connector } = await deps.providers.find(order.accountId);
    const { traits } = connector;
    // An account that the order had before may have received money for a code of its own.
    const hadOthers = formerAccounts(order.routing).length > 0;
    const isReusable = traits.qrLifetime === 'unlimited' || hadOthers;
    if (nextInquiryAction({ ...order, isReusable }).kind === 'inquire') {
      await inquire(deps, orderId, { ...order, isReusable }, connector);
      order = await find(deps, orderId);
      await applyNews();
    }
    await closeQr(deps, orderId, order, traits);
    const opensForMs = await waitOf(deps, orderId, { ...order, isReusable });
    const nextAt = opensForMs === null ? null : new Date(order.now.getTime() + opensForMs);
    const hang = hangOfInquired(order.accountId, order.unanswered, nextAt);
    return { status: order.status, opensForMs, moves, webhooks, hang };
  };
}

async function find({ db }: ActivityDeps, orderId: string): Promise<InquiredOrder> {
  const order = await findInquiredOrder(db, orderId);
  if (order !== null) return order;
  throw ApplicationFailure.nonRetryable(`There is no inquiry for ${orderId}.`, 'OrderNotFound');
}

/** Null when no inquiry is planned. */
async function waitOf(
  { db }: ActivityDeps,
  orderId: string,
  progress: InquiryProgress,
): Promise<number | null> {
  const action = nextInquiryAction(progress);
  switch (action.kind) {
    case 'end':
      return null;
    case 'inquire':
      // A hint arrived during the inquiry, or the planned time has just come.
      return 1;
    case 'wait':
      return action.forMs;
    case 'plan':
      await planInquiry(db, orderId, action.inMs);
      return action.inMs;
  }
}

/** Makes no inquiry when the limit of the account is reached. */
async function inquire(
  deps: ActivityDeps,
  orderId: string,
  order: InquiredOrder & InquiryProgress,
  connector: Connector,
): Promise<void> {
  const { accountId, now } = order;
  const isUrgent = order.status === 'pending' && order.expiresAt <= now;
  const asked = inquiryOf(orderId, order, connector.traits);
  await inquireOfFormer(deps, asked, order);
  const claimed = { orderId, accountId, isUrgent, now };
  const found = await findInTurn(deps, claimed, connector, asked);
  const isPartial = found?.kind === 'succeeded' && found.isPartial === true;
  const result = isPartial ? 'partial' : (found?.kind ?? 'limited');
  deps.metrics.providerCalls.inc({ call: 'ask', outcome: result });
  const issued = found?.kind === 'waiting' && !order.isOpened ? found.opened : undefined;
  const progress = issued === undefined ? order : await recordIssued(deps, orderId, order, issued);
  const effect = afterInquiry(result, progress, Math.random());
  // The inquiry of some connectors repeats the call for a code, and nobody waits to try the next
  // account: a retry of the request creates another order.
  const isRefusedHere =
    found?.kind === 'failed' &&
    !order.isOpened &&
    failureOf({ ...found, kind: 'refused' }, connector.traits.elsewhere) === 'refused_here';
  const outcomes = effect.abandons || isRefusedHere ? [abandoned] : outcomesOf(found);
  for (const outcome of outcomes) {
    const isStored = effect.abandons || effect.stores || outcome.reported === 'reversed';
    if (isStored) await storeOutcome(deps, orderId, outcome, accountId);
  }
  const { nextInMs, isAnswered, unanswered, settles } = effect;
  const { isHinted } = order;
  await recordInquiry(deps.db, { orderId, nextInMs, isAnswered, isHinted, unanswered, settles });
}

/**
 * Inquires at the accounts that the order had before. They issued no code by their own account; one
 * that they issued all the same can be paid. Without an answer the next inquiry asks again.
 */
async function inquireOfFormer(
  deps: ActivityDeps,
  asked: Inquiry,
  order: InquiredOrder,
): Promise<void> {
  for (const accountId of formerAccounts(order.routing)) {
    const { connector } = await deps.providers.find(accountId);
    const claimed = { orderId: asked.orderId, accountId, isUrgent: false, now: order.now };
    if (!canFindWithoutId(connector.traits)) continue;
    // Without a deadline no connector issues a code to find one.
    const sentForMs = openedForMs(order);
    const formerly = { ...asked, providerRef: null, expiresAt: null, sentForMs };
    const found = await findInTurn(deps, claimed, connector, formerly);
    deps.metrics.providerCalls.inc({ call: 'ask', outcome: found?.kind ?? 'limited' });
    const moved = outcomesOf(found).filter(({ reported }) => reported !== 'failed');
    for (const outcome of moved) await storeOutcome(deps, asked.orderId, outcome, accountId);
  }
}

/** Null when the account has all its calls in flight, or had its calls of this second. */
async function findInTurn(
  { db, provider }: ActivityDeps,
  claimed: Omit<Parameters<typeof claimInquiry>[1], 'calls'> & { readonly now: Date },
  connector: Connector,
  asked: Inquiry,
): Promise<Found | null> {
  const { accountId, now } = claimed;
  const { qr, inquiry, callsPerSecond } = connector.traits;
  const calls = connector.inquiryCalls?.(asked, now) ?? 1;
  // An order came to such an account by a failover: its callbacks are the only evidence.
  const isSilent = qr === 'own' && inquiry.payment === 'none';
  const endTurn = provider.takeTurn?.(accountId);
  if (endTurn === null) return null;
  try {
    const isClaimed = await claimInquiry(db, { ...claimed, calls }, callsPerSecond);
    if (!isClaimed) return null;
    return isSilent ? { kind: 'waiting' } : await provider.find(asked, accountId);
  } finally {
    endTurn?.();
  }
}

const canFindWithoutId = ({ inquiry: { payment } }: Traits): boolean =>
  payment === 'our_reference' || payment === 'window';

const abandoned = { reported: 'failed', failure: NOT_OPENED } as const;

/** Returns the order with its new deadline. */
async function recordIssued<Order extends InquiredOrder & InquiryProgress>(
  deps: ActivityDeps,
  orderId: string,
  order: Order,
  { providerRef, payload, expiresAt }: Extract<QrOpened, { kind: 'opened' }>,
): Promise<Order> {
  const isOurs = isQrOfAmount(payload, order.amountSatang);
  const { accountId } = order;
  const issued = { orderId, accountId, providerRef, payload, expiresAt };
  if (!isOurs || !(await recordQr(deps.db, issued))) {
    deps.log.error({ orderId }, 'QR code of the provider is not usable');
    return order;
  }
  return { ...order, ...(await find(deps, orderId)) };
}

/** Asks once, and only after the order has ended. */
async function closeQr(
  deps: ActivityDeps,
  orderId: string,
  order: InquiredOrder,
  { qr, qrLifetime }: Traits,
): Promise<void> {
  const { status, providerRef, isQrClosed } = order;
  const isPayable = status === 'succeeded' ? qrLifetime === 'unlimited' : status !== 'pending';
  if (qr !== 'provider' || providerRef === null || isQrClosed || !isPayable) return;
  const outcome = await deps.qrProvider.closeQr(providerRef, order.accountId);
  deps.metrics.providerCalls.inc({ call: 'close_qr', outcome });
  await recordQrClosed(deps.db, orderId);
}

const inquiryOf = (orderId: string, order: InquiredOrder, { qr }: Traits): Inquiry => ({
  kind: 'payment',
  orderId,
  ref: order.ref,
  providerRef: order.providerRef,
  paymentRef: null,
  amountSatang: order.amountSatang,
  createdAt: order.createdAt,
  expiresAt: order.expiresAt,
  sentForMs: qr === 'provider' ? openedForMs(order) : null,
});

/** Since the end of the last call that may have issued its QR code, by the database's clock. */
const openedForMs = ({ createdAt, now }: Pick<InquiryProgress, 'now'> & InquiredOrder): number =>
  now.getTime() - createdAt.getTime() - OPENING_MAX_MS;
