import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import getRawBody from 'raw-body';
import { WebhookVerificationError, verifyWebhook, type SaphanEvent } from '../../../client/src';
import type { Forward } from './forward';

/** Much larger than any event. */
const BODY_BYTES_MAX = 256 * 1024;

export interface Listening {
  readonly secret: string;
  readonly forward: Forward | null;
  /** `forwarded`: the outcome of the forwarding; null when nothing is forwarded. */
  readonly received: (event: SaphanEvent, body: string, forwarded: string | null) => void;
  readonly refused: (reason: string) => void;
}

/**
 * Listens on a free port of this machine. Until it is opened, it answers the ping of the
 * registration without reporting it. Answers 502 to an event that could not be forwarded, so that
 * the gateway retries it.
 */
export async function startReceiver({ secret, forward, received, refused }: Listening) {
  let isOpen = false;

  async function answer(request: IncomingMessage): Promise<number> {
    const body = await getRawBody(request, { limit: BODY_BYTES_MAX });
    const event = verifyWebhook(secret, request.headers, body);
    if (event.event === 'webhook.ping' && !isOpen) return 200;
    const forwarded = forward === null ? null : await forward(request.headers, body);
    received(event, body.toString('utf8'), forwarded?.outcome ?? null);
    return forwarded === null || forwarded.ok ? 200 : 502;
  }

  const server = createServer((request, response) => {
    answer(request).then(
      (status) => response.writeHead(status).end(),
      (error: unknown) => {
        refused(error instanceof WebhookVerificationError ? `${error.message}.` : String(error));
        response.writeHead(400, { connection: 'close' }).end();
      },
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    open() {
      isOpen = true;
    },
    async close(): Promise<void> {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
