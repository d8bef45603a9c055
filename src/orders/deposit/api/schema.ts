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
import {
  amountCredited,
  amountReceived,
  amountReversed,
  bankCode,
  bankName,
  completedAt,
  createdAt,
  currency,
  deadline,
  failure,
  late,
  orderAmount,
  pageFields,
  paymentStatus,
  requestBankName,
} from '../../../contract/described-fields';
import { payer } from '../../../contract/payer';
import { feeFields, netField } from '../../../contract/fee';
import { checkoutLink } from '../../../contract/checkout-url';
import { orderText, returnUrl } from '../../../contract/checkout-fields';
import { pageQuery } from '../../../http/pagination';

const NAME_LENGTH_MAX = 100;

/** The bank-transfer API answers 400 for an out-of-range amount; its specification has no 422. */
export const transferAmount = bahtBetween(TRANSFER_MIN_SATANG, TRANSFER_MAX_SATANG).describe(
  'Baht, with at most two decimals.',
);
export const personName = filled(NAME_LENGTH_MAX);

export const depositRequest = z
  .object({
    amount: transferAmount,
    userName: personName.describe("Your customer's user name at your shop."),
    firstName: personName.describe("The customer's first name."),
    lastName: personName.describe("The customer's last name."),
    bankName: personName.describe(requestBankName),
    accountNumber: accountNumber.describe('The account that the customer will pay from.'),
    description: optional(orderText),
    return_url: optional(returnUrl('invalid_request')),
  })
  .meta({ id: 'DepositRequest' });

const pageUrl = z.url().describe('The page on which the customer pays: redirect to it.');
const ref = z.string().describe('The reference of the transfer, which the payment page shows.');

/** Every creation response of the bank-transfer API has these values. */
export const created = {
  status: z.literal(1001).describe('Always 1001: accepted.'),
  message: z.string().describe('For humans; may change.'),
};

export const depositCreated = z
  .object({
    ...created,
    data: z
      .object({
        orderId: z.string().describe('The id of the deposit.'),
        url: pageUrl,
        ref,
        checkout_url: checkoutLink.meta({ description: 'The same as `url`.' }),
      })
      .describe('The new deposit.'),
  })
  .meta({ id: 'DepositCreated' });

export const slipRequest = z
  .object({
    orderId: filled(100).describe('The `orderId` of the deposit.'),
    ref: text(100).describe('The `ref` of the deposit. It is compared, not required to match.'),
    base64Image: z.string().describe('A JPEG, PNG, WebP or GIF of at most 4 MiB, in base64.'),
  })
  .meta({ id: 'SlipRequest' });
export const slipAccepted = z
  .object({ ...created, data: z.object({}).describe('Always empty.') })
  .meta({ id: 'SlipAccepted' });

export const depositParams = z.object({ orderId });

const status = z.enum(paymentMachine.states).describe(paymentStatus);

const slip = z
  .object({
    slip_id: z.string().describe('The id of the slip.'),
    status: z
      .enum(['received', 'parsed', 'qr_not_found', 'qr_invalid', 'unreadable', 'wrong_qr'])
      .describe(
        '`received`: not read yet. `parsed`: its QR code names a transfer. `wrong_qr`: it shows ' +
          'the QR code for paying. `qr_not_found`: no QR code. `qr_invalid`: another QR code. ' +
          '`unreadable`: not a picture that can be read.',
      ),
    ref_matches: z.boolean().meta({
      description:
        'Whether the transfer paid this deposit, by its bank; while `verification` is `pending` ' +
        "or null, whether the sender's `ref` is the deposit's.",
    }),
    sending_bank: z.string().nullable().describe('The code of the bank that sent the transfer.'),
    trans_ref: z.string().nullable().describe("The bank's reference of the transfer."),
    verification: z
      .enum(['verified', 'mismatch', 'pending'])
      .nullable()
      .describe(
        'What the bank says of the transfer. `mismatch`: its amount or receiver is not that of ' +
          'the deposit. Null: the bank is not asked.',
      ),
    duplicate: z
      .boolean()
      .describe('Whether the transfer paid another order, or an earlier slip of one names it.'),
    duplicate_of: z.string().nullable().describe("That order's id, if the order is your own."),
    paid_amount: z
      .number()
      .nullable()
      .describe('Of the transfer in baht, as the bank reports it. Null while unknown.'),
    paid_at: z.iso
      .datetime()
      .nullable()
      .describe('When the transfer was made. Null while unknown.'),
    received_at: z.iso.datetime().describe('When the gateway received the slip.'),
  })
  .meta({ id: 'Slip' });

const depositFields = {
  orderId: z.string().describe('The id of the deposit.'),
  status,
  amount: z.number().describe(orderAmount),
  currency,
  ref,
  url: pageUrl,
  checkout_url: checkoutLink.meta({ description: 'The same as `url`.' }),
  userName: z.string().describe("Your customer's user name, as you sent it."),
  bankName,
  bankCode,
  accountNumber: z.string().describe('Masked.'),
  amount_received: amountReceived,
  amount_credited: amountCredited,
  amount_reversed: amountReversed,
  ...feeFields,
  ...netField,
  late,
  payer,
  payer_matches: z
    .boolean()
    .nullable()
    .meta({
      description:
        'Whether the money came from the account of `bankName` and `accountNumber`. ' +
        'False: another account paid. Null: not paid, or too little is known of the payer.',
    }),
  failure,
  created_at: createdAt,
  expires_at: deadline,
  completed_at: completedAt,
};

export const deposit = z
  .object({
    ...depositFields,
    slips: z.array(slip).describe('The slips that were uploaded for it, oldest first.'),
  })
  .meta({ id: 'Deposit' });
export const depositsQuery = pageQuery.extend({
  status: status.optional().describe('Only deposits with this status.'),
});
export const depositPage = z
  .object({
    deposits: z
      .array(z.object(depositFields).meta({ id: 'ListedDeposit' }))
      .describe('Newest first, without slips.'),
    ...pageFields,
  })
  .meta({ id: 'DepositPage' });
