import type { Brand } from '../../pages/kit/brand';
import { createHash } from 'node:crypto';
import type { Shop } from '../../business/find-business';
import type { HostedPayment } from '../deposit/find-hosted-deposit';
import type { ProblemCode } from '../../kernel/rules/problem';
import type { Language } from '../../pages/kit/language';

/** The state that the customer sees, derived from the status, the slips and the time. */
export const depositStates = [
  'waiting',
  'checking',
  'resend',
  'wrong_slip',
  'short',
  'paid',
  'expired',
  'failed',
] as const;
/**
 * `authenticate`: the card's bank requires a step of the payer. `charging`: nothing to do.
 * `beyond_link`: the money arrived after the end of a payment link. `link_closed`: it would now.
 */
export const pageStates = [
  ...depositStates,
  'authenticate',
  'charging',
  'beyond_link',
  'link_closed',
] as const;
export type PageState = (typeof pageStates)[number];
export type Slip = HostedPayment['slips'][number];

export interface DepositView {
  readonly brand: Brand;
  readonly deposit: HostedPayment;
  readonly shop: Shop;
  readonly state: PageState;
  readonly pageToken: string;
  readonly language: Language;
  readonly nowMs: number;
  readonly publicUrl: string;
  readonly isSandbox: boolean;
  readonly refusal: ProblemCode | null;
  /** Whether the page reloads itself without a script. A reload discards a chosen file. */
  readonly reloads: boolean;
}

/**
 * After this the page shows the status of the deposit again, even if the slip is still unreviewed.
 */
const CHECKING_MS_MAX = 24 * 60 * 60 * 1000;

/** Readable or not yet processed, and not known to belong to another payment. */
const isPromising = ({ status, wrong }: Slip): boolean =>
  wrong === null && (status === 'received' || status === 'parsed');

/** The transfer that an unreadable slip shows may exist. */
const isUnread = (slip: Slip): boolean =>
  slip.wrong === null && !isPromising(slip) && slip.status !== 'wrong_qr';

/** The workflow may expire the deposit some seconds after `expiresAt`. */
const isPayable = (deposit: HostedPayment, nowMs: number): boolean =>
  deposit.status === 'pending' && deposit.expiresAt !== null && deposit.expiresAt.getTime() > nowMs;

export function pageStateOf(deposit: HostedPayment, nowMs: number): PageState {
  if (deposit.status === 'succeeded') return 'paid';
  if (deposit.link !== null && deposit.link.beyond !== null) return 'beyond_link';
  if (deposit.receivedSatang > 0) return 'short';
  if (deposit.method === 'token') return cardStateOf(deposit);
  if (isChecking(deposit, nowMs)) return 'checking';
  if (deposit.status === 'failed') return 'failed';
  if (!isPayable(deposit, nowMs)) return 'expired';
  if (deposit.link?.isClosed === true) return 'link_closed';
  // A customer who may have paid must not see the QR code first.
  if (deposit.slips.some(isUnread)) return 'resend';
  return deposit.slips.some(({ wrong }) => wrong !== null) ? 'wrong_slip' : 'waiting';
}

function cardStateOf({ status, nextActionUrl }: HostedPayment): PageState {
  if (status !== 'pending') return 'failed';
  return nextActionUrl === null ? 'charging' : 'authenticate';
}

const withoutQr: ReadonlySet<PageState> = new Set(['short', 'beyond_link', 'link_closed']);

/** The QR code may be inside a collapsed `details`. */
export const hasQr = (deposit: HostedPayment, state: PageState, nowMs: number): boolean =>
  !withoutQr.has(state) && deposit.payload !== null && isPayable(deposit, nowMs);

/** Only slips uploaded after the deposit ended: earlier ones have been taken into account. */
function isChecking({ status, slips, completedAt, expiresAt }: HostedPayment, nowMs: number) {
  const endedAt = status === 'pending' ? null : (completedAt ?? expiresAt);
  return slips.some(
    (slip) =>
      isPromising(slip) &&
      (endedAt === null || slip.receivedAt > endedAt) &&
      slip.receivedAt.getTime() + CHECKING_MS_MAX > nowMs,
  );
}

/** Covers everything the page shows except the time. */
export function versionOf(deposit: HostedPayment, state: PageState): string {
  const { status, receivedSatang, late, expiresAt, completedAt, slips, slipsLeft } = deposit;
  const { nextActionUrl, link } = deposit;
  const money = [status, receivedSatang, late, expiresAt, completedAt, link?.beyond];
  const chain = [deposit.orderId, deposit.renewal, deposit.isPaidTwice];
  const shown = [state, ...money, slips, slipsLeft, nextActionUrl, ...chain];
  return createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 22);
}
