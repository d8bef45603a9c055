import type { OrderKind } from '../../src/domain/order';
import type { Operation } from '../plan/operation';
import type { Subject } from '../callbacks/tell';
import { eventually } from '../until';
import type { Field } from './field';

const paths: Readonly<Record<OrderKind, string>> = {
  payment: '/Thai/v1/payments',
  deposit: '/deposit/gw',
  withdrawal: '/withdraw/gw',
  refund: '/Thai/v1/refunds',
};
const OPEN = new Set(['pending', 'processing']);
/** Beyond that the verdict decides: a run must not wait for one order. */
const WATCH_FOR_MS = 60_000;

/** The state in which an order ends; null when it does not end so while it is watched. */
export async function watchEnd(
  field: Field,
  { shop }: Operation,
  { kind, orderId }: Subject,
  isEnd: (status: string) => boolean = (status) => !OPEN.has(status),
): Promise<string | null> {
  const url = `${field.apiUrl}${paths[kind]}/${orderId}`;
  const call = { url, method: 'GET', key: field.shops[shop].apiKey } as const;
  const end = async () => {
    const { status, body } = await field.ask(call);
    if (status !== 200) {
      field.notes.wrong(`a ${kind} could not be read: ${status} ${body}`, orderId);
      return 'unreadable';
    }
    const read = JSON.parse(body) as { readonly status: string };
    return isEnd(read.status) ? read.status : null;
  };
  return eventually(end, { timeoutMs: WATCH_FOR_MS, everyMs: 400 });
}
