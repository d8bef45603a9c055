import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { createGenericClient } from '../../src/providers/connectors/generic/client';
import { closeAfterFile } from './close-after-file';

/** A provider's behaviour for a request: a response, `hang`, or `cut` (closes the connection). */
export type Script = { readonly status: number; readonly body: unknown } | 'hang' | 'cut';

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly orderId: string;
  readonly body: Readonly<Record<string, unknown>> | null;
}

export type ScriptedProvider = Awaited<ReturnType<typeof startProvider>>;

export const accepted = { status: 201, body: { status: 'processing' } };
/** `/payouts`, `/refunds` and `/charges` have different "not found" responses. */
const unknownAt = (path: string) => ({
  status: 404,
  body: { error: { code: `${path.slice(1, -1)}_not_found`, message: '' } },
});

/**
 * A payment provider on a real port that follows a test's script and records the requests. By
 * default payouts, refunds and charges are accepted, and inquiries answer that they are
 * unknown.
 */
export async function startProvider(callTimeoutMs = 1_000) {
  const asked: Asked[] = [];
  const headers: IncomingHttpHeaders[] = [];
  const scripts = { send: [] as Script[], ask: [] as Script[] };
  /** Null: unknown. */
  const defaults: { send: Script; ask: Script | null } = { send: accepted, ask: null };
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const provider = createGenericClient({
    url,
    key: 'a-provider-key-for-tests',
    timeoutMs: callTimeoutMs,
  });
  closeAfterFile(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = '';
    for await (const chunk of request) text += String(chunk);
    const body = text === '' ? null : (JSON.parse(text) as Record<string, unknown>);
    const [, place = '', named = ''] = (request.url ?? '').split('/').map(decodeURIComponent);
    const path = `/${place}`;
    const orderId = body === null ? named : String(body['orderId']);
    headers.push(request.headers);
    asked.push({ method: request.method ?? '', path, orderId, body });
    const call = request.method === 'POST' ? 'send' : 'ask';
    const script = scripts[call].shift() ?? defaults[call] ?? unknownAt(path);
    if (script === 'hang') return;
    if (script === 'cut') {
      response.destroy();
      return;
    }
    response.writeHead(script.status, { 'content-type': 'application/json' });
    const said = script.body as object;
    response.end(JSON.stringify({ orderId, ...said }));
  }

  return {
    provider,
    /** Behaviour call by call; then `otherwise` applies. */
    scripts,
    otherwise: defaults,
    asked,
    /** The headers of all requests. */
    headers,
    sends: (orderId: string) =>
      asked.filter((call) => call.method === 'POST' && call.orderId === orderId).length,
    asks: (orderId: string) =>
      asked.filter((call) => call.method === 'GET' && call.orderId === orderId).length,
  };
}
