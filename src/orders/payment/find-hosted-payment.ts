import { orProblem } from '../../kernel/rules/problem';
import { openNextAction } from '../../platform/observe/request-subject';
import type { Deps } from '../../deps';
import {
  billOf,
  findHostedDeposit,
  type HostedLink,
  type HostedPayment,
} from '../deposit/find-hosted-deposit';
import { openReturnLink } from '../checkout-details';
import { findCheckout } from '../store/checkouts';
import { findQrPayment, findTokenPayment, type Order, type QrPayment } from '../store/orders';

type HostedDeps = Pick<Deps, 'config' | 'db' | 'providers' | 'vault'>;

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
  const payment = orProblem(await findQrPayment(deps.db, qrCodeId), 'page_not_found');
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
  };
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
