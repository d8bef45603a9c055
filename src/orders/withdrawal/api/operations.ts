import { keyContext } from '../../../kernel/audit/record-audit-event';
import { createWithdrawal } from '../create-withdrawal';
import { findWithdrawal, listWithdrawals } from '../find-withdrawal';
import { createOperation } from '../../../http/create-operation';
import { sliceOf } from '../../../http/pagination';
import { listOperation, readOperation } from '../../../http/read-operation';
import { exampleCreated, exampleRequest, exampleWithdrawal } from './example';
import { presentWithdrawal } from './present';
import {
  withdrawal,
  withdrawalCreated,
  withdrawalPage,
  withdrawalParams,
  withdrawalRequest,
  withdrawalsQuery,
} from './schema';

export const withdrawalOperations = [
  createOperation({
    name: 'createWithdrawal',
    summary: "Pay out to a customer's account. The amount is reserved immediately",
    family: 'bank',
    path: '/withdraw/gw',
    permission: 'withdrawals:write',
    paysOut: true,
    body: withdrawalRequest,
    success: { status: 201, schema: withdrawalCreated, example: exampleCreated },
    example: { body: exampleRequest },
    links: [
      { to: 'readWithdrawal', params: { orderId: '/orderId' } },
      { to: 'withdrawalCallback', body: { orderId: '/orderId' } },
    ],
    errors: [
      'invalid_amount',
      'amount_out_of_range',
      'insufficient_funds',
      'payout_limit_exceeded',
    ],
    create: (deps, { caller, body, claim, address }) =>
      createWithdrawal(
        deps,
        keyContext(caller, address),
        caller,
        {
          amountSatang: body.amount,
          username: body.username,
          bankName: body.bankName,
          accountNumber: body.accountNumber,
          firstNameTh: body.firstNameTH,
          lastNameTh: body.lastNameTH,
        },
        claim,
      ),
    find: async (_deps, orderId) => ({ orderId }),
    present: ({ orderId }) => ({ status: 1001 as const, message: 'Withdrawal created.', orderId }),
  }),

  readOperation({
    name: 'readWithdrawal',
    summary: 'Retrieve a withdrawal',
    family: 'bank',
    path: '/withdraw/gw/:orderId',
    permission: 'withdrawals:read',
    params: withdrawalParams,
    schema: withdrawal,
    example: exampleWithdrawal,
    errors: ['order_not_found'],
    read: async (deps, { caller, params }) =>
      presentWithdrawal(await findWithdrawal(deps, caller, params.orderId)),
  }),

  listOperation({
    name: 'listWithdrawals',
    summary: 'List withdrawals, newest first',
    family: 'bank',
    path: '/withdraw/gw',
    permission: 'withdrawals:read',
    query: withdrawalsQuery,
    schema: withdrawalPage,
    exampleQuery: { status: 'succeeded', limit: 20 },
    list: (deps, caller, query) => listWithdrawals(deps, caller, sliceOf(query)),
    present: (items) => ({ withdrawals: items.map(presentWithdrawal) }),
  }),
];
