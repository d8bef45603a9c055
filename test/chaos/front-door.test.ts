import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openFrontDoor } from '../../chaos/installation/front-door';
import { closeAfterFile } from '../support/close-after-file';
import { freePort } from '../support/free-port';

/** A server that sends its name on each connection. */
async function serve(name: string): Promise<number> {
  const server = createServer((_request, response) => {
    response.setHeader('connection', 'close').end(name);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closeAfterFile(() => void server.close());
  return (server.address() as AddressInfo).port;
}

async function open(ports: readonly number[]): Promise<() => Promise<string>> {
  const door = await openFrontDoor(ports);
  closeAfterFile(() => door.close());
  return async () => (await fetch(door.url, { method: 'POST', body: '{}' })).text();
}

describe('load balancer', () => {
  it('distributes connections round-robin', async () => {
    const callGateway = await open([await serve('one'), await serve('two')]);
    const names = [
      await callGateway(),
      await callGateway(),
      await callGateway(),
      await callGateway(),
    ];
    expect(names.filter((name) => name === 'one')).toHaveLength(2);
    expect(names.filter((name) => name === 'two')).toHaveLength(2);
  });

  it('skips a port without a listener', async () => {
    const callGateway = await open([await freePort(), await serve('two')]);
    expect([await callGateway(), await callGateway()]).toEqual(['two', 'two']);
  });

  it('closes the connection when no port has a listener', async () => {
    const callGateway = await open([await freePort()]);
    await expect(callGateway()).rejects.toThrow('fetch failed');
  });
});
