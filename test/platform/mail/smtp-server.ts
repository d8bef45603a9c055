import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { closeAfterFile } from '../../support/close-after-file';

/** An SMTP server on a real port; the test decides the reply per recipient. */
export async function startSmtpServer(answerTo: (recipient: string) => string = () => '250 fine') {
  const received: string[] = [];
  const server = createServer((socket) => converse(socket, answerTo, received));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closeAfterFile(() => void server.close());
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, received };
}

function converse(socket: Socket, answerTo: (to: string) => string, received: string[]): void {
  let text = '';
  let message: string | null = null;
  const say = (line: string) => socket.write(`${line}\r\n`);
  say('220 test');
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk) => {
    text += chunk.toString();
    for (let end = text.indexOf('\r\n'); end >= 0; end = text.indexOf('\r\n')) {
      const line = text.slice(0, end);
      text = text.slice(end + 2);
      if (message !== null && line !== '.') message += `${line}\n`;
      else if (message !== null) {
        received.push(message);
        message = null;
        say('250 received');
      } else if (line.startsWith('RCPT')) say(answerTo(line));
      else if (line === 'DATA') {
        message = '';
        say('354 go on');
      } else if (line === 'QUIT') socket.end('221 bye\r\n');
      else say('250 fine');
    }
  });
}
