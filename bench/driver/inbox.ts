import type { Cycle } from '../cycle-kinds';
import { Arrivals } from './arrivals';

export interface Inbox {
  readonly webhooks: Arrivals;
  /** What the provider was asked to do. */
  readonly requests: Arrivals;
  /** Orders whose next webhook is not taken. */
  readonly refused: Set<string>;
}

export const openInbox = (): Inbox => ({
  webhooks: new Arrivals('webhook'),
  requests: new Arrivals('request to the provider'),
  refused: new Set(),
});

/** A refund tells of its payment, too. */
const webhookFields = ['refund_id', 'payment_id', 'order_id'] satisfies Cycle['webhookField'][];

/** Takes the body of a webhook; a ping tells of no order. Throws where it is to be refused. */
export function takeWebhook({ webhooks, refused }: Inbox, body: unknown): void {
  const { data = {} } = body as { readonly data?: Readonly<Record<string, string>> };
  const named = webhookFields.find((field) => data[field] !== undefined);
  const orderId = named === undefined ? undefined : data[named];
  if (orderId === undefined) return;
  if (refused.delete(orderId)) throw new Error(`the webhook of ${orderId} is refused`);
  webhooks.note(orderId);
}

/** Takes a request as the provider does that has begun to work on it, and returns its answer. */
export function takeRequest({ requests }: Inbox, body: unknown): object {
  const { orderId } = body as { readonly orderId: string };
  requests.note(orderId);
  return { orderId, status: 'processing' };
}
