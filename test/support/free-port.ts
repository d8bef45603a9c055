import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { portFault } from '../../sandbox/embedded/ports';

const HOST = '127.0.0.1';
/** Others the system gives out itself, to any call to anywhere; and Temporal keeps a smallint. */
const LOWEST_PORT = 20_000;
const HIGHEST_PORT = 32_767;

/**
 * A port of the loopback address for a server that is to be started, and started again. Nobody else
 * is given it while this process lives.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(LOWEST_PORT, HIGHEST_PORT + 1);
    if ((await portFault(HOST, port)) === null && (await claim(port))) return port;
  }
}

/** Holds its number among the ports of UDP, where nothing of ours listens, to the process's end. */
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
