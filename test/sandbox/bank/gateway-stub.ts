import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { closeAfterFile } from '../../support/close-after-file';
import { until } from '../../support/until';
import { providerKey } from './bank';

export interface HeardCallback {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: Readonly<Record<string, unknown>>;
}

/** The gateway as the bank meets it: real sockets, answers that the test chooses. */
export interface GatewayStub {
  readonly port: number;
  readonly url: string;
  /** Every callback that came, in the order it came. */
  readonly callbacks: readonly HeardCallback[];
  /**
   * The status that callbacks under the provider's key are answered with, or no answer at all; 201
   * until it is set.
   */
  status: number | 'none';
  /** What `/sandbox/open-payments` lists. */
  open: readonly object[];
  /** Resolves with all callbacks, once there are so many. */
  heard(count: number): Promise<readonly HeardCallback[]>;
  /** Hangs up on everybody and frees the port. */
  readonly close: () => Promise<void>;
}

export async function startGatewayStub(port = 0): Promise<GatewayStub> {
  const callbacks: HeardCallback[] = [];
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      if (request.method === 'GET' && request.url === '/sandbox/open-payments') {
        response.end(JSON.stringify({ payments: stub.open }));
        return;
      }
      const { authorization } = request.headers;
      const told = JSON.parse(body) as HeardCallback['body'];
      callbacks.push({ path: request.url ?? '', authorization, body: told });
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
    async heard(count) {
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
