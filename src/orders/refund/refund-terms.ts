import { z } from 'zod';
import { findRefundablePayment, type RefundablePayment } from './store/refunds';
import type { Merchant } from '../../kernel/merchants/store';
import {
  findBankCode,
  isSameAccount,
  maskAccount,
  readAccountNumber,
} from '../../kernel/rules/banks';
import { SATANG_PER_BAHT, formatBaht } from '../../kernel/rules/money';
import { allows, type Grant } from '../../kernel/rules/permission';
import { Problem } from '../../kernel/rules/problem';
import { REFUND_WINDOW_DAYS } from '../rules/kinds/refund';
import type { PaymentMethod } from '../rules/kinds';
import { refundMethodOf, type RefundMethod } from './rules/refund-method';
import type { BankAccount } from '../../platform/observe/request-subject';
import type { CallbackPayer } from '../../providers/connectors/connector';
import type { Deps } from '../../deps';
import { demandPayee, type PayingKey } from '../../merchants/payees';
import { readPayer } from '../payment/read-payer';

/** `permissions` are those of an API key or of a person's role. */
export interface Refunder extends Merchant, PayingKey {
  readonly permissions: readonly Grant[];
}

type RefundDeps = Pick<Deps, 'config' | 'db' | 'providers' | 'vault'>;

/** Derived from the traits of the payment's provider account. */
export interface RefundTerms {
  readonly method: RefundMethod;
  readonly isDivisible: boolean;
  /** Counted from the payment's completion. */
  readonly windowDays: number;
  /**
   * The merchant has to return the money itself: a payment of its own account never reached the
   * platform, and an operator would pay the refund from the platform's money.
   */
  readonly isOwnMoney: boolean;
}

export async function findRefundTerms(
  { providers }: Pick<Deps, 'providers'>,
  { accountId, method: paidBy }: { readonly accountId: string; readonly method: PaymentMethod },
): Promise<RefundTerms> {
  const { connector, merchantId } = await providers.find(accountId);
  const { traits } = connector;
  const method = refundMethodOf(traits.refund, paidBy);
  const isOwnMoney = method === 'manual' && merchantId !== null;
  if (method !== 'native') {
    return { method, isDivisible: true, windowDays: REFUND_WINDOW_DAYS, isOwnMoney };
  }
  const windowDays = Math.min(traits.refundDays ?? REFUND_WINDOW_DAYS, REFUND_WINDOW_DAYS);
  return { method, isDivisible: traits.partialRefunds, windowDays, isOwnMoney };
}

const OWN_MONEY =
  'Your own provider account received the payment, and its provider refunds nothing. ' +
  'Return the money from there.';

/** The account number is masked. */
export interface RefundDestination {
  readonly bankName: string;
  readonly bankCode: string | null;
  readonly accountMask: string;
}

export interface RefundPreview {
  readonly amountSatang: number;
  /** Refundable before this refund. */
  readonly leftSatang: number;
  /** Refunds of the payment in any state. */
  readonly refunds: number;
  readonly method: RefundMethod;
  /** Null for a `native` refund. */
  readonly destination: RefundDestination | null;
}

/**
 * Writes and reserves nothing. Throws the Problems of `createRefund`, except those about the
 * balance.
 */
export async function previewRefund(
  deps: RefundDeps,
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
  const terms = await findRefundTerms(deps, payment);
  const amountSatang = refundableAmount(payment, terms, asked.amountSatang);
  const account = await destinationOf(deps, payment, terms, merchant, asked.destination);
  return {
    method: terms.method,
    amountSatang,
    leftSatang: leftOf(payment),
    refunds: payment.refunds,
    destination: maskedDestination(account),
  };
}

export const maskedDestination = (account: BankAccount | null): RefundDestination | null =>
  account && {
    bankName: account.bankName,
    bankCode: account.bankCode,
    accountMask: maskAccount(account.accountNumber),
  };

type Credited = Pick<RefundablePayment, 'creditedSatang' | 'reversedSatang' | 'refundingSatang'>;

/** What was credited, less what was taken back and refunds not failed. */
export const leftOf = ({ creditedSatang, reversedSatang, refundingSatang }: Credited): number =>
  creditedSatang - reversedSatang - refundingSatang;

const isWhole = (satang: number): boolean => satang % SATANG_PER_BAHT === 0;

/**
 * Throws Problem `invalid_amount`, `payment_not_refundable`, `refund_window_passed`,
 * `refund_exceeds_remaining` or `partial_refund_not_supported`.
 */
export function refundableAmount(
  payment: RefundablePayment,
  { isDivisible, windowDays, isOwnMoney }: RefundTerms,
  asked: number | null,
): number {
  if (payment.creditedSatang === 0) {
    throw new Problem('payment_not_refundable', { message: `The payment is ${payment.status}.` });
  }
  if (isOwnMoney) throw new Problem('payment_not_refundable', { message: OWN_MONEY });
  if (payment.reversedSatang > 0 && payment.reversedSatang >= payment.creditedSatang) {
    throw new Problem('payment_not_refundable', { message: 'The payment has been reversed.' });
  }
  if (payment.completedForDays > windowDays) {
    const message = `This payment could be refunded within ${windowDays} days after it succeeded.`;
    throw new Problem('refund_window_passed', { message });
  }
  const leftSatang = leftOf(payment);
  const amountSatang = asked ?? leftSatang;
  if ([payment.creditedSatang, leftSatang].every(isWhole) && !isWhole(amountSatang)) {
    const message = 'amount must be a whole number of baht: the payment has no satang.';
    throw new Problem('invalid_amount', { param: 'amount', message });
  }
  if (amountSatang > leftSatang || leftSatang === 0) {
    const message =
      leftSatang === 0
        ? 'Nothing of the payment is left to refund.'
        : `At most ${formatBaht(leftSatang)} baht of the payment can be refunded.`;
    throw new Problem('refund_exceeds_remaining', { param: 'amount', message });
  }
  if (!isDivisible && amountSatang !== payment.creditedSatang) {
    throw new Problem('partial_refund_not_supported', { param: 'amount' });
  }
  return amountSatang;
}

/**
 * The account that the merchant names, else the payer's, else the expected payer's; null for a
 * `native` refund. An account other than the payer's requires the permission `withdrawals:write`
 * where the merchant names it, with STRICT_REFUNDS also where it is the expected payer's, and has
 * to be in the key's list of payees. Throws Problem `missing_destination`, `permission_denied`, or
 * `destination_not_supported` for a QR payment that the provider returns to its payer.
 */
export async function destinationOf(
  deps: RefundDeps,
  payment: RefundablePayment,
  { method }: RefundTerms,
  refunder: Pick<Refunder, 'permissions'> & PayingKey,
  asked: BankAccount | null,
): Promise<BankAccount | null> {
  if (method === 'native') {
    if (asked === null || payment.method === 'token') return null;
    throw new Problem('destination_not_supported', { param: 'destination' });
  }
  const mayChoose = allows(refunder.permissions, 'withdrawals:write');
  if (asked !== null && mayChoose && refunder.hasPayees !== true) return asked;
  const fromPayer = await payerOf(deps, payment);
  if (fromPayer !== null && (asked === null || isSameAccount(fromPayer, asked))) return fromPayer;
  const { clientSealed } = payment;
  const fromClient = clientSealed === null ? null : accountOf(readClient(deps, clientSealed));
  const account = asked ?? fromClient;
  if (account === null) throw new Problem('missing_destination', { param: 'destination' });
  const isChoice = asked !== null || deps.config.refunds.areStrict;
  if (isChoice && !mayChoose) {
    throw new Problem('permission_denied', {
      message:
        'Without the permission withdrawals:write, a refund goes to the account that paid only.',
      param: 'destination',
    });
  }
  await demandPayee(deps, refunder, account, 'destination');
  return account;
}

/** By the provider's evidence. */
export async function isPayerAccount(
  deps: RefundDeps,
  payment: RefundablePayment,
  account: BankAccount,
): Promise<boolean> {
  const payer = await payerOf(deps, payment);
  return payer !== null && isSameAccount(payer, account);
}

/** As the provider reported it; null if unknown. */
export async function payerOf(
  deps: Pick<RefundDeps, 'providers' | 'vault'>,
  { callbackSealed: bodySealed, accountId, isAnswer }: RefundablePayment,
): Promise<BankAccount | null> {
  if (bodySealed === null) return null;
  return accountOf(await readPayer(deps, { bodySealed, accountId, isAnswer }));
}

/** Null when bank or account number is unusable. */
export function accountOf(named: CallbackPayer | null): BankAccount | null {
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
