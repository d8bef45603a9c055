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
import { hasAccountFor } from '../account-for';
import { openReturnLink } from '../checkout-details';
import { findCheckout } from '../store/checkouts';
import {
  findQrPayment,
  findTokenPayment,
  type Order,
  type Payment,
  type QrPayment,
} from '../store/orders';
import { CHAIN_MAX, findChain, type ChainedPayment } from './store/chains';

type HostedDeps = Pick<Deps, 'config' | 'db' | 'providers' | 'vault'>;

/** After the deadline. An older order is seldom what its payer still wants. */
const RENEWABLE_MS = 7 * 24 * 60 * 60 * 1000;
/** The deadline of a QR code in place of a card. */
const CARD_RENEWAL_MINUTES = 15;

/**
 * The token is the page id of a deposit or token payment, or the id of a QR code, which grants the
 * same access as for the picture of the code. The page of a payment shows no payer, because its
 * link may be shared. Throws Problem `page_not_found`.
 */
export function findHostedPayment(deps: HostedDeps, token: string): Promise<HostedPayment> {
  return /^(ct|qr)_/.test(token) ? hosted(deps, token) : findHostedDeposit(deps, token);
}

async function hosted(deps: HostedDeps, pageToken: string): Promise<HostedPayment> {
  const named = await findByPage(deps, pageToken);
  const chain = named.chainId === null ? [] : await findChain(deps.db, named.chainId);
  const token = tokenOf(chain) ?? pageToken;
  const payment = token === pageToken ? named : await findByPage(deps, token);
  return {
    ...(await hostedOrder(deps, payment)),
    ...('payload' in payment ? ofQr(payment) : ofToken(deps, payment)),
    renewal: renewalOf(deps, payment, chain),
    isPaidTwice: chain.filter(({ receivedSatang }) => receivedSatang > 0).length > 1,
  };
}

const findByPage = async ({ db }: HostedDeps, pageToken: string): Promise<QrPayment | Payment> =>
  orProblem(
    await (pageToken.startsWith('ct_') ? findTokenPayment : findQrPayment)(db, pageToken),
    'page_not_found',
  );

/** Of the paid one of a chain, or one that has money, or else the newest that has a page. */
function tokenOf(chain: readonly ChainedPayment[]): string | null {
  const paid = chain.find(({ status }) => status === 'succeeded');
  const short = chain.find(({ receivedSatang }) => receivedSatang > 0);
  const newest = chain.findLast(({ pageToken }) => pageToken !== null);
  return (paid ?? short ?? newest)?.pageToken ?? null;
}

const ofQr = (payment: QrPayment) => ({
  method: 'qr' as const,
  status: payment.status,
  ref: payment.ref,
  bill: billOf(payment.payload),
  payload: payment.payload,
  nextActionUrl: null,
  isInquired: payment.isInquired,
  link: linkOf(payment),
  expiresAt: payment.expiresAt,
});

function ofToken({ vault }: HostedDeps, { status, nextActionSealed: sealed }: Payment) {
  const isRequired = status === 'pending' && sealed !== null;
  return {
    method: 'token' as const,
    status,
    ref: null,
    bill: null,
    payload: null,
    nextActionUrl: isRequired ? openNextAction(vault, sealed).url : null,
    isInquired: false,
    link: null,
    expiresAt: null,
  };
}

/**
 * An expired code, and a card that has failed, whose payer can pay by QR code if an account of the
 * merchant takes the amount. Null also for a payment of a payment link, whose own page starts
 * payments.
 */
function renewalOf(
  deps: HostedDeps,
  payment: QrPayment | Payment,
  chain: readonly ChainedPayment[],
): Renewal | null {
  const { id, status, paymentLinkId } = payment;
  const last = chain.at(-1);
  const { orderId: previousId, place } = last ?? { orderId: id, place: 1 };
  const hasMoney = payment.receivedSatang > 0 || chain.some((each) => each.receivedSatang > 0);
  const isOpening = last?.status === 'pending' && last.orderId !== id;
  const isOver = status === (payment.method === 'token' ? 'failed' : 'expired');
  if (!isOver || paymentLinkId !== null || hasMoney || isOpening || isOld(payment)) return null;
  const wanted = { kind: 'qr', amountSatang: payment.amountSatang, bankCode: null } as const;
  if (place >= CHAIN_MAX || !hasAccountFor(deps, payment.merchantId, wanted)) return null;
  const lifetimeMinutes = lifetimeOf(payment);
  return { previousId, chainId: payment.chainId ?? id, place: place + 1, lifetimeMinutes };
}

const isOld = ({ expiresAt, completedAt }: QrPayment | Payment): boolean =>
  Date.now() - (expiresAt ?? completedAt ?? new Date()).getTime() > RENEWABLE_MS;

function lifetimeOf({ createdAt, expiresAt }: QrPayment | Payment): number {
  if (expiresAt === null) return CARD_RENEWAL_MINUTES;
  return Math.max(1, Math.ceil((expiresAt.getTime() - createdAt.getTime()) / 60_000));
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
