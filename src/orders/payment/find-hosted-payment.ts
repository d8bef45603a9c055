import { orProblem } from '../../kernel/rules/problem';
import { openNextAction } from '../../platform/observe/request-subject';
import type { Deps } from '../../deps';
import {
  billOf,
  findHostedDeposit,
  type HostedLink,
  type HostedPayment,
  type Renewal,
} from '../deposit/find-hosted-deposit';
import { openReturnLink } from '../checkout-details';
import { findCheckout } from '../store/checkouts';
import { findQrPayment, findTokenPayment, type Order, type QrPayment } from '../store/orders';
import { findChain, type ChainedPayment } from './store/chains';

type HostedDeps = Pick<Deps, 'config' | 'db' | 'providers' | 'vault'>;

/** Payments under one link. A constraint of `checkouts` has it too. */
const CHAIN_MAX = 5;
/** After the deadline. An older order is seldom what its payer still wants. */
const RENEWABLE_MS = 7 * 24 * 60 * 60 * 1000;

/**
 * The token is the page id of a deposit or token payment, or the id of a QR code, which grants the
 * same access as for the picture of the code. The page of a payment shows no payer, because its
 * link may be shared. Throws Problem `page_not_found`.
 */
export function findHostedPayment(deps: HostedDeps, token: string): Promise<HostedPayment> {
  if (token.startsWith('ct_')) return hostedTokenPayment(deps, token);
  return token.startsWith('qr_') ? hostedQrPayment(deps, token) : findHostedDeposit(deps, token);
}

async function hostedQrPayment(deps: HostedDeps, qrCodeId: string): Promise<HostedPayment> {
  const named = orProblem(await findQrPayment(deps.db, qrCodeId), 'page_not_found');
  const chain = named.chainId === null ? [] : await findChain(deps.db, named.chainId);
  const payment = await shownOf(deps, named, chain);
  const { ref, payload, isInquired, expiresAt } = payment;
  return {
    ...(await hostedOrder(deps, payment)),
    method: 'qr',
    status: payment.status,
    ref,
    bill: billOf(payload),
    payload,
    nextActionUrl: null,
    isInquired,
    link: linkOf(payment),
    expiresAt,
    renewal: renewalOf(payment, chain),
    isPaidTwice: chain.filter(({ receivedSatang }) => receivedSatang > 0).length > 1,
  };
}

/** The paid one of a chain, or one that has money, or else the newest that has a code. */
async function shownOf(
  { db }: HostedDeps,
  named: QrPayment,
  chain: readonly ChainedPayment[],
): Promise<QrPayment> {
  const paid = chain.find(({ status }) => status === 'succeeded');
  const short = chain.find(({ receivedSatang }) => receivedSatang > 0);
  const shown = paid ?? short ?? chain.findLast(({ hasCode }) => hasCode);
  if (shown === undefined || shown.orderId === named.id) return named;
  return orProblem(await findQrPayment(db, shown.qrCodeId), 'page_not_found');
}

/** Null also for a payment of a payment link, whose own page starts payments. */
function renewalOf(payment: QrPayment, chain: readonly ChainedPayment[]): Renewal | null {
  const { id, status, createdAt, expiresAt, paymentLinkId } = payment;
  const last = chain.at(-1);
  const { orderId: previousId, place } = last ?? { orderId: id, place: 1 };
  const hasMoney = payment.receivedSatang > 0 || chain.some((each) => each.receivedSatang > 0);
  const isOpening = last?.status === 'pending' && last.orderId !== id;
  const isOld = Date.now() - expiresAt.getTime() > RENEWABLE_MS;
  if (status !== 'expired' || paymentLinkId !== null || hasMoney || isOpening || isOld) return null;
  if (place >= CHAIN_MAX) return null;
  const lifetimeMinutes = Math.ceil((expiresAt.getTime() - createdAt.getTime()) / 60_000);
  const chainId = payment.chainId ?? id;
  return { previousId, chainId, place: place + 1, lifetimeMinutes: Math.max(1, lifetimeMinutes) };
}

async function hostedTokenPayment(deps: HostedDeps, pageToken: string): Promise<HostedPayment> {
  const payment = orProblem(await findTokenPayment(deps.db, pageToken), 'page_not_found');
  const { status, nextActionSealed: sealed } = payment;
  const isRequired = status === 'pending' && sealed !== null;
  return {
    ...(await hostedOrder(deps, payment)),
    method: 'token',
    status,
    ref: null,
    bill: null,
    payload: null,
    nextActionUrl: isRequired ? openNextAction(deps.vault, sealed).url : null,
    isInquired: false,
    link: null,
    expiresAt: null,
    renewal: null,
    isPaidTwice: false,
  };
}

async function hostedOrder(deps: HostedDeps, order: Order) {
  const [account, checkout] = await Promise.all([
    deps.providers.find(order.accountId),
    findCheckout(deps.db, order.id),
  ]);
  return {
    orderId: order.id,
    kind: 'payment' as const,
    merchantId: order.merchantId,
    description: checkout.description,
    returnLink: openReturnLink(deps, checkout.returnUrlSealed, order.id),
    amountSatang: order.amountSatang,
    receivedSatang: order.receivedSatang,
    creditedSatang: order.creditedSatang,
    reversedSatang: order.reversedSatang,
    refundedSatang: order.refundedSatang,
    late: order.late,
    billerName: account.connector.billerName?.(account.settings) ?? deps.config.provider.billerName,
    expectedPayer: null,
    payer: null,
    createdAt: order.createdAt,
    completedAt: order.completedAt,
    takesSlips: false,
    slips: [],
    slipsLeft: 0,
  };
}

function linkOf(payment: QrPayment): HostedLink | null {
  const { isLinkClosed, beyondLink } = payment;
  if (isLinkClosed === null) return null;
  return { isClosed: isLinkClosed, beyond: beyondLink === null ? null : whereabouts(payment) };
}

/** A refund that has failed leaves the money where it was. */
function whereabouts({ beyondLink, refundingSatang, refundedSatang }: QrPayment) {
  const returnedWays = beyondLink?.split('+') ?? [];
  if (returnedWays.includes('refund') && refundingSatang > 0) {
    return refundedSatang >= refundingSatang ? 'returned' : 'returning';
  }
  return returnedWays.length === 1 && returnedWays[0] === 'return' ? 'returned' : 'held';
}
