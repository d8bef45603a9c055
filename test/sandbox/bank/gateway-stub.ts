import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { closeAfterFile } from '../../support/close-after-file';
import { until } from '../../support/until';
import { providerKey } from './bank';

export interface ReceivedCallback {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: Readonly<Record<string, unknown>>;
}

/** A gateway on a real socket, with responses that the test selects. */
export interface GatewayStub {
  readonly port: number;
  readonly url: string;
  /** Callbacks in the order of their arrival. */
  readonly callbacks: readonly ReceivedCallback[];
  /** The response to callbacks with the provider key. The default is 201. */
  status: number | 'none';
  /** The response of `/sandbox/open-payments`. */
  open: readonly object[];
  /** Resolves with all callbacks once `count` have arrived. */
  received(count: number): Promise<readonly ReceivedCallback[]>;
  /** Closes all connections and frees the port. */
  readonly close: () => Promise<void>;
}

export async function startGatewayStub(port = 0): Promise<GatewayStub> {
  const callbacks: ReceivedCallback[] = [];
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      if (request.method === 'GET' && request.url === '/sandbox/open-payments') {
        response.end(JSON.stringify({ payments: stub.open }));
        return;
      }
      const { authorization } = request.headers;
      const content = JSON.parse(body) as ReceivedCallback['body'];
      callbacks.push({ path: request.url ?? '', authorization, body: content });
      const isKnown = authorization === `Bearer ${providerKey}`;
      if (stub.status !== 'none') response.writeHead(isKnown ? stub.status : 401).end('{}');
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const bound = (server.address() as AddressInfo).port;

  const stub: GatewayStub = {
    port: bound,
    url: `http://127.0.0.1:${bound}`,
    callbacks,
    status: 201,
    open: [],
    async received(count) {
      await until(() => callbacks.length >= count, {
        describe: () => `${count} callbacks, instead of ${callbacks.length}`,
      });
      return callbacks;
    },
    close: async () => {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
  closeAfterFile(stub.close);
  return stub;
}

async function readBody(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) body += String(chunk);
  return body;
}
