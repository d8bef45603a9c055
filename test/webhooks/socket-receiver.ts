import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { closeAfterFile } from '../support/close-after-file';
import { certificate, privateKey } from './certificate';

export interface SocketReceiver {
  readonly port: number;
  /** Every connection that was ever made, oldest first. */
  readonly sockets: readonly Socket[];
}

/** Does to a connection whatever a test wants; `number` is 1 for the first. */
export type Behaviour = (socket: Socket, number: number) => void;

/** A receiver below HTTP, for what no HTTP server would do. */
export function startSocketReceiver(behave: Behaviour): Promise<SocketReceiver> {
  const sockets: Socket[] = [];
  return listen(createServer(note(sockets, behave)), sockets);
}

/** The same behind the certificate for localhost. */
export function startTlsReceiver(behave: Behaviour): Promise<SocketReceiver> {
  const sockets: Socket[] = [];
  const keys = { key: privateKey, cert: certificate };
  return listen(createTlsServer(keys, note(sockets, behave)), sockets);
}

/** Runs when a whole request with a small body has come, once for each request. */
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
    // The sender breaks connections on purpose; these tests look at what the sender says of it.
    socket.on('error', () => socket.destroy());
    sockets.push(socket);
    behave(socket, sockets.length);
  };
}

async function listen(server: Server, sockets: readonly Socket[]): Promise<SocketReceiver> {
  // A failed handshake is the sender's good right.
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
