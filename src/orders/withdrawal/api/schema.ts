import { z } from 'zod';
import { withdrawalMachine } from '../../rules/kinds/withdrawal';
import { personName, transferAmount } from '../../deposit/api/schema';
import { feeFields } from '../../../contract/fee';
import { orderApproval } from '../../../contract/approval';
import { accountNumber, orderId } from '../../../contract/fields';
import { pageFields, pageQuery } from '../../../http/pagination';

export const withdrawalRequest = z
  .object({
    amount: transferAmount,
    username: personName,
    bankName: personName,
    accountNumber,
    firstNameTH: personName,
    lastNameTH: personName,
  })
  .meta({ id: 'WithdrawalRequest' });

export const withdrawalCreated = z
  .object({
    status: z.literal(1001),
    message: z.string(),
    orderId: z.string(),
  })
  .meta({ id: 'WithdrawalCreated' });

export const withdrawalParams = z.object({ orderId });

const status = z.enum(withdrawalMachine.states);

export const withdrawal = z
  .object({
    orderId: z.string(),
    status,
    amount: z.number(),
    /**
     * The amount that was returned after the withdrawal succeeded, or sent although it had failed.
     */
    amount_reversed: z.number(),
    ...feeFields,
    currency: z.literal('THB'),
    username: z.string(),
    bankName: z.string(),
    bankCode: z.string().nullable(),
    accountNumber: z.string(),
    failure: z.object({ code: z.string(), message: z.string() }).nullable(),
    approval: orderApproval,
    created_at: z.iso.datetime(),
    completed_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Withdrawal' });

export const withdrawalsQuery = pageQuery.extend({ status: status.optional() });
export const withdrawalPage = z
  .object({ withdrawals: z.array(withdrawal), ...pageFields })
  .meta({ id: 'WithdrawalPage' });
