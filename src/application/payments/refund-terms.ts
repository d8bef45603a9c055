import { z } from 'zod';
import { findRefundablePayment } from '../../db/orders/refunds';
import type { RefundablePayment } from '../../db/orders/refunds';
import type { Merchant } from '../../db/accounts/merchants';
import { findBankCode, maskAccount, readAccountNumber } from '../../domain/banks';
import { allows } from '../../domain/permission';
import type { Permission } from '../../domain/permission';
import { Problem } from '../../domain/problem';
import { REFUND_WINDOW_DAYS } from '../../domain/orders/refund';
import type { BankAccount } from '../../lib/request-subject';
import type { CallbackPayer } from '../../providers/connector';
import type { Deps } from '../deps';
import { readPayer } from './find-payer';

/** Who requests a refund: a merchant, with the permission of its API key or of a person's role. */
export interface Refunder extends Merchant {
  readonly permission: Permission;
}

/** The masked destination of a refund; null for the charged token. */
export interface RefundDestination {
  readonly bankName: string;
  readonly bankCode: string | null;
  readonly accountMask: string;
}

/** The preview of a refund. */
export interface RefundPreview {
  readonly amountSatang: number;
  /** The refundable amount before this refund. */
  readonly leftSatang: number;
  /** Number of refunds of the payment in any state. */
  readonly refunds: number;
  readonly destination: RefundDestination | null;
}

/**
 * Previews a refund of a merchant's payment. Writes and reserves nothing. Throws the Problems of
 * `createRefund`, except those about the balance.
 */
export async function previewRefund(
  deps: Pick<Deps, 'db' | 'providers' | 'vault'>,
  merchant: Refunder,
  asked: {
    readonly paymentId: string;
    /** Null refunds the remaining amount. */
    readonly amountSatang: number | null;
    readonly destination: BankAccount | null;
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

export const maskedDestination = (account: BankAccount | null): RefundDestination | null =>
  account && {
    bankName: account.bankName,
    bankCode: account.bankCode,
    accountMask: maskAccount(account.accountNumber),
  };

const leftOf = ({ creditedSatang, reversedSatang, refundingSatang }: RefundablePayment): number =>
  creditedSatang - reversedSatang - refundingSatang;

/**
 * The amount to refund. Throws Problem `payment_not_refundable`, `refund_window_passed` or
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

/**
 * The destination of a refund: the one that the merchant names, else the payer, else the expected
 * payer; null for a token. An account other than the payer's requires the permission `withdraw`.
 * Throws Problem `missing_destination` or `permission_denied`.
 */
export function destinationOf(
  deps: Pick<Deps, 'providers' | 'vault'>,
  payment: RefundablePayment,
  { permission }: Pick<Refunder, 'permission'>,
  asked: BankAccount | null,
): BankAccount | null {
  if (payment.method === 'token') return null;
  const { callbackSealed, clientSealed } = payment;
  if (asked !== null && allows(permission, 'withdraw')) return asked;
  const { accountId } = payment;
  const fromPayer =
    callbackSealed === null
      ? null
      : accountOf(readPayer(deps, { bodySealed: callbackSealed, accountId }));
  if (asked !== null && (fromPayer === null || !isSameAccount(fromPayer, asked))) {
    throw new Problem('permission_denied', {
      message:
        `The permission ${permission} refunds to the account that paid only;` +
        ' another destination needs withdraw.',
      param: 'destination',
    });
  }
  if (fromPayer !== null) return fromPayer;
  const fromClient = clientSealed === null ? null : accountOf(readClient(deps, clientSealed));
  if (fromClient !== null) return fromClient;
  throw new Problem('missing_destination', { param: 'destination' });
}

/** Compares banks without a known code by their names. */
const isSameAccount = (one: BankAccount, other: BankAccount): boolean =>
  one.accountNumber === other.accountNumber &&
  (one.bankCode ?? one.bankName) === (other.bankCode ?? other.bankName);

/** Null when bank or account number is unusable. */
function accountOf(named: CallbackPayer | null): BankAccount | null {
  const bankName = named?.bankName ?? null;
  const accountNumber = readAccountNumber(named?.accountNumber ?? '');
  if (bankName === null || accountNumber === null) return null;
  const accountName = named?.accountName ?? '';
  return { bankCode: findBankCode(bankName), bankName, accountNumber, accountName };
}

const client = z.object({
  bankName: z.string(),
  bankAccount: z.string(),
  name: z.string().nullish(),
});

function readClient({ vault }: Pick<Deps, 'vault'>, sealed: string): CallbackPayer | null {
  const read = client.safeParse(JSON.parse(vault.open(sealed, 'qr_codes.client'))).data;
  if (read === undefined) return null;
  const { bankName, bankAccount: accountNumber, name: accountName = null } = read;
  return { bankName, accountNumber, accountName };
}
