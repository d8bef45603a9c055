import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { authorizePage } from '../authorize-page';
import { authenticationAt, chargeRoutes, qrImage } from './charge-routes';
import { OmiseError, badRequest, notFound } from './errors';
import { isObject } from './fields';
import { versions } from './present';
import { transferRoutes } from './transfer-routes';
import { Upstream, type OmiseOptions } from './upstream';

/** What happens to the next request that matches, once. */
export interface Fault {
  readonly method: string;
  readonly path: RegExp;
  /**
   * `refuse`: the status and body instead of carrying the request out. `lose`: carried out, and the
   * connection breaks before the answer. `delay`: carried out, answered when `until` resolves.
   */
  readonly effect:
    | { readonly kind: 'refuse'; readonly status: number; readonly body?: string }
    | { readonly kind: 'lose' }
    | { readonly kind: 'delay'; readonly until: Promise<void> };
}

export interface OmiseServer {
  /** Without a trailing slash. */
  readonly url: string;
  readonly upstream: Upstream;
  readonly server: Server;
  /** Every request that arrived, oldest first. */
  readonly requests: readonly SeenRequest[];
  plan(fault: Fault): void;
  /** Completes deliveries in flight. */
  close(): Promise<void>;
}

export interface SeenRequest {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly body: unknown;
  /** The header `Omise-Version`; null without it. */
  readonly version: string | null;
}

const BODY_BYTES_MAX = 256 * 1024;
const routes = [...chargeRoutes, ...transferRoutes];

/**
 * A fake of Omise's API on one port (0: a free one), from its public documents and recorded
 * exchanges. Its state is in memory. In test mode `mark_as_paid` and `verify` act for payers and
 * for Omise.
 */
export async function startOmise(options: OmiseOptions, port = 0): Promise<OmiseServer> {
  const upstream = new Upstream(options);
  const requests: SeenRequest[] = [];
  const faults: Fault[] = [];
  const server = createServer((request, response) => {
    void respond({ upstream, requests, faults }, request, response);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  upstream.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: upstream.url,
    upstream,
    server,
    requests,
    plan: (fault) => void faults.push(fault),
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
      await upstream.events.settle();
    },
  };
}

async function respond(
  state: { upstream: Upstream; requests: SeenRequest[]; faults: Fault[] },
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { upstream, requests, faults } = state;
  const { method = '', url = '' } = request;
  const bytes = await readBody(request);
  const { pathname, searchParams: query } = new URL(url, upstream.url);
  const body = jsonOf(bytes);
  const version = request.headers['omise-version'];
  requests.push({ method, path: url, body, version: typeof version === 'string' ? version : null });
  const at = faults.findIndex((fault) => fault.method === method && fault.path.test(pathname));
  const [fault] = at < 0 ? [] : faults.splice(at, 1);
  if (fault?.effect.kind === 'refuse') {
    response.writeHead(fault.effect.status).end(fault.effect.body);
    return;
  }
  const image = method === 'GET' ? qrImage(upstream, pathname) : null;
  if (image !== null) {
    response.writeHead(200, { 'content-type': image.type }).end(image.bytes);
    return;
  }
  const authentication = authenticationAt(upstream, pathname);
  if (authentication !== null) {
    const page = authorizePage(method, new URLSearchParams(bytes.toString()), authentication);
    response.writeHead(page.status, page.headers).end(page.body);
    return;
  }
  const { status, answer } = carryOut(upstream, request, { method, pathname, query, body });
  if (fault?.effect.kind === 'lose') return void response.destroy();
  if (fault?.effect.kind === 'delay') await fault.effect.until;
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' });
  response.end(JSON.stringify(answer));
}

function carryOut(
  upstream: Upstream,
  { headers }: IncomingMessage,
  asked: { method: string; pathname: string; query: URLSearchParams; body: unknown },
): { status: number; answer: object } {
  try {
    authenticate(headers.authorization, upstream.options.secretKey);
    const name = headers['omise-version'] ?? upstream.options.accountVersion;
    const version = versions.find((known) => known === name);
    if (version === undefined) throw badRequest('bad_request', 'API version is invalid');
    const { method, pathname, query, body = {} } = asked;
    if (!isObject(body)) throw badRequest('bad_request', 'the body is not a JSON object');
    const route = routes.find((one) => one.method === method && one.path.test(pathname));
    if (route === undefined) throw notFound('the path');
    const ids = route.path.exec(pathname)?.slice(1) ?? [];
    const form = upstream.form(version);
    return { status: 200, answer: route.answer({ upstream, ids, query, body, form }) };
  } catch (error) {
    if (error instanceof OmiseError) return { status: error.status, answer: error.body };
    throw error;
  }
}

/** HTTP Basic: the key is the user, the password is empty. */
function authenticate(authorization: string | undefined, key: string): void {
  const [, encoded = ''] = /^Basic ([A-Za-z0-9+/=]+)$/.exec(authorization ?? '') ?? [];
  if (Buffer.from(encoded, 'base64').toString() !== `${key}:`) {
    throw new OmiseError(401, 'authentication_failure', 'authentication failed');
  }
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes = chunk as Buffer;
    size += bytes.length;
    if (size <= BODY_BYTES_MAX) chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}

/** Undefined without a body, null when it is not JSON. */
function jsonOf(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return null;
  }
}
