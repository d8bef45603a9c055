import { z } from 'zod';
import { findRefundablePayment } from '../../db/orders/refunds';
import type { RefundablePayment } from '../../db/orders/refunds';
import type { Merchant } from '../../db/accounts/merchants';
import { findBankCode, maskAccount, readAccountNumber } from '../../domain/banks';
import { allows } from '../../domain/permission';
import type { Permission } from '../../domain/permission';
import { Problem } from '../../domain/problem';
import { REFUND_WINDOW_DAYS } from '../../domain/refund';
import type { AccountSubject } from '../../lib/request-subject';
import type { Deps } from '../deps';

/** Who requests a refund: a merchant, with the permission of its API key or of a person's role. */
export interface Refunder extends Merchant {
  readonly permission: Permission;
}

/** Where a refund goes, as far as it may be shown; null for the token that was charged. */
export interface RefundDestination {
  readonly bankName: string;
  readonly bankCode: string | null;
  readonly accountMask: string;
}

/** What a refund would do, were it asked for now. */
export interface RefundPreview {
  readonly amountSatang: number;
  /** What could be given back, this included. */
  readonly leftSatang: number;
  /** How many refunds of the payment there are, whatever became of them. */
  readonly refunds: number;
  readonly destination: RefundDestination | null;
}

/**
 * What a refund of a merchant's own payment would do. Changes and promises nothing. Throws what
 * `createRefund` would, but for what the balance says.
 */
export async function previewRefund(
  deps: Pick<Deps, 'db' | 'vault'>,
  merchant: Refunder,
  asked: {
    readonly paymentId: string;
    /** Null: all that is left. */
    readonly amountSatang: number | null;
    readonly destination: AccountSubject | null;
  },
): Promise<RefundPreview> {
  const payment = await findRefundablePayment(deps.db, merchant.id, asked.paymentId);
  if (payment === null) throw new Problem('payment_not_found');
  return {
    amountSatang: refundableAmount(payment, asked.amountSatang),
    leftSatang: leftOf(payment),
    refunds: payment.refunds,
    destination: maskedDestination(destinationOf(deps, payment, merchant, asked.destination)),
  };
}

export const maskedDestination = (account: AccountSubject | null): RefundDestination | null =>
  account && {
    bankName: account.bankName,
    bankCode: account.bankCode,
    accountMask: maskAccount(account.accountNumber),
  };

const leftOf = ({ creditedSatang, reversedSatang, refundingSatang }: RefundablePayment): number =>
  creditedSatang - reversedSatang - refundingSatang;

/**
 * What is to be given back. Throws Problem `payment_not_refundable`, `refund_window_passed` or
 * `refund_exceeds_remaining`.
 */
export function refundableAmount(payment: RefundablePayment, asked: number | null): number {
  if (payment.status !== 'succeeded') {
    throw new Problem('payment_not_refundable', { message: `The payment is ${payment.status}.` });
  }
  if (payment.reversedSatang > 0 && payment.reversedSatang >= payment.creditedSatang) {
    throw new Problem('payment_not_refundable', { message: 'The payment has been reversed.' });
  }
  if (payment.completedForDays > REFUND_WINDOW_DAYS) throw new Problem('refund_window_passed');
  const leftSatang = leftOf(payment);
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

/**
 * What the merchant says, else who paid, else whom the merchant expected to pay; null for a token.
 * Naming an account other than the one that paid sends money out, and requires the permission
 * `withdraw`. Throws Problem `missing_destination` or `permission_denied`.
 */
export function destinationOf(
  deps: Pick<Deps, 'vault'>,
  payment: RefundablePayment,
  { permission }: Pick<Refunder, 'permission'>,
  asked: AccountSubject | null,
): AccountSubject | null {
  if (payment.method === 'token') return null;
  const { callbackSealed, clientSealed } = payment;
  if (asked !== null && allows(permission, 'withdraw')) return asked;
  const paid = callbackSealed === null ? null : openJson(deps, callbackSealed, 'callbacks.body');
  const fromPayer = accountOf(settling.safeParse(paid).data?.payer);
  if (asked !== null && (fromPayer === null || !isSameAccount(fromPayer, asked))) {
    throw new Problem('permission_denied', {
      message:
        `The permission ${permission} refunds to the account that paid only;` +
        ' another destination needs withdraw.',
      param: 'destination',
    });
  }
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

/** A bank without a known code is compared by its name as it was written. */
const isSameAccount = (one: AccountSubject, other: AccountSubject): boolean =>
  one.accountNumber === other.accountNumber &&
  (one.bankCode ?? one.bankName) === (other.bankCode ?? other.bankName);

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

function openJson({ vault }: Pick<Deps, 'vault'>, sealed: string, context: string): unknown {
  return JSON.parse(vault.open(sealed, context));
}
