import { disturbAfterwards, disturbMeanwhile } from '../callbacks/disturb';
import type { Subject, Word } from '../callbacks/tell';
import type { RequestKind } from '../../src/providers/connector';
import type { Disturbance, Operation } from '../plan/operation';
import type { Field } from './field';
import { watchEnd } from './watch';

/** What is said when an order has ended; of a charge the opposite is said at once. */
const afterwards: Readonly<Record<RequestKind, readonly Disturbance[]>> = {
  charge: ['altered', 'stale'],
  payout: ['altered', 'stale', 'contradiction'],
  refund: ['altered', 'stale', 'contradiction'],
};

/**
 * What becomes of an order at the bank, which was asked to do something for it: somebody there
 * decides where that is needed, and others speak in between.
 */
export async function followRequest(
  field: Field,
  operation: Operation,
  subject: Subject,
  request: RequestKind,
): Promise<void> {
  const { bank } = field;
  const { orderId } = subject;
  if ((await bank.taken(request, orderId)) === null) return;
  if (request !== 'charge') await bank.decide(request, orderId, operation.decision);
  const decided = await bank.find(request, orderId);
  if (decided === null || decided.status === 'waiting') return;
  const word: Word = {
    heard: decided.status,
    transactionId: decided.transactionId,
    amountSatang: operation.amountSatang,
  };
  await disturbMeanwhile(field, operation, subject, [word]);
  if (!operation.disturbances.some((name) => afterwards[request].includes(name))) return;
  const isEnd = (status: string) => status === decided.status;
  if ((await watchEnd(field, operation, subject, isEnd)) === null) return;
  await disturbAfterwards(field, operation, subject, [word]);
}
