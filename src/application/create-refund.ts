import { z } from 'zod';
import * as refunds from '../db/create-refund';
import type { Dispatch } from '../db/dispatches';
import type { IdempotencyClaim } from '../db/idempotency';
import type { Merchant } from '../db/merchants';
import { lockRefundablePayment } from '../db/refunds';
import type { RefundablePayment } from '../db/refunds';
import type { Db } from '../db/connect';
import { findBankCode, maskAccount, readAccountNumber } from '../domain/banks';
import type { RefundSnapshot } from '../domain/events';
import { Problem } from '../domain/problem';
import { REFUND_WINDOW_DAYS } from '../domain/refund';
import { newId } from '../lib/new-id';
import { sealSubject } from '../lib/request-subject';
import type { AccountSubject } from '../lib/request-subject';
import { answerOnceByWork } from './answer';
import type { Answer } from './answer';
import type { Deps } from './deps';
import { refusedHold } from './refused-hold';

export interface RefundRequest {
  readonly paymentId: string;
  /** Null: all that is left. */
  readonly amountSatang: number | null;
  readonly reason: string | null;
  readonly metadata: Readonly<Record<string, unknown>> | null;
  /** Null: the account that paid, as far as it is known; for a token, the token. */
  readonly destination: AccountSubject | null;
}

/**
 * Gives money of a payment back. What it takes of the payment and of the balance is taken in the
 * creating transaction. Throws Problem `payment_not_found`, `payment_not_refundable`,
 * `refund_window_passed`, `refund_exceeds_remaining`, `missing_destination` or
 * `insufficient_funds`, or `payout_limit_exceeded`.
 */
export async function createRefund(
  deps: Deps,
  merchant: Merchant,
  request: RefundRequest,
  claim: IdempotencyClaim | null,
  render: (created: RefundSnapshot) => string,
): Promise<Answer> {
  let dispatches: readonly Dispatch[] = [];
  const answered = await answerOnceByWork(deps, claim, 200, async (trx) => {
    const made = await create(deps, trx, merchant, request);
    dispatches = made.dispatches;
    return render(made.refund);
  });
  if (!answered.replayed) deps.dispatcher.offer(dispatches);
  return answered;
}

async function create(
  deps: Deps,
  trx: Db,
  merchant: Merchant,
  request: RefundRequest,
): Promise<{ readonly refund: RefundSnapshot; readonly dispatches: readonly Dispatch[] }> {
  const { paymentId, reason, metadata } = request;
  const payment = await lockRefundablePayment(trx, merchant.id, paymentId);
  if (payment === null) throw new Problem('payment_not_found');
  const amountSatang = refundableAmount(payment, request.amountSatang);
  const account = destinationOf(deps, payment, request.destination);
  const createdAt = new Date();
  const id = newId('re_', createdAt.getTime());
  const destination =
    account === null
      ? null
      : {
          bankName: account.bankName,
          bankCode: account.bankCode,
          accountMask: maskAccount(account.accountNumber),
        };
  const { created, dispatches } = await refunds.createRefund(trx, {
    orderId: id,
    merchantId: merchant.id,
    amountSatang,
    paymentId,
    reason,
    metadata,
    destination,
    subjectSealed: sealSubject(deps.vault, { kind: 'refund', paymentId, account }),
    createdAt,
  });
  if (!created.has(id)) throw await refusedHold(trx, merchant.id, amountSatang);
  const refund: RefundSnapshot = {
    id,
    paymentId,
    status: 'pending',
    amountSatang,
    reason,
    destination,
    metadata,
    failure: null,
    createdAt,
    completedAt: null,
  };
  return { refund, dispatches };
}

function refundableAmount(payment: RefundablePayment, asked: number | null): number {
  if (payment.status !== 'succeeded') {
    throw new Problem('payment_not_refundable', { message: `The payment is ${payment.status}.` });
  }
  if (payment.completedForDays > REFUND_WINDOW_DAYS) throw new Problem('refund_window_passed');
  const leftSatang = payment.amountSatang - payment.refundingSatang;
  const amountSatang = asked ?? leftSatang;
  if (amountSatang > leftSatang || leftSatang === 0) {
    throw new Problem('refund_exceeds_remaining', { param: 'amount' });
  }
  return amountSatang;
}

/** As the callback's body came: its text was checked at the door, and is stored as it was sent. */
const payer = z.object({
  bankName: z.string().normalize('NFC').trim().min(1),
  accountNumber: z.string(),
  accountName: z.string().normalize('NFC').trim().nullish(),
});
const settling = z.object({ payer });

/** What the merchant says, else who paid, else whom the merchant expected to pay. */
function destinationOf(
  deps: Deps,
  payment: RefundablePayment,
  asked: AccountSubject | null,
): AccountSubject | null {
  if (payment.method === 'token') return null;
  if (asked !== null) return asked;
  const { callbackSealed, clientSealed } = payment;
  const paid = callbackSealed === null ? null : openJson(deps, callbackSealed, 'callbacks.body');
  const fromPayer = accountOf(settling.safeParse(paid).data?.payer);
  if (fromPayer !== null) return fromPayer;
  const told = clientSealed === null ? null : openJson(deps, clientSealed, 'qr_codes.client');
  const client = z
    .object({ bankName: z.string(), bankAccount: z.string(), name: z.string().nullish() })
    .safeParse(told).data;
  const fromClient = accountOf(
    client && {
      bankName: client.bankName,
      accountNumber: client.bankAccount,
      accountName: client.name,
    },
  );
  if (fromClient !== null) return fromClient;
  throw new Problem('missing_destination', { param: 'destination' });
}

/** Null where it is not an account that money could go to. */
function accountOf(told: z.output<typeof payer> | undefined): AccountSubject | null {
  const accountNumber = told === undefined ? null : readAccountNumber(told.accountNumber);
  if (told === undefined || accountNumber === null) return null;
  const { bankName, accountName } = told;
  return {
    bankCode: findBankCode(bankName),
    bankName,
    accountNumber,
    accountName: accountName ?? '',
  };
}

function openJson({ vault }: Deps, sealed: string, context: string): unknown {
  return JSON.parse(vault.open(sealed, context));
}
