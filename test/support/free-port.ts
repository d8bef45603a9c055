import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { portFault } from '../../sandbox/embedded/ports';

const HOST = '127.0.0.1';
/** Higher ports are ephemeral, used by outgoing connections; Temporal stores a smallint. */
const LOWEST_PORT = 20_000;
const HIGHEST_PORT = 32_767;

/**
 * A loopback port for a server that is started and restarted. No other call gets the same port
 * while this process lives.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(LOWEST_PORT, HIGHEST_PORT + 1);
    if ((await portFault(HOST, port)) === null && (await claim(port))) return port;
  }
}

/** Reserves the number by binding the UDP port, which no server here uses. */
function claim(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const socket = createSocket('udp4').unref();
    socket.once('error', (error: NodeJS.ErrnoException) => {
      socket.close();
      if (error.code === 'EADDRINUSE') resolve(false);
      else reject(error);
    });
    socket.bind({ address: HOST, port, exclusive: true }, () => resolve(true));
  });
}
