import { createServer } from 'node:http';
import { closeAfterFile } from '../../support/close-after-file';
import { listenWith } from '../../../src/http/acceptors';
import { dial } from './sockets';

const listenOn = async (port: number) => {
  const server = createServer((_request, response) => response.end('ok'));
  const acceptors = await listenWith(server, '127.0.0.1', port);
  const stop = async () => {
    const stopped = acceptors.stop();
    server.closeAllConnections();
    await stopped;
  };
  closeAfterFile(stop);
  return { server, ...acceptors };
};

describe('the sockets of a listener', () => {
  it('serve every connection by one server', async () => {
    const { server, port } = await listenOn(0);
    let connections = 0;
    server.on('connection', () => connections++);
    for (let count = 0; count < 100; count++) {
      const response = await fetch(`http://127.0.0.1:${port}/`, {
        headers: { connection: 'close' },
      });
      expect(await response.text()).toBe('ok');
    }
    expect(connections).toBe(100);
  });

  it('take no port that another gateway listens on', async () => {
    const { port } = await listenOn(0);
    await expect(listenOn(port)).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });

  it('accept nothing once they stop, and resolve when the last connection has ended', async () => {
    const { server, port, stop } = await listenOn(0);
    const clients = await Promise.all(Array.from({ length: 40 }, () => dial(port)));
    for (const { socket } of clients) socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await Promise.all(
      clients.map(({ socket }) => new Promise((ready) => socket.once('data', ready))),
    );
    let isStopped = false;
    const stopped = stop().then(() => (isStopped = true));
    await expect(dial(port)).rejects.toThrow();
    for (const client of clients.slice(1)) client.socket.destroy();
    await Promise.all(clients.slice(1).map(({ closed }) => closed));
    expect(isStopped).toBe(false);
    server.closeAllConnections();
    await stopped;
  });
});
