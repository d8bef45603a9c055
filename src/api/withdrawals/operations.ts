import { createWithdrawal } from '../../application/payouts/create-withdrawal';
import { findWithdrawal } from '../../application/payouts/find-withdrawal';
import { listWithdrawals } from '../../application/orders/list-orders';
import { operation } from '../../http/operation';
import { sliceOf } from '../../http/pagination';
import { json } from '../../http/reply';
import { exampleCreated, exampleRequest, exampleWithdrawal } from './example';
import { presentWithdrawal, presentWithdrawalPage } from './present';
import {
  withdrawal,
  withdrawalCreated,
  withdrawalPage,
  withdrawalParams,
  withdrawalRequest,
  withdrawalsQuery,
} from './schema';

export const withdrawalOperations = [
  operation({
    name: 'createWithdrawal',
    summary: "Pay out to a customer's account; the money is held at once",
    family: 'bank',
    method: 'POST',
    path: '/withdraw/gw',
    auth: 'merchant',
    permission: 'withdraw',
    creates: true,
    body: withdrawalRequest,
    success: { status: 201, schema: withdrawalCreated, example: exampleCreated },
    example: { body: exampleRequest },
    links: [
      { to: 'readWithdrawal', params: { orderId: '/orderId' } },
      { to: 'withdrawalCallback', body: { orderId: '/orderId' } },
    ],
    errors: ['invalid_amount', 'insufficient_funds', 'payout_limit_exceeded'],
    respond: (deps, { caller, body, claim }) =>
      createWithdrawal(
        deps,
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
        (orderId) => JSON.stringify({ status: 1001, message: 'Withdrawal created.', orderId }),
      ),
  }),

  operation({
    name: 'readWithdrawal',
    summary: 'One withdrawal, as it stands now',
    family: 'bank',
    method: 'GET',
    path: '/withdraw/gw/:orderId',
    auth: 'merchant',
    params: withdrawalParams,
    success: { status: 200, schema: withdrawal, example: exampleWithdrawal },
    errors: ['order_not_found'],
    async respond(deps, { caller, params }) {
      return json(200, presentWithdrawal(await findWithdrawal(deps, caller, params.orderId)));
    },
  }),

  operation({
    name: 'listWithdrawals',
    summary: 'Withdrawals, newest first; follow next_cursor to page while new ones come in',
    family: 'bank',
    method: 'GET',
    path: '/withdraw/gw',
    auth: 'merchant',
    query: withdrawalsQuery,
    success: { status: 200, schema: withdrawalPage },
    example: { query: { status: 'succeeded', limit: 20 } },
    errors: [],
    async respond(deps, { caller, query }) {
      const page = await listWithdrawals(deps, caller, sliceOf(query));
      return json(200, presentWithdrawalPage(page, query));
    },
  }),
];
