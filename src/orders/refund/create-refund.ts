import * as refunds from './store/create-refund';
import type { OutboxMessage } from '../../kernel/outbox/store/messages';
import { claimKey, type IdempotencyClaim } from '../../kernel/idempotency/store';
import { lockRefundablePayment } from './store/refunds';
import type { Db } from '../../platform/postgres/connect';
import type { RefundSnapshot } from '../../kernel/events/rules/event-bodies';
import { Problem } from '../../kernel/rules/problem';
import { newId } from '../../platform/new-id';
import type { BankAccount } from '../../platform/observe/request-subject';
import {
  approvalsOf,
  payeeDigestOf,
  requestPayoutApproval,
} from '../../merchants/approval-rules/payout-approval';
import {
  findOrderOfKey,
  repeatWhileFreed,
  type Placed,
} from '../../kernel/idempotency/idempotency';
import { recordAuditEvent, type AuditContext } from '../../kernel/audit/record-audit-event';
import type { Deps } from '../../deps';
import {
  destinationOf,
  findRefundTerms,
  isPayerAccount,
  maskedDestination,
  refundableAmount,
  type Refunder,
} from './refund-terms';
import { writeRefund } from './write-refund';

export interface RefundRequest {
  readonly paymentId: string;
  /** Null refunds the remaining amount. */
  readonly amountSatang: number | null;
  readonly reason: string | null;
  readonly metadata: Readonly<Record<string, unknown>> | null;
  /** Null refunds to the payer's account, else to the expected payer's. */
  readonly destination: BankAccount | null;
}

/** As created, whatever has become of the refund since. */
export type CreatedRefund = RefundSnapshot & { readonly status: 'pending' };

/**
 * Reserves the amount on the payment and holds it on the balance, in the transaction that creates
 * the refund. Throws Problem `payment_not_found`, `payment_not_refundable`, `refund_window_passed`,
 * `refund_exceeds_remaining`, `partial_refund_not_supported`, `missing_destination`,
 * `destination_not_supported`, `permission_denied`, `insufficient_funds` or
 * `payout_limit_exceeded`.
 */
export const createRefund = (
  deps: Deps,
  audit: AuditContext,
  merchant: Refunder,
  request: RefundRequest,
  claim: IdempotencyClaim | null,
): Promise<Placed<CreatedRefund>> =>
  repeatWhileFreed(() => place(deps, audit, merchant, request, claim));

/** Null when the key was in use and is free again. */
async function place(
  deps: Deps,
  audit: AuditContext,
  merchant: Refunder,
  request: RefundRequest,
  claim: IdempotencyClaim | null,
): Promise<Placed<CreatedRefund> | null> {
  const createdAt = new Date();
  const id = newId('re_', createdAt.getTime());
  const made = await deps.db.transaction(async (trx) => {
    // First, so that a concurrent request with the same key waits for this transaction.
    if (claim !== null && !(await claimKey(trx, claim, { orderId: id }))) return null;
    const { refund, messages } = await create(deps, trx, audit, merchant, {
      ...request,
      id,
      createdAt,
    });
    await recordRefund(deps, trx, audit, refund);
    return { refund, messages };
  });
  if (made !== null) {
    deps.outbox.enqueue(made.messages);
    return { order: made.refund, isReplay: false };
  }
  const firstId = await findOrderOfKey(deps, claim);
  if (firstId === null) return null;
  return { order: await findCreatedRefund(deps, firstId), isReplay: true };
}

export const findCreatedRefund = async (
  { db }: Pick<Deps, 'db'>,
  id: string,
): Promise<CreatedRefund> => ({ ...(await refunds.findCreatedRefund(db, id)), ...pending });

const pending = {
  status: 'pending',
  reversedSatang: 0,
  failure: null,
  completedAt: null,
} as const;

async function recordRefund(
  deps: Deps,
  trx: Db,
  audit: AuditContext,
  { id, paymentId, amountSatang, destination }: RefundSnapshot,
): Promise<void> {
  const detail = { payment: paymentId, amountSatang, ...paidTo(destination) };
  await recordAuditEvent(deps, trx, audit, 'refund.created', { subject: id, detail });
}

const paidTo = (destination: RefundSnapshot['destination']) =>
  destination === null ? {} : { bank: destination.bankName, account: destination.accountMask };

async function create(
  deps: Deps,
  trx: Db,
  audit: AuditContext,
  merchant: Refunder,
  request: RefundRequest & { readonly id: string; readonly createdAt: Date },
): Promise<{ readonly refund: CreatedRefund; readonly messages: readonly OutboxMessage[] }> {
  const { paymentId, reason, metadata, id, createdAt } = request;
  const payment = await lockRefundablePayment(trx, merchant.id, paymentId);
  if (payment === null) throw new Problem('payment_not_found');
  const terms = await findRefundTerms(deps, payment);
  const amountSatang = refundableAmount(payment, terms, request.amountSatang);
  const within = { ...deps, db: trx };
  const account = await destinationOf(within, payment, terms, merchant, request.destination);
  const destination = maskedDestination(account);
  const detail = { amountSatang, payment: paymentId, ...paidTo(destination) };
  // A refund to the account that paid makes it no known payee: every customer would be one.
  const isToPayer = account === null || (await isPayerAccount(deps, payment, account));
  const payeeDigest = isToPayer ? null : payeeDigestOf(deps.vault, account);
  const about = { merchantId: merchant.id, orderId: id, detail, payeeDigest };
  const payout = { kind: 'refund', ...about } as const;
  const needs = await approvalsOf(deps, trx, audit, payout);
  const { messages, fee } = await writeRefund(deps, trx, {
    orderId: id,
    merchantId: merchant.id,
    accountId: payment.accountId,
    amountSatang,
    paymentId,
    refundMethod: terms.method,
    reason,
    metadata,
    account,
    awaitsApproval: needs !== 0,
    payeeDigest,
    createdAt,
  });
  const approval =
    needs !== 0 ? await requestPayoutApproval(deps, trx, audit, payout, needs) : null;
  const refund: CreatedRefund = {
    id,
    paymentId,
    amountSatang,
    refundMethod: terms.method,
    paidBy: payment.method,
    reason,
    destination,
    metadata,
    approval: approval && {
      id: approval.id,
      status: 'pending',
      expiresAt: approval.expiresAt.toISOString(),
    },
    fee,
    createdAt,
    ...pending,
  };
  return { refund, messages };
}
