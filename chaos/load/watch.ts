import type { OrderKind } from '../../src/orders/rules/kinds';
import type { Operation } from '../plan/operation';
import type { OrderRef } from '../callbacks/send-callback';
import { eventually } from '../until';
import type { RunContext } from './run-context';

const paths: Readonly<Record<OrderKind, string>> = {
  payment: '/Thai/v1/payments',
  deposit: '/deposit/gw',
  withdrawal: '/withdraw/gw',
  refund: '/Thai/v1/refunds',
};
const OPEN = new Set(['pending', 'processing']);
/** After this time, the verdict checks the order. */
const WATCH_FOR_MS = 60_000;

const hasEnded = (status: string): boolean => !OPEN.has(status);

/** The terminal status of an order. Null after the timeout. */
export async function watchEnd(
  context: RunContext,
  operation: Operation,
  subject: OrderRef,
  isEnd: (status: string) => boolean = hasEnded,
): Promise<string | null> {
  const end = () => readEnd(context, operation, subject, isEnd);
  return eventually(end, { timeoutMs: WATCH_FOR_MS, everyMs: 400 });
}

/** The terminal status of an order, or null. */
export async function readEnd(
  context: RunContext,
  { merchant }: Operation,
  { kind, orderId }: OrderRef,
  isEnd: (status: string) => boolean = hasEnded,
): Promise<string | null> {
  const url = `${context.apiUrl}${paths[kind]}/${orderId}`;
  const call = { url, method: 'GET', key: context.merchants[merchant].apiKey } as const;
  const { status, body } = await context.callGateway(call);
  if (status !== 200) {
    context.log.recordUnexpected(`reading a ${kind}: ${status} ${body}`, orderId);
    return 'unreadable';
  }
  const read = JSON.parse(body) as { readonly status: string };
  return isEnd(read.status) ? read.status : null;
}
