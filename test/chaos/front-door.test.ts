import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openFrontDoor } from '../../chaos/installation/front-door';
import { closeAfterFile } from '../support/close-after-file';
import { freePort } from '../support/free-port';

/** A server that says its name, on a connection of its own each time. */
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

describe('the front door', () => {
  it('gives connections to each by turns', async () => {
    const ask = await open([await serve('one'), await serve('two')]);
    const names = [await ask(), await ask(), await ask(), await ask()];
    expect(names.filter((name) => name === 'one')).toHaveLength(2);
    expect(names.filter((name) => name === 'two')).toHaveLength(2);
  });

  it('goes on to the next where nobody listens', async () => {
    const ask = await open([await freePort(), await serve('two')]);
    expect([await ask(), await ask()]).toEqual(['two', 'two']);
  });

  it('breaks the connection where nobody listens at all', async () => {
    const ask = await open([await freePort()]);
    await expect(ask()).rejects.toThrow('fetch failed');
  });
});
