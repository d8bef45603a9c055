import { findBankCode } from '../../rules/banks';
import type { Approval, MerchantAct, OrderApproval } from '../../approvals/rules/approval';
import type { EventName } from './events';
import { netOf, type OrderFee } from '../../../fees/rules/order-fee';
import { satangToBaht } from '../../rules/money';
import type { IncomingKind, PaymentMethod } from '../../../orders/rules/kinds';
import type { MaskedPayer, ShownPayer } from '../../../orders/deposit/rules/payer-match';
import type { RefundMethod } from '../../../orders/refund/rules/refund-method';

export interface PaymentSnapshot {
  readonly id: string;
  /** Deposits have the events of payments, distinguished by this field. */
  readonly kind: IncomingKind;
  readonly status: string;
  readonly amountSatang: number;
  readonly reference: string | null;
  readonly metadata: Readonly<Record<string, unknown>> | null;
  readonly completedAt: Date | null;
  readonly late: boolean;
  /** Deposits only: the expected account paid. */
  readonly payerMatches?: boolean | null;
  /** Null until the order is paid, or when the bank did not report the payer. */
  readonly payer?: MaskedPayer | null;
  readonly failure: { readonly code: string; readonly message: string } | null;
  /** Absent and null: the payment is not of a payment link. */
  readonly paymentLinkId?: string | null;
  /** Null when the first event of the order, which has it, was deleted. */
  readonly checkoutUrl: string | null;
  /** The expired payment that this one replaces under the same link. */
  readonly previousId?: string | null;
  /** Absent before money was credited. */
  readonly creditedSatang?: number;
  readonly reversedSatang?: number;
  readonly fee?: OrderFee | null;
}

export interface EventHead {
  readonly id: string;
  readonly name: EventName;
  /** From 1, increased by one with each event of the same object. */
  readonly sequence: number;
  readonly at: Date;
}

/** After a resolution, in `*.adjusted` events. */
export interface AdjustedAmounts {
  readonly receivedSatang: number;
  readonly creditedSatang: number;
  readonly refundedSatang: number;
  readonly reversedSatang: number;
}

const isAdjusted = (head: EventHead): boolean => head.name.endsWith('.adjusted');

/** Stored once; these exact bytes are signed and sent. */
export function paymentEventBody(
  head: EventHead,
  payment: PaymentSnapshot & Partial<AdjustedAmounts>,
): string {
  return eventBody(head, {
    payment_id: payment.id,
    kind: payment.kind,
    status: payment.status,
    amount: satangToBaht(payment.amountSatang),
    currency: 'THB',
    reference: payment.reference,
    metadata: payment.metadata,
    completed_at: payment.completedAt?.toISOString() ?? null,
    late: payment.late,
    payer_matches: payment.payerMatches ?? null,
    payer: maskedPayerObject(payment.payer ?? null),
    failure: payment.failure,
    ...feeObject(payment.fee ?? null),
    ...netObject({ creditedSatang: 0, reversedSatang: 0, fee: null, ...payment }),
    ...(payment.paymentLinkId ? { payment_link_id: payment.paymentLinkId } : {}),
    checkout_url: payment.checkoutUrl,
    previous_payment_id: payment.previousId ?? null,
    ...(isAdjusted(head)
      ? {
          amount_received: satangToBaht(payment.receivedSatang ?? 0),
          amount_credited: satangToBaht(
            (payment.creditedSatang ?? 0) - (payment.reversedSatang ?? 0),
          ),
          amount_refunded: satangToBaht(payment.refundedSatang ?? 0),
          amount_reversed: satangToBaht(payment.reversedSatang ?? 0),
        }
      : {}),
  });
}

export interface WithdrawalSnapshot {
  readonly id: string;
  readonly status: string;
  readonly amountSatang: number;
  readonly username: string;
  readonly bankName: string;
  /** Masked: the full number is never sent. */
  readonly accountMask: string;
  readonly failure: { readonly code: string; readonly message: string } | null;
  readonly fee: OrderFee | null;
}

export function withdrawalEventBody(
  head: EventHead,
  withdrawal: WithdrawalSnapshot & Partial<AdjustedAmounts>,
): string {
  return eventBody(head, {
    order_id: withdrawal.id,
    status: withdrawal.status,
    amount: satangToBaht(withdrawal.amountSatang),
    currency: 'THB',
    username: withdrawal.username,
    bank_name: withdrawal.bankName,
    account_number: withdrawal.accountMask,
    failure: withdrawal.failure,
    ...feeObject(withdrawal.fee),
    ...(isAdjusted(head) ? { amount_reversed: satangToBaht(withdrawal.reversedSatang ?? 0) } : {}),
  });
}

export interface RefundSnapshot {
  readonly id: string;
  readonly paymentId: string;
  readonly status: string;
  readonly amountSatang: number;
  readonly reversedSatang: number;
  readonly reason: string | null;
  readonly refundMethod: RefundMethod;
  /** Of the refunded payment. */
  readonly paidBy: PaymentMethod;
  /** Null for a `native` refund. */
  readonly destination: { readonly bankName: string; readonly accountMask: string } | null;
  readonly metadata: Readonly<Record<string, unknown>> | null;
  readonly failure: { readonly code: string; readonly message: string } | null;
  /** Null when the refund needs none. */
  readonly approval: OrderApproval | null;
  readonly fee: OrderFee | null;
  readonly createdAt: Date;
  readonly completedAt: Date | null;
}

/** The order id with another prefix. */
export const transactionIdOf = (orderId: string): string =>
  `txn_${orderId.slice(orderId.indexOf('_') + 1)}`;

/** For API responses and events. */
export const feeObject = (fee: OrderFee | null) => ({
  fee: satangToBaht(fee?.feeSatang ?? 0),
  fee_vat: satangToBaht(fee?.vatSatang ?? 0),
});

/** For API responses and events of incoming orders. */
export const netObject = (order: Parameters<typeof netOf>[0]) => ({
  net: satangToBaht(netOf(order)),
});

/** For API responses. */
export const payerObject = (payer: ShownPayer | null) =>
  payer && { name: payer.name, ...accountObject(payer) };

/** For events: they are stored unencrypted, without a person's name. */
const maskedPayerObject = (payer: MaskedPayer | null) => payer && accountObject(payer);

const accountObject = (payer: MaskedPayer) => ({
  bank_name: payer.bankName,
  bank_code: payer.bankName === null ? null : findBankCode(payer.bankName),
  account_number: payer.accountMask,
});

/** For API responses and events. */
export const orderApprovalObject = (approval: OrderApproval | null) =>
  approval && { status: approval.status, expires_at: approval.expiresAt };

/** For API responses and events. */
export function approvalObject(approval: Approval) {
  const { amountSatang } = approval.detail;
  return {
    approval_id: approval.id,
    act: approval.act as MerchantAct,
    object_id: approval.subject,
    amount: typeof amountSatang === 'number' ? satangToBaht(amountSatang) : null,
    status: approval.status,
    proposed_by: approval.proposer.id,
    created_at: approval.createdAt.toISOString(),
    expires_at: approval.expiresAt.toISOString(),
    decided_at: approval.decidedAt?.toISOString() ?? null,
  };
}

/** For API responses and events. */
export function refundObject(refund: RefundSnapshot) {
  const { destination, paidBy } = refund;
  const payer = paidBy === 'token' ? ('token' as const) : ('payer' as const);
  return {
    refund_id: refund.id,
    payment_id: refund.paymentId,
    transaction_id: transactionIdOf(refund.id),
    amount: satangToBaht(refund.amountSatang),
    currency: 'THB' as const,
    status: refund.status,
    amount_reversed: satangToBaht(refund.reversedSatang),
    ...feeObject(refund.fee),
    method: refund.refundMethod,
    reason: refund.reason,
    destination:
      destination === null
        ? { type: payer, bank_name: null, account_number: null }
        : {
            type: 'bank_account' as const,
            bank_name: destination.bankName,
            account_number: destination.accountMask,
          },
    failure: refund.failure,
    approval: orderApprovalObject(refund.approval),
    metadata: refund.metadata,
    created_at: refund.createdAt.toISOString(),
    completed_at: refund.completedAt?.toISOString() ?? null,
  };
}

export function refundEventBody(head: EventHead, refund: RefundSnapshot): string {
  return eventBody(head, refundObject(refund));
}

export function approvalEventBody(head: EventHead, approval: Approval): string {
  return eventBody(head, approvalObject(approval));
}

/** For the merchant's other webhooks. */
export function webhookDisabledBody(
  head: EventHead,
  webhook: { readonly id: string; readonly url: string; readonly reason: string },
): string {
  return eventBody(head, { webhook_id: webhook.id, url: webhook.url, reason: webhook.reason });
}

function eventBody(head: EventHead, data: Readonly<Record<string, unknown>>): string {
  return JSON.stringify({
    id: head.id,
    event: head.name,
    data,
    timestamp: head.at.toISOString(),
    sequence: head.sequence,
  });
}
