import type { Cycle } from '../cycle-kinds';
import { Arrivals } from './arrivals';

export interface Inbox {
  readonly webhooks: Arrivals;
  /** Requests to the provider. */
  readonly requests: Arrivals;
  /** Orders whose next webhook gets an error. */
  readonly refused: Set<string>;
}

export const openInbox = (): Inbox => ({
  webhooks: new Arrivals('webhook'),
  requests: new Arrivals('request to the provider'),
  refused: new Set(),
});

/** A refund event has the payment id as well. */
const webhookFields = ['refund_id', 'payment_id', 'order_id'] satisfies Cycle['webhookField'][];

/** Records a received event; a ping has no order. Throws if the request must be rejected. */
export function takeWebhook({ webhooks, refused }: Inbox, body: unknown): void {
  const { data = {} } = body as { readonly data?: Readonly<Record<string, string>> };
  const named = webhookFields.find((field) => data[field] !== undefined);
  const orderId = named === undefined ? undefined : data[named];
  if (orderId === undefined) return;
  if (refused.delete(orderId)) throw new Error(`the webhook of ${orderId} is rejected`);
  webhooks.note(orderId);
}

/** Accepts a request as the provider. Returns the response. */
export function takeRequest({ requests }: Inbox, body: unknown): object {
  const { orderId } = body as { readonly orderId: string };
  requests.note(orderId);
  return { orderId, status: 'processing' };
}
