import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { closeAfterFile } from '../../support/close-after-file';
import { certificate, privateKey } from './certificate';

export interface SocketReceiver {
  readonly port: number;
  /** Every accepted connection, oldest first. */
  readonly sockets: readonly Socket[];
}

/** The handling of a connection; `number` is 1 for the first. */
export type Behaviour = (socket: Socket, number: number) => void;

/** A receiver on the level of TCP, for invalid HTTP. */
export function startSocketReceiver(behave: Behaviour): Promise<SocketReceiver> {
  const sockets: Socket[] = [];
  return listen(createServer(note(sockets, behave)), sockets);
}

/** The same with TLS and the certificate of localhost. */
export function startTlsReceiver(behave: Behaviour): Promise<SocketReceiver> {
  const sockets: Socket[] = [];
  const keys = { key: privateKey, cert: certificate };
  return listen(createTlsServer(keys, note(sockets, behave)), sockets);
}

/** Calls `answer` for each complete request with a small body. */
export function onRequest(socket: Socket, answer: (number: number) => void): void {
  let text = '';
  let number = 0;
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1');
    const [, length = '0'] = /content-length: (\d+)/i.exec(text) ?? [];
    const end = text.indexOf('\r\n\r\n');
    if (end === -1 || text.length < end + 4 + Number(length)) return;
    text = '';
    number += 1;
    answer(number);
  });
}

/** A free port on which nothing listens. */
export async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

function note(sockets: Socket[], behave: Behaviour): (socket: Socket) => void {
  return (socket) => {
    // The sender breaks connections on purpose; the tests check its result.
    socket.on('error', () => socket.destroy());
    sockets.push(socket);
    behave(socket, sockets.length);
  };
}

async function listen(server: Server, sockets: readonly Socket[]): Promise<SocketReceiver> {
  // The sender may abort a handshake.
  server.on('tlsClientError', (_fault: Error, socket: Socket) => socket.destroy());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closeAfterFile(async () => {
    server.close();
    for (const socket of sockets) socket.destroy();
    await once(server, 'close');
  });
  return { port: (server.address() as AddressInfo).port, sockets };
}
