import { findDeposit } from './store/deposits';
import { SLIPS_MAX, listSlips, type Slip, type SlipStatus } from './store/slips';
import { maskedPayer, type MaskedPayer } from './rules/payer-match';
import type { IncomingKind, PaymentMethod } from '../rules/kinds';
import type { PaymentState } from '../rules/kinds/payment';
import { orProblem } from '../../kernel/rules/problem';
import { parsePayload } from '../../kernel/rules/promptpay';
import type { Deps } from '../../deps';
import { readPayer } from '../payment/read-payer';
import { openReturnLink, type ReturnLink } from '../checkout-details';
import { findCheckout, type Replaced } from '../store/checkouts';

/**
 * A deposit or payment on its checkout. Anyone with the link sees it, so it contains nothing
 * that can be misused.
 */
export interface HostedPayment {
  readonly orderId: string;
  readonly kind: IncomingKind;
  readonly method: PaymentMethod;
  readonly merchantId: string;
  /** What is paid for, by the shop. */
  readonly description: string | null;
  /** Back to the shop. */
  readonly returnLink: ReturnLink | null;
  readonly status: PaymentState;
  readonly amountSatang: number;
  readonly receivedSatang: number;
  readonly creditedSatang: number;
  readonly reversedSatang: number;
  readonly refundedSatang: number;
  readonly late: boolean;
  /** Null for a token payment. */
  readonly ref: string | null;
  readonly billerName: string;
  /** What to enter in a banking app without scanning the QR code; null when it is no bill. */
  readonly bill: HostedBill | null;
  /** The text inside the QR code; null without one. */
  readonly payload: string | null;
  /** The step at the card's bank that a token payment requires of its payer. */
  readonly nextActionUrl: string | null;
  /** Whether the gateway inquires about its money. */
  readonly isInquired: boolean;
  /** What a new code under the same link would replace; null when there can be none. */
  readonly renewal: Renewal | null;
  /** Money has arrived for more than one payment under the link. */
  readonly isPaidTwice: boolean;
  /** Deposits only. */
  readonly expectedPayer: { readonly bankName: string; readonly accountMask: string } | null;
  /** Of the payment link; null for a payment without one. */
  readonly link: HostedLink | null;
  /** The account that paid, as reported by the bank. Deposits only. */
  readonly payer: MaskedPayer | null;
  readonly createdAt: Date;
  /** Null for a token payment. */
  readonly expiresAt: Date | null;
  readonly completedAt: Date | null;
  /** Deposits only. */
  readonly takesSlips: boolean;
  /** Oldest first. */
  readonly slips: readonly HostedSlip[];
  /** Slips that can still be uploaded. */
  readonly slipsLeft: number;
}

export interface HostedLink {
  /** Sold out or stopped: money would not be credited. */
  readonly isClosed: boolean;
  /** Where the money is that arrived after the end of the link; null without such money. */
  readonly beyond: 'held' | 'returning' | 'returned' | null;
}

export interface Renewal extends Replaced {
  readonly lifetimeMinutes: number;
}

export interface HostedSlip {
  readonly receivedAt: Date;
  readonly status: SlipStatus;
  /** The bank's data on the transfer, for a slip of another payment. */
  readonly wrong: {
    readonly paidSatang: number | null;
    readonly paidAt: Date | null;
    /** The bank does not know the transfer. */
    readonly isUnknown: boolean;
  } | null;
}

export interface HostedBill {
  readonly billerId: string;
  readonly ref1: string;
  readonly ref2: string | null;
}

/** By the id of the page. Throws Problem `page_not_found`. */
export async function findHostedDeposit(
  deps: Pick<Deps, 'config' | 'db' | 'providers' | 'vault'>,
  pageToken: string,
): Promise<HostedPayment> {
  const deposit = orProblem(await findDeposit(deps.db, { pageToken }), 'page_not_found');
  const [account, checkout, slips, paidBy] = await Promise.all([
    deps.providers.find(deposit.accountId),
    findCheckout(deps.db, deposit.id),
    listSlips(deps.db, deposit.id),
    deposit.creditedCallback === null ? null : readPayer(deps, deposit.creditedCallback),
  ]);
  return {
    orderId: deposit.id,
    kind: 'deposit',
    method: 'qr',
    merchantId: deposit.merchantId,
    description: checkout.description,
    returnLink: openReturnLink(deps, checkout.returnUrlSealed, deposit.id),
    status: deposit.status,
    amountSatang: deposit.amountSatang,
    receivedSatang: deposit.receivedSatang,
    creditedSatang: deposit.creditedSatang,
    reversedSatang: deposit.reversedSatang,
    refundedSatang: deposit.refundedSatang,
    late: deposit.late,
    ref: deposit.ref,
    billerName: account.connector.billerName?.(account.settings) ?? deps.config.provider.billerName,
    bill: deposit.payload === null ? null : billOf(deposit.payload),
    payload: deposit.payload,
    nextActionUrl: null,
    isInquired: deposit.isInquired,
    link: null,
    renewal: null,
    isPaidTwice: false,
    expectedPayer: { bankName: deposit.bankName, accountMask: deposit.accountMask },
    payer: maskedPayer(paidBy),
    createdAt: deposit.createdAt,
    expiresAt: deposit.expiresAt,
    completedAt: deposit.completedAt,
    takesSlips: true,
    slips: slips.map(hostedSlip),
    slipsLeft: Math.max(0, SLIPS_MAX - slips.length),
  };
}

function hostedSlip({ receivedAt, status, ...slip }: Slip): HostedSlip {
  const { isWrong, paidSatang, paidAt, verification } = slip;
  const isUnknown = verification === 'mismatch' && paidSatang === null;
  return { receivedAt, status, wrong: isWrong ? { paidSatang, paidAt, isUnknown } : null };
}

/** Null for a QR code that is no bill payment. Throws QrError when it is no payment QR code. */
export function billOf(payload: string): HostedBill | null {
  const qr = parsePayload(payload);
  if (qr.kind !== 'bill_payment') return null;
  const { billerId, ref1, ref2 } = qr;
  return { billerId, ref1, ref2 };
}
