import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { verifyWebhook, type SaphanEvent } from '../../client/src';

/** The verified events of the webhook. */
export interface Events {
  /**
   * The events of an object in the order of `sequence`. Deliveries may arrive in another order and
   * more than once. Throws if the next event does not arrive in time.
   */
  of(objectId: string): AsyncGenerator<SaphanEvent, never>;
}

const WEBHOOK_TIMEOUT_MS = 30_000;

/** A webhook receiver on a free port. */
export async function listenForWebhooks() {
  const received: { readonly headers: IncomingHttpHeaders; readonly body: Buffer }[] = [];
  const arrivals = new EventEmitter();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(chunks) });
      arrivals.emit('webhook');
      response.end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  async function find(secret: string, objectId: string, sequence: number): Promise<SaphanEvent> {
    const signal = AbortSignal.timeout(WEBHOOK_TIMEOUT_MS);
    for (;;) {
      const found = received
        .map(({ headers, body }) => verifyWebhook(secret, headers, body))
        .find((event) => event.sequence === sequence && objectOf(event) === objectId);
      if (found !== undefined) return found;
      await once(arrivals, 'webhook', { signal }).catch((cause: unknown) => {
        throw new Error(`Event ${sequence} of ${objectId} did not arrive.`, { cause });
      });
    }
  }

  return {
    url: `http://127.0.0.1:${port}`,
    eventsSignedBy: (secret: string): Events => ({
      async *of(objectId) {
        for (let sequence = 1; ; sequence++) yield find(secret, objectId, sequence);
      },
    }),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** The id of an event's object. Null for a ping. */
export function objectOf({ data }: SaphanEvent): string | null {
  if ('order_id' in data) return data.order_id;
  if ('refund_id' in data) return data.refund_id;
  return 'payment_id' in data ? data.payment_id : null;
}
