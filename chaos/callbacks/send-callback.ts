import type { ProviderOutcome } from '../../src/ledger/rules/movement';
import type { OrderKind } from '../../src/orders/rules/kinds';
import { satangToBaht } from '../../src/kernel/rules/money';
import type { RunContext } from '../load/run-context';
import type { HttpResponse } from '../load/http';
import { platformCallbacks, type CallbackTarget } from './target';

export interface Payer {
  readonly accountName: string;
  readonly bankName: string;
  readonly accountNumber: string;
}

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
  /** The account of the order. Default: the platform's. */
  readonly at?: CallbackTarget;
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
  { kind, at = platformCallbacks }: Pick<OrderRef, 'kind' | 'at'>,
  key: string | null,
  body: object,
): Promise<HttpResponse> {
  const url = at === platformCallbacks ? `${apiUrl}${routes[kind]}` : `${at.url}/${kind}`;
  return callGateway({ url, key, body });
}

/** Sends a callback with the provider key and records that the gateway accepted it. */
export async function sendCallback(
  context: RunContext,
  subject: OrderRef,
  content: CallbackContent,
): Promise<void> {
  const { log, recovery } = context;
  const { orderId } = subject;
  const { outcome, transactionId, amountSatang } = content;
  const body = { orderId, ...bodyOf(content) };
  const {
    status,
    beganMs,
    body: said,
  } = await send(context, subject, keyOf(context, subject), body);
  if (status !== 201) {
    log.recordUnexpected(`valid callback: ${status} ${said}`, orderId);
    return;
  }
  log.acceptedCallbacks.push({ orderId, outcome, transactionId, amountSatang });
  recovery.succeeded('callback', beganMs);
}

const keyOf = ({ providerKey }: RunContext, { at = platformCallbacks }: OrderRef): string =>
  at === platformCallbacks ? providerKey : at.key;

const bodyOf = ({ outcome, transactionId, amountSatang, payer, paidAt }: CallbackContent) => ({
  status: outcome === 'succeeded' ? 'success' : 'failed',
  ...(transactionId === null ? {} : { transactionId }),
  ...(amountSatang === null ? {} : { amount: satangToBaht(amountSatang) }),
  ...(payer === undefined ? {} : { payer }),
  ...(paidAt === undefined ? {} : { paidAt }),
});

/** Sends a callback to an account that the order never had. */
export async function misdirect(
  context: RunContext,
  subject: OrderRef,
  content: CallbackContent,
): Promise<void> {
  const others = Object.values(context.accounts.callbackTargets);
  const at = others.find((target) => target !== subject.at) ?? platformCallbacks;
  const key = keyOf(context, { ...subject, at });
  await expectRejection(
    context,
    { ...subject, at },
    { key, body: bodyOf(content), answers: [404] },
  );
}

/** Sends a callback that must be answered with one of the statuses, and have no effect. */
export async function expectRejection(
  context: RunContext,
  subject: OrderRef,
  { key, body, answers }: { key: string | null; body: object; answers: readonly number[] },
): Promise<void> {
  const { orderId } = subject;
  const { status, body: said } = await send(context, subject, key, { orderId, ...body });
  if (answers.includes(status)) return;
  context.log.recordUnexpected(`invalid callback: ${status} ${said}`, orderId);
}
