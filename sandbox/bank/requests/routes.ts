import { Router } from '@koa/router';
import { z } from 'zod';
import { satangToBaht } from '../../../src/kernel/rules/money';
import { readJson, requireKey } from '../../web/requests';
import { presentCallback } from '../callbacks/routes';
import {
  requestPlurals,
  requestState,
  type GatewayRequest,
  type Instruction,
  type RequestKind,
} from '../records';
import { instructions } from './instruction';
import type { Requests } from './requests';
import type { UnansweredRequests } from './unanswered-requests';

const decideBody = z.object({ outcome: z.enum(['succeed', 'fail']) });
const providerStatus = { waiting: 'processing', succeeded: 'success', failed: 'failed' };

/**
 * The provider's API for a kind of request, with the provider key. For payouts:
 * `POST /payouts` → 202 `{orderId, status: 'processing'}`, and `GET /payouts/{orderId}` → 200
 * `{orderId, status, amount, transactionId?, failure?}`, where the status is `processing`,
 * `success` or `failed`.
 */
export function providerRoutes(
  kind: RequestKind,
  requests: Requests,
  unanswered: UnansweredRequests,
  providerKey: string,
): Router {
  const router = new Router({ prefix: `/${requestPlurals[kind]}` });
  router.use(requireKey(providerKey));
  router.post('/', async (ctx) => {
    const instruction = await readJson(ctx, instructions[kind]);
    const response = requests.submit(instruction);
    ctx.status = 202;
    ctx.body = { orderId: instruction.orderId, status: 'processing' };
    if (response === 'accepted') return;
    ctx.respond = false;
    await unanswered.hold(ctx.res);
  });
  router.get('/:orderId', (ctx) => {
    const request = requests.find(kind, ctx.params['orderId'] ?? '');
    const { decision, instruction } = request;
    ctx.body = {
      orderId: instruction.orderId,
      status: providerStatus[requestState(request)],
      amount: satangToBaht(instruction.amountSatang),
      transactionId: decision?.transactionId,
      failure: decision?.failure ?? undefined,
    };
  });
  return router;
}

/**
 * The sandbox API for a kind of request, without a key. For payouts:
 * `GET /api/payouts/{orderId}` and `POST /api/payouts/{orderId}/decide`
 * `{outcome: 'succeed' | 'fail'}`. Both answer 200 with the request and its callbacks.
 */
export function requestRoutes(kind: RequestKind, requests: Requests): Router {
  const router = new Router({ prefix: `/${requestPlurals[kind]}` });
  router.get('/:orderId', (ctx) => {
    ctx.body = presentRequest(requests.find(kind, ctx.params['orderId'] ?? ''));
  });
  router.post('/:orderId/decide', async (ctx) => {
    const { outcome } = await readJson(ctx, decideBody);
    ctx.body = presentRequest(requests.decide(kind, ctx.params['orderId'] ?? '', outcome));
  });
  return router;
}

/** Without account number and token. */
function presentRequest(request: GatewayRequest): object {
  const { instruction, acceptedAt, decision, callbacks } = request;
  return {
    orderId: instruction.orderId,
    status: requestState(request),
    amount: satangToBaht(instruction.amountSatang),
    ...presentDestination(instruction),
    transactionId: decision?.transactionId ?? null,
    failure: decision?.failure ?? null,
    acceptedAt,
    decidedAt: decision?.decidedAt ?? null,
    callbacks: callbacks.map(presentCallback),
  };
}

function presentDestination(instruction: Instruction): object {
  if (instruction.kind === 'charge') return {};
  const { account } = instruction;
  const bank = { bankCode: account?.bankCode ?? null, bankName: account?.bankName ?? null };
  return instruction.kind === 'refund' ? { ...bank, paymentId: instruction.paymentId } : bank;
}
