import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { closeAfterFile } from '../support/close-after-file';

const HEALTH_EVERY_MS = 1_000;

/**
 * A load balancer as the proxy of docker-compose.yml: it asks each API for `/readyz` every second,
 * sends a request to a ready one, and tries another one only when no connection is made. Any other
 * error is a 502.
 */
export async function startBalancer(ports: readonly number[]) {
  const ready = new Set<number>();
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  let turn = 0;

  async function examine(port: number): Promise<void> {
    try {
      const { ok } = await fetch(`http://127.0.0.1:${port}/readyz`);
      if (ok) ready.add(port);
      else ready.delete(port);
    } catch {
      ready.delete(port);
    }
  }
  const examineAll = () => Promise.all(ports.map(examine));
  await examineAll();
  const timer = setInterval(() => void examineAll(), HEALTH_EVERY_MS);

  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => forward([...ready]));

    function forward(left: readonly number[]): void {
      const port = left[turn++ % Math.max(left.length, 1)];
      if (port === undefined) {
        outgoing.writeHead(502).end('no API is ready');
        return;
      }
      const { method, url: path, headers } = incoming;
      const passed = request({ host: '127.0.0.1', port, method, path, headers, agent });
      passed.on('response', (answer) => {
        const { connection: _, ...others } = answer.headers;
        outgoing.writeHead(answer.statusCode ?? 502, others);
        answer.pipe(outgoing);
      });
      passed.on('error', (error: NodeJS.ErrnoException) => {
        if (error.code === 'ECONNREFUSED') forward(left.filter((each) => each !== port));
        else outgoing.writeHead(502).end(String(error.code));
      });
      passed.end(Buffer.concat(chunks));
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closeAfterFile(async () => {
    clearInterval(timer);
    agent.destroy();
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    isReady: (port: number) => ready.has(port),
  };
}
