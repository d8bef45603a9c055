import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readJson } from './read-json';

/** A webhook's receiver. One that hangs answers `webhook.ping` only. */
export async function startReceiver(kind: 'answers' | 'hangs') {
  const server = createServer((request, response) => {
    void readJson(request).then((body) => {
      const { event } = body as { readonly event?: string };
      if (kind === 'answers' || event === 'webhook.ping') response.end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
