import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { Router } from '@koa/router';
import Koa from 'koa';
import type { Logger } from '../src/platform/observe/log';
import { Book } from './bank/book';
import { CallbackSender, retryPolicy, type RetryPolicy } from './bank/callbacks/callback-sender';
import { createGateway } from './bank/gateway';
import { Payments } from './bank/payments/payments';
import { Requests } from './bank/requests/requests';
import { callbackDelays, type CallbackDelays } from './bank/requests/scenarios';
import { UnansweredRequests } from './bank/requests/unanswered-requests';
import { bankRoutes } from './bank/routes';
import { Mailbox } from './mailbox/mailbox';
import { mailRoutes } from './mailbox/routes';
import { assetRoutes } from './web/assets';
import { renderErrors } from './web/errors';
import { requireSameOrigin, setSecurityHeaders } from './web/requests';

export interface SandboxServerOptions {
  /** Where the gateway receives callbacks, such as `http://127.0.0.1:8080`. */
  readonly gatewayUrl: string;
  /** Authenticates the bank at the gateway and the gateway at the bank. */
  readonly providerKey: string;
  /** The bank signs its callbacks with each of these. The default is none. */
  readonly callbackSecrets?: readonly string[];
  /** The bank pays only QR codes of this biller: 15 digits. */
  readonly billerId: string;
  /** Folder of the bank's records and of the mailbox. Created if it does not exist. */
  readonly dataDir: string;
  readonly log: Logger;
  /** Unix time in milliseconds. The default is the system clock. */
  readonly clock?: () => number;
  readonly retry?: RetryPolicy;
  readonly callbackDelays?: CallbackDelays;
  /** Refunds wait for a decision, as payouts do. The default is that they succeed. */
  readonly refundsWait?: boolean;
}

export interface RunningSandboxServer {
  readonly port: number;
  /** Completes the requests and callbacks in flight. Idempotent. */
  readonly close: () => Promise<void>;
}

/** How long a request in flight may take after `close`. */
const CLOSE_GRACE_MS = 5_000;

/**
 * The sandbox bank and the mailbox on one port (0: a free one). The bank is a payment provider for
 * development: customers pay at its page or API, the gateway requests payouts, refunds and charges,
 * and the bank reports each outcome by HTTP callbacks, at least once. It shares the provider key
 * with the gateway and nothing else. Rejects if the port is in use or a record cannot be read.
 */
export async function startSandboxServer(
  options: SandboxServerOptions,
  port: number,
  host = '127.0.0.1',
): Promise<RunningSandboxServer> {
  let listener: RequestListener = answerStarting;
  const server = createServer((request, response) => listener(request, response));
  server.headersTimeout = 10_000;
  server.requestTimeout = 30_000;
  server.maxConnections = 1_000;
  // Before the records are read: a second server on the port must not write to them.
  server.listen(port, host);
  await once(server, 'listening');
  try {
    const bank = openBank(options);
    listener = bank.listener;
    let closed: Promise<void> | null = null;
    const close = async () => {
      bank.unanswered.close();
      await closeServer(server);
      await bank.close();
    };
    return { port: (server.address() as AddressInfo).port, close: () => (closed ??= close()) };
  } catch (error) {
    await closeServer(server);
    throw error;
  }
}

function openBank(options: SandboxServerOptions) {
  const { providerKey, billerId, dataDir, log, clock = Date.now, retry = retryPolicy } = options;
  const delays = options.callbackDelays ?? callbackDelays;
  const book = new Book(path.join(dataDir, 'records'));
  const mailbox = new Mailbox(path.join(dataDir, 'mail'));
  const gateway = createGateway(options.gatewayUrl, providerKey, options.callbackSecrets);
  const sender = new CallbackSender({ book, gateway, retry, clock, log });
  const payments = new Payments({ billerId, book, sender, clock });
  const { refundsWait = false } = options;
  const requests = new Requests({ book, sender, clock, delays, refundsWait });
  const unanswered = new UnansweredRequests();
  const shared = { providerKey, billerId, clock, log };
  const deps = { ...shared, payments, requests, unanswered, book, sender, gateway };
  const app = createApp([...bankRoutes(deps), mailRoutes({ ...shared, mailbox })], shared);
  payments.settleDue();
  sender.poll();
  const listener = app.callback();
  return {
    listener: (request: IncomingMessage, response: ServerResponse) =>
      void listener(request, response),
    unanswered,
    async close() {
      payments.close();
      await sender.close();
      await gateway.close();
    },
  };
}

function createApp(
  routers: readonly Router[],
  { clock, log }: Required<Pick<SandboxServerOptions, 'clock' | 'log'>>,
): Koa {
  const app = new Koa();
  app.on('error', (error: unknown) => log.error({ err: error }, 'request failed'));
  app.use(setSecurityHeaders).use(renderErrors({ clock, log })).use(requireSameOrigin);
  const health = new Router();
  health.get('/healthz', (ctx) => {
    ctx.body = { status: 'ok' };
  });
  for (const router of [health, assetRoutes(), ...routers]) {
    app.use(router.routes()).use(router.allowedMethods());
  }
  return app;
}

function answerStarting(_request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(503, { 'Retry-After': '1' }).end('The sandbox bank is starting.\n');
}

async function closeServer(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  // A connection becomes idle after its last response. Browsers keep it open for seconds.
  const idle = setInterval(() => server.closeIdleConnections(), 50);
  const grace = setTimeout(() => server.closeAllConnections(), CLOSE_GRACE_MS);
  await closed;
  clearInterval(idle);
  clearTimeout(grace);
}
