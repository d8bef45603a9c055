import { z } from 'zod';
import { withdrawalMachine } from '../../rules/kinds/withdrawal';
import { created, personName, transferAmount } from '../../deposit/api/schema';
import { feeFields } from '../../../contract/fee';
import { orderApproval } from '../../../contract/approval';
import {
  bankCode,
  bankName,
  completedAt,
  createdAt,
  currency,
  failure,
  orderAmount,
  pageFields,
  payoutReversed,
  payoutStatus,
  requestBankName,
} from '../../../contract/described-fields';
import { accountNumber, orderId } from '../../../contract/fields';
import { pageQuery } from '../../../http/pagination';

export const withdrawalRequest = z
  .object({
    amount: transferAmount,
    username: personName.describe("Your customer's user name at your shop."),
    bankName: personName.describe(requestBankName),
    accountNumber: accountNumber.describe('6 to 15 digits; spaces and dashes are ignored.'),
    firstNameTH: personName.describe("The account holder's first name in Thai."),
    lastNameTH: personName.describe("The account holder's last name in Thai."),
  })
  .meta({ id: 'WithdrawalRequest' });

export const withdrawalCreated = z
  .object({
    ...created,
    orderId: z.string().describe('The id of the withdrawal.'),
  })
  .meta({ id: 'WithdrawalCreated' });

export const withdrawalParams = z.object({ orderId });

const status = z.enum(withdrawalMachine.states).describe(payoutStatus);

export const withdrawal = z
  .object({
    orderId: z.string().describe('The id of the withdrawal.'),
    status,
    amount: z.number().describe(orderAmount),
    amount_reversed: payoutReversed,
    ...feeFields,
    currency,
    username: z.string().describe("Your customer's user name, as you sent it."),
    bankName,
    bankCode,
    accountNumber: z.string().describe('Masked.'),
    failure,
    approval: orderApproval,
    created_at: createdAt,
    completed_at: completedAt,
  })
  .meta({ id: 'Withdrawal' });

export const withdrawalsQuery = pageQuery.extend({
  status: status.optional().describe('Only withdrawals with this status.'),
});
export const withdrawalPage = z
  .object({ withdrawals: z.array(withdrawal).describe('Newest first.'), ...pageFields })
  .meta({ id: 'WithdrawalPage' });
