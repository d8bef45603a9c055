import { createDeposit, findCreatedDeposit } from '../create-deposit';
import { describeDeposit, findDeposit, listDeposits } from '../find-deposit';
import { submitSlip } from '../submit-slip';
import { createOperation } from '../../../http/create-operation';
import { operation } from '../../../http/operation';
import { sliceOf } from '../../../http/pagination';
import { listOperation, readOperation } from '../../../http/read-operation';
import { exampleCreated, exampleDeposit, exampleRequest, exampleSlip } from './example';
import { checkoutUrl } from '../../../contract/checkout-url';
import { presentDeposit, presentListedDeposit } from './present';
import {
  deposit,
  depositCreated,
  depositPage,
  depositParams,
  depositRequest,
  depositsQuery,
  slipAccepted,
  slipRequest,
} from './schema';

/** 4 MiB in base64, and the rest of the JSON body. */
const SLIP_BODY_BYTES_MAX = 6_000_000;

export const depositOperations = [
  createOperation({
    name: 'createDeposit',
    summary: 'Create a deposit. Redirect the customer to `data.url`',
    family: 'bank',
    path: '/deposit/gw',
    permission: 'deposits:write',
    opensOrder: true,
    body: depositRequest,
    success: { status: 201, schema: depositCreated, example: exampleCreated },
    example: { body: exampleRequest },
    links: [
      { to: 'readDeposit', params: { orderId: '/data/orderId' } },
      { to: 'uploadSlip', body: { orderId: '/data/orderId', ref: '/data/ref' } },
      { to: 'depositCallback', body: { orderId: '/data/orderId' } },
    ],
    errors: ['invalid_amount', 'amount_out_of_range', 'qr_code_refused', 'provider_unavailable'],
    create: (deps, { caller, body, claim }) =>
      createDeposit(
        deps,
        caller,
        {
          amountSatang: body.amount,
          userName: body.userName,
          firstName: body.firstName,
          lastName: body.lastName,
          bankName: body.bankName,
          accountNumber: body.accountNumber,
          description: body.description,
          returnUrl: body.return_url,
        },
        claim,
      ),
    find: findCreatedDeposit,
    present({ orderId, pageToken, ref }, { config }) {
      const url = checkoutUrl(config.http.publicUrl, pageToken);
      return {
        status: 1001 as const,
        message: 'Deposit created.',
        data: { orderId, url, ref, checkout_url: url },
      };
    },
  }),

  operation({
    name: 'uploadSlip',
    summary: 'Upload a transfer slip. Slips are checked but never move money',
    family: 'bank',
    method: 'POST',
    path: '/deposit/gw/upload-slip',
    auth: 'merchant',
    permission: 'deposits:write',
    body: slipRequest,
    bodyBytesMax: SLIP_BODY_BYTES_MAX,
    success: { status: 201, schema: slipAccepted },
    example: { body: exampleSlip },
    errors: ['order_not_found', 'invalid_image', 'slip_too_large', 'too_many_slips'],
    respond: (deps, { caller, body, claim }) =>
      submitSlip(
        deps,
        caller,
        { orderId: body.orderId.toLowerCase(), ref: body.ref, image: body.base64Image },
        claim,
        JSON.stringify({ status: 1001, message: 'Slip received.', data: {} }),
      ),
  }),

  readOperation({
    name: 'readDeposit',
    summary: 'Retrieve a deposit with its slips',
    family: 'bank',
    path: '/deposit/gw/:orderId',
    permission: 'deposits:read',
    params: depositParams,
    schema: deposit,
    example: exampleDeposit,
    errors: ['order_not_found'],
    read: async (deps, { caller, params }) =>
      presentDeposit(await findDeposit(deps, caller, params.orderId), deps.config.http.publicUrl),
  }),

  listOperation({
    name: 'listDeposits',
    summary: 'List deposits, newest first',
    family: 'bank',
    path: '/deposit/gw',
    permission: 'deposits:read',
    query: depositsQuery,
    schema: depositPage,
    exampleQuery: { status: 'pending', limit: 20 },
    async list(deps, caller, query) {
      const listed = await listDeposits(deps, caller, sliceOf(query));
      const items = await Promise.all(listed.items.map((item) => describeDeposit(deps, item)));
      return { ...listed, items };
    },
    present: (items, deps) => ({
      deposits: items.map((row) => presentListedDeposit(row, deps.config.http.publicUrl)),
    }),
  }),
];
