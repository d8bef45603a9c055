import type { OrderKind } from '../../src/orders/rules/kinds';
import type { Operation } from '../plan/operation';
import type { RunContext } from './run-context';
import type { RecordedRequest } from './run-log';
import { requestOnce, isUnavailable, type HttpResponse, type HttpRequest } from './http';

export interface Creation {
  readonly kind: OrderKind;
  readonly path: string;
  readonly body: object;
  /** The order id in the response. */
  readonly idIn: (body: Readonly<Record<string, unknown>>) => unknown;
  /** Expected error statuses, such as 403 for insufficient funds. */
  readonly mayBe?: readonly number[];
}

export interface Created {
  readonly orderId: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/**
 * Creates an order by the operation's request mode. Null if it was rejected or not answered. An
 * unanswered request may have created the order; the verdict finds it by its mark.
 */
export async function create(
  context: RunContext,
  operation: Operation,
  creation: Creation,
  requestMode = operation.requestMode,
): Promise<Created | null> {
  const { log, merchants } = context;
  const merchant = merchants[operation.merchant];
  const key = requestMode === 'unkeyed' ? null : `key-${operation.mark}-${creation.kind}`;
  const requested = log.recordRequest({
    mark: operation.mark,
    kind: creation.kind,
    merchantId: merchant.merchantId,
    amountSatang: operation.amountSatang,
    key,
  });
  const call: HttpRequest = {
    url: `${context.apiUrl}${creation.path}`,
    key: merchant.apiKey,
    body: creation.body,
    ...(key === null ? {} : { idempotencyKey: key }),
  };
  const onResponse = (answer: HttpResponse | null) => record(context, creation, requested, answer);
  if (key === null) onResponse(await requestOnce(call));
  else if (requestMode === 'twins')
    await Promise.all([
      context.callGateway(call, onResponse),
      context.callGateway(call, onResponse),
    ]);
  else await context.callGateway(call, onResponse);
  const [first] = requested.accepted;
  if (first === undefined) return null;
  if (key !== null) await repeatLater(context, operation, call, onResponse);
  return { orderId: first.orderId, body: JSON.parse(first.body) as Created['body'] };
}

/** Records the result of one attempt to create an order. */
function record(
  context: RunContext,
  creation: Creation,
  requested: RecordedRequest,
  answer: HttpResponse | null,
): void {
  const { log, recovery } = context;
  log.counts.requests++;
  if (answer === null || isUnavailable(answer)) {
    log.counts.unanswered++;
    requested.unanswered++;
    return;
  }
  const { status, body, beganMs } = answer;
  if (status >= 200 && status < 300) {
    const orderId = creation.idIn(JSON.parse(body) as Created['body']);
    if (typeof orderId !== 'string') {
      log.recordUnexpected(`create response without an id: ${body}`, requested.mark);
      return;
    }
    requested.accepted.push({ orderId, body });
    recovery.succeeded('request', beganMs);
    return;
  }
  requested.refused.push(status);
  if (creation.mayBe?.includes(status) === true) return;
  log.recordUnexpected(`create request: ${status} ${body}`, requested.mark);
}

/** Repeats the idempotency key after the response. */
async function repeatLater(
  { log, callGateway }: RunContext,
  { repeat, mark }: Operation,
  call: HttpRequest,
  onResponse: (answer: HttpResponse | null) => void,
): Promise<void> {
  if (repeat === 'nothing') return;
  if (repeat === 'the same') {
    await callGateway(call, onResponse);
    return;
  }
  const other = { ...call, body: { ...call.body, ...somethingElse(call.body) } };
  const { status, body } = await callGateway(other);
  if (status !== 409)
    log.recordUnexpected(`repeated key with another request: ${status} ${body}`, mark);
}

const somethingElse = (body: object | undefined): object => {
  const { amount = 1 } = (body ?? {}) as { readonly amount?: number };
  return { amount: Math.floor(amount) + 1 };
};
