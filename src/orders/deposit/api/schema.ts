import { z } from 'zod';
import { TRANSFER_MAX_SATANG, TRANSFER_MIN_SATANG } from '../../../kernel/rules/money';
import { paymentMachine } from '../../rules/kinds/payment';
import {
  accountNumber,
  bahtBetween,
  filled,
  optional,
  orderId,
  text,
} from '../../../contract/fields';
import { payer } from '../../../contract/payer';
import { feeFields, netField } from '../../../contract/fee';
import { checkoutLink } from '../../../contract/checkout-url';
import { orderText, returnUrl } from '../../../contract/checkout-fields';
import { pageFields, pageQuery } from '../../../http/pagination';

const NAME_LENGTH_MAX = 100;

/** The bank-transfer API answers 400 for an out-of-range amount; its specification has no 422. */
export const transferAmount = bahtBetween(TRANSFER_MIN_SATANG, TRANSFER_MAX_SATANG);
export const personName = filled(NAME_LENGTH_MAX);

export const depositRequest = z
  .object({
    amount: transferAmount,
    userName: personName,
    firstName: personName,
    lastName: personName,
    bankName: personName,
    accountNumber,
    description: optional(orderText),
    return_url: optional(returnUrl('invalid_request')),
  })
  .meta({ id: 'DepositRequest' });

/** Every creation response of the bank-transfer API has these values. */
const created = { status: z.literal(1001), message: z.string() };

export const depositCreated = z
  .object({
    ...created,
    data: z.object({
      orderId: z.string(),
      url: z.url(),
      ref: z.string(),
      checkout_url: checkoutLink.meta({ description: 'The same as `url`.' }),
    }),
  })
  .meta({ id: 'DepositCreated' });

export const slipRequest = z
  .object({
    orderId: filled(100),
    ref: text(100),
    base64Image: z.string(),
  })
  .meta({ id: 'SlipRequest' });
export const slipAccepted = z
  .object({ ...created, data: z.object({}) })
  .meta({ id: 'SlipAccepted' });

export const depositParams = z.object({ orderId });

const status = z.enum(paymentMachine.states);

const slip = z
  .object({
    slip_id: z.string(),
    status: z.enum(['received', 'parsed', 'qr_not_found', 'qr_invalid', 'unreadable', 'wrong_qr']),
    ref_matches: z.boolean().meta({
      description:
        'Whether the transfer paid this deposit, by its bank; while `verification` is `pending` ' +
        "or null, whether the sender's `ref` is the deposit's.",
    }),
    sending_bank: z.string().nullable(),
    trans_ref: z.string().nullable(),
    verification: z.enum(['verified', 'mismatch', 'pending']).nullable(),
    /** The transfer paid another order, or an earlier slip of another order names it. */
    duplicate: z.boolean(),
    /** That order's id, if the order is the merchant's own. */
    duplicate_of: z.string().nullable(),
    /** Of the transfer, as the bank reports it; null while unknown. */
    paid_amount: z.number().nullable(),
    paid_at: z.iso.datetime().nullable(),
    received_at: z.iso.datetime(),
  })
  .meta({ id: 'Slip' });

const depositFields = {
  orderId: z.string(),
  status,
  amount: z.number(),
  currency: z.literal('THB'),
  ref: z.string(),
  url: z.url(),
  checkout_url: checkoutLink.meta({ description: 'The same as `url`.' }),
  userName: z.string(),
  bankName: z.string(),
  bankCode: z.string().nullable(),
  accountNumber: z.string(),
  amount_received: z.number(),
  /** Credited to the balance and not reversed. */
  amount_credited: z.number(),
  /** Reversed after it had been credited. */
  amount_reversed: z.number(),
  ...feeFields,
  ...netField,
  late: z.boolean(),
  payer,
  payer_matches: z
    .boolean()
    .nullable()
    .meta({
      description:
        'Whether the money came from the account of `bankName` and `accountNumber`. ' +
        'False: another account paid. Null: not paid, or too little is known of the payer.',
    }),
  failure: z.object({ code: z.string(), message: z.string() }).nullable(),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  completed_at: z.iso.datetime().nullable(),
};

export const deposit = z
  .object({
    ...depositFields,
    slips: z.array(slip),
  })
  .meta({ id: 'Deposit' });
export const depositsQuery = pageQuery.extend({ status: status.optional() });
export const depositPage = z
  .object({ deposits: z.array(z.object(depositFields)), ...pageFields })
  .meta({ id: 'DepositPage' });
