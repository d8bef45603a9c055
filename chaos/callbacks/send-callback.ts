import type { ProviderOutcome } from '../../src/domain/movement';
import type { OrderKind } from '../../src/domain/orders';
import { satangToBaht } from '../../src/domain/money';
import type { RunContext } from '../load/run-context';
import type { HttpResponse } from '../load/http';

export interface Payer {
  readonly accountName: string;
  readonly bankName: string;
  readonly accountNumber: string;
}

/** The content of a callback. */
export interface CallbackContent {
  readonly outcome: ProviderOutcome;
  readonly transactionId: string | null;
  readonly amountSatang: number | null;
  readonly payer?: Payer;
  readonly paidAt?: string;
}

/** The order of a callback. */
export interface OrderRef {
  readonly kind: OrderKind;
  readonly orderId: string;
}

const routes: Readonly<Record<OrderKind, string>> = {
  payment: '/payment/gw/webhook',
  deposit: '/deposit/gw/webhook',
  withdrawal: '/withdraw/gw/webhook',
  refund: '/refund/gw/webhook',
};

/** Sends a callback, with retries, and returns the response. */
function send(
  { apiUrl, callGateway }: RunContext,
  kind: OrderKind,
  key: string | null,
  body: object,
): Promise<HttpResponse> {
  return callGateway({ url: `${apiUrl}${routes[kind]}`, key, body });
}

/** Sends a callback with the provider key and records that the gateway accepted it. */
export async function sendCallback(
  context: RunContext,
  { kind, orderId }: OrderRef,
  content: CallbackContent,
): Promise<void> {
  const { log, recovery, providerKey } = context;
  const { outcome, transactionId, amountSatang, payer, paidAt } = content;
  const body = {
    orderId,
    status: outcome === 'succeeded' ? 'success' : 'failed',
    ...(transactionId === null ? {} : { transactionId }),
    ...(amountSatang === null ? {} : { amount: satangToBaht(amountSatang) }),
    ...(payer === undefined ? {} : { payer }),
    ...(paidAt === undefined ? {} : { paidAt }),
  };
  const { status, beganMs, body: said } = await send(context, kind, providerKey, body);
  if (status !== 201) {
    log.recordUnexpected(`valid callback: ${status} ${said}`, orderId);
    return;
  }
  log.acceptedCallbacks.push({ orderId, outcome, transactionId, amountSatang });
  recovery.succeeded('callback', beganMs);
}

/** Sends a callback that must be answered with one of the statuses, and have no effect. */
export async function expectRejection(
  context: RunContext,
  { kind, orderId }: OrderRef,
  { key, body, answers }: { key: string | null; body: object; answers: readonly number[] },
): Promise<void> {
  const { status, body: said } = await send(context, kind, key, { orderId, ...body });
  if (answers.includes(status)) return;
  context.log.recordUnexpected(`invalid callback: ${status} ${said}`, orderId);
}
