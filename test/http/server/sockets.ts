import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A client that sends arbitrary bytes. */
export interface RawClient {
  readonly socket: Socket;
  /** The data received so far. */
  readonly text: () => string;
  readonly isClosed: () => boolean;
  readonly closed: Promise<void>;
}

export async function dial(port: number, localAddress = '127.0.0.1'): Promise<RawClient> {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  let text = '';
  let gone = false;
  socket.on('data', (chunk) => (text += chunk.toString('latin1')));
  // The tests expect the server to disconnect.
  socket.on('error', () => undefined);
  const closed = new Promise<void>((resolve) => {
    socket.once('close', () => {
      gone = true;
      resolve();
    });
  });
  await once(socket, 'connect');
  return { socket, text: () => text, isClosed: () => gone, closed };
}

/** Sends bytes and returns the data received until the server disconnects. */
export async function exchange(port: number, bytes: string): Promise<string> {
  const client = await dial(port);
  client.socket.write(bytes, 'latin1');
  await client.closed;
  return client.text();
}
