import { disturbAfterEnd, disturbDuringCallbacks } from '../callbacks/disturb';
import type { OrderRef, CallbackContent } from '../callbacks/send-callback';
import type { RequestKind } from '../../src/providers/connectors/connector';
import type { Disturbance, Operation } from '../plan/operation';
import { waitForRequest } from './bank';
import { bankOf, type RunContext } from './run-context';
import { readEnd, watchEnd } from './watch';

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
  const bank = bankOf(context, operation);
  const { orderId } = subject;
  const hasEnded = async () =>
    operation.merchant === 'routed' && (await readEnd(context, operation, subject)) !== null;
  if (!(await waitForRequest(bank, request, orderId, hasEnded))) return;
  // The bank decides charges and refunds by itself.
  if (request === 'payout') await bank.decide(request, orderId, operation.decision);
  const decided = await bank.find(request, orderId);
  if (decided === null || decided.status === 'waiting') return;
  const content: CallbackContent = {
    outcome: decided.status,
    transactionId: decided.transactionId,
    amountSatang: operation.amountSatang,
  };
  const order = { ...subject, at: decided.at };
  await disturbDuringCallbacks(context, operation, order, [content]);
  if (!operation.disturbances.some((name) => afterwards[request].includes(name))) return;
  const isEnd = (status: string) => status === decided.status;
  if ((await watchEnd(context, operation, subject, isEnd)) === null) return;
  await disturbAfterEnd(context, operation, order, [content]);
}
