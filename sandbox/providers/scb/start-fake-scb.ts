import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { QrError } from '../../../src/kernel/rules/tlv';
import { ConfirmationSender, scbResends, type ResendPolicy } from './confirmation-sender';
import { Controls } from './controls';
import { OpenApi, failure, type ApiAnswer, type Application } from './open-api';
import { PaymentBook } from './payment-book';

export interface FakeScbOptions extends Application {
  /** Where confirmations of codes with the prefix are sent; null for nowhere. */
  readonly confirmationUrl: string | null;
  /** Unix time in milliseconds. Default: the system clock. */
  readonly clock?: () => number;
  readonly resends?: ResendPolicy;
  /** Per path and second. Default 5, the limit of SCB's sandbox. */
  readonly callsPerSecond?: number;
}

export interface FakeScb {
  /** The base URL of the API. */
  readonly url: string;
  /** The base URL of the controls. */
  readonly controlsUrl: string;
  readonly controls: Controls;
  readonly server: Server;
  readonly close: () => Promise<void>;
}

const BASE = '/partners/sandbox';
const BODY_BYTES_MAX = 64 * 1024;

/**
 * A fake of SCB's open API on a port of its own (0: a free one), made from SCB's public pages and
 * not from our connector. It knows one application. `GET /controls` shows its state; `POST` to
 * `/controls/payments`, `/reversals`, `/faults`, `/settings` and `/revocations` changes it.
 */
export async function startFakeScb(options: FakeScbOptions, port = 0): Promise<FakeScb> {
  const { clock = Date.now, resends = scbResends, callsPerSecond = 5 } = options;
  const book = new PaymentBook(clock);
  const api = new OpenApi(options, book, clock);
  const sender = new ConfirmationSender(resends);
  const controls = new Controls({ ...options, api, book, sender, callsPerSecond });
  const server = createServer((message, response) => {
    serve({ api, controls }, message, response).catch((error: unknown) => {
      const isKnown = [z.ZodError, RangeError, QrError].some((one) => error instanceof one);
      const said = error instanceof Error ? error.message : String(error);
      send(response, { status: isKnown ? 400 : 500, body: { error: said } });
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  async function close(): Promise<void> {
    await sender.close();
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  }
  return { url: `${origin}${BASE}`, controlsUrl: `${origin}/controls`, controls, server, close };
}

async function serve(
  { api, controls }: { readonly api: OpenApi; readonly controls: Controls },
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname, searchParams: query } = new URL(message.url ?? '/', 'http://scb.invalid');
  const { method = '', headers } = message;
  const body = await readJson(message);
  if (pathname.startsWith('/controls')) {
    const path = pathname.slice('/controls'.length);
    const answer = method === 'GET' ? controls.state() : controls.apply(path, body);
    return send(response, { status: 200, body: answer });
  }
  const path = pathname.slice(BASE.length);
  if (controls.isOverLimit(path)) {
    return send(response, failure(503, 9900, 'Server is currently unavailable'));
  }
  const fault = controls.takeFault(path);
  if (fault !== null) await pause(fault.delayMs, undefined, { ref: false });
  if (fault?.kind === 'reset') return void response.destroy();
  if (fault?.kind === 'answer') return void response.writeHead(fault.status).end(fault.body);
  const answer = api.answer({ method, path, query, headers, body });
  if (fault?.kind === 'lost') return void response.destroy();
  send(response, answer);
}

async function readJson(message: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of message) {
    bytes += (chunk as Buffer).length;
    if (bytes > BODY_BYTES_MAX) throw new RangeError('the body is too large');
    chunks.push(chunk as Buffer);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    return undefined;
  }
}

function send(response: ServerResponse, { status, body }: ApiAnswer): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
