import { disturbAfterEnd, disturbDuringCallbacks } from '../callbacks/disturb';
import type { OrderRef, CallbackContent } from '../callbacks/send-callback';
import type { RequestKind } from '../../src/providers/connector';
import type { Disturbance, Operation } from '../plan/operation';
import type { RunContext } from './run-context';
import { watchEnd } from './watch';

/** Disturbances after the end of an order. A charge is contradicted before its end. */
const afterwards: Readonly<Record<RequestKind, readonly Disturbance[]>> = {
  charge: ['altered', 'stale'],
  payout: ['altered', 'stale', 'contradiction'],
  refund: ['altered', 'stale', 'contradiction'],
};

/** Decides a request at the bank and sends the planned disturbances. */
export async function followRequest(
  context: RunContext,
  operation: Operation,
  subject: OrderRef,
  request: RequestKind,
): Promise<void> {
  const { bank } = context;
  const { orderId } = subject;
  if ((await bank.waitForRequest(request, orderId)) === null) return;
  if (request !== 'charge') await bank.decide(request, orderId, operation.decision);
  const decided = await bank.find(request, orderId);
  if (decided === null || decided.status === 'waiting') return;
  const content: CallbackContent = {
    outcome: decided.status,
    transactionId: decided.transactionId,
    amountSatang: operation.amountSatang,
  };
  await disturbDuringCallbacks(context, operation, subject, [content]);
  if (!operation.disturbances.some((name) => afterwards[request].includes(name))) return;
  const isEnd = (status: string) => status === decided.status;
  if ((await watchEnd(context, operation, subject, isEnd)) === null) return;
  await disturbAfterEnd(context, operation, subject, [content]);
}
