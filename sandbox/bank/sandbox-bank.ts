import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Logger } from '../../src/lib/log';
import { createApp } from './app';
import { Book } from './book/book';
import { CallbackSender, retryPlan } from './callbacks/callback-sender';
import type { RetryPlan } from './callbacks/callback-sender';
import { createGateway } from './gateway';
import { Mailbox } from './mail/mailbox';
import { createDuePayments } from './payments/due-payments';
import { createPay } from './payments/pay';
import { createDecideRequest } from './requests/decide-request';
import { createHeldAnswers } from './requests/held-answers';
import { requestDelays } from './requests/request-rules';
import type { RequestDelays } from './requests/request-rules';
import { createTakeRequest } from './requests/take-request';

export interface SandboxBankOptions {
  /** Where the gateway takes callbacks, as `http://127.0.0.1:8080`. */
  readonly gatewayUrl: string;
  /** What the bank proves itself with there, and the gateway here. */
  readonly providerKey: string;
  /** The only biller whose QR codes this bank pays: 15 digits. */
  readonly billerId: string;
  /** The bank's book. Made when it is not there; its directory too. Beside it lies the mail. */
  readonly journalFile: string;
  readonly log: Logger;
  /** Milliseconds since 1970; the computer's clock unless it is given. */
  readonly clock?: () => number;
  /** 1 s growing to 60 s, 20 tries, unless it is given. */
  readonly retry?: RetryPlan;
  /** As request-rules.ts tells, unless they are given. */
  readonly requestDelays?: RequestDelays;
}

export interface RunningBank {
  readonly port: number;
  /** Answers what was asked, lets callbacks that are under way end, closes the book; only once. */
  readonly close: () => Promise<void>;
}

export interface SandboxBank {
  /**
   * Listens (0: on a free port), replays the book and goes on where it stopped. Rejects when the
   * port is taken or the book cannot be read.
   */
  start(port: number, host?: string): Promise<RunningBank>;
}

/** How long requests that are being answered may take when the bank closes. */
const requestGraceMs = 5_000;

/**
 * A bank of its own: customers pay QR codes at its page or its API, the gateway has it pay out,
 * refund and charge, and it tells the gateway over HTTP, at least once, as a payment provider does.
 * It shares nothing with the gateway but the key.
 */
export function createSandboxBank(options: SandboxBankOptions): SandboxBank {
  return {
    async start(port, host = '127.0.0.1') {
      let answer: RequestListener = answerOpening;
      const server = createServer((request, response) => answer(request, response));
      server.headersTimeout = 10_000;
      server.requestTimeout = 30_000;
      server.maxConnections = 1_000;
      // The port first: a bank that finds it taken must not touch the book of the one that has it.
      server.listen(port, host);
      await once(server, 'listening');
      try {
        const counter = await openCounter(options);
        answer = counter.answer;
        let closing: Promise<void> | null = null;
        const close = () => {
          counter.hangUp();
          return closeServer(server).then(() => counter.close());
        };
        return {
          port: (server.address() as AddressInfo).port,
          close: () => (closing ??= close()),
        };
      } catch (error) {
        await closeServer(server);
        throw error;
      }
    },
  };
}

/** Opens the book, takes up what it holds undone, and gives what answers requests. */
async function openCounter(options: SandboxBankOptions) {
  const { providerKey, billerId, log, clock = Date.now, retry = retryPlan } = options;
  const delays = options.requestDelays ?? requestDelays;
  const book = await Book.open(options.journalFile);
  const mailbox = await Mailbox.open(path.join(path.dirname(options.journalFile), 'mail.json'));
  const gateway = createGateway(options.gatewayUrl, providerKey);
  const sender = new CallbackSender({ book, gateway, retry, clock, log });
  const due = createDuePayments({ book, sender, clock, log });
  const pay = createPay({ billerId, book, sender, due, clock });
  sender.resume();
  for (const payment of book.view.scheduled()) due.add(payment);
  const takeRequest = createTakeRequest({ book, sender, clock, delays });
  const decideRequest = createDecideRequest({ book, sender, clock, delays });
  const held = createHeldAnswers();
  const doors = { pay, takeRequest, decideRequest, held, mailbox, providerKey, billerId };
  const answer = createApp({ ...doors, book, sender, gateway, clock, log }).callback();
  return {
    answer: (request: IncomingMessage, response: ServerResponse) => void answer(request, response),
    /** Ends what would hold up the closing. */
    hangUp: () => held.hangUp(),
    async close() {
      await due.close();
      await sender.close();
      await gateway.close();
      await book.close();
    },
  };
}

/** The answer while the book is being read. */
function answerOpening(_request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(503, { 'Retry-After': '1' }).end('The bank is opening.\n');
}

async function closeServer(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  // A connection is idle once its last answer has gone; a browser would keep it for seconds.
  const idle = setInterval(() => server.closeIdleConnections(), 50);
  const grace = setTimeout(() => server.closeAllConnections(), requestGraceMs);
  await closed;
  clearInterval(idle);
  clearTimeout(grace);
}
