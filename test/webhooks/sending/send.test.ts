import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { createResolver } from '../../../src/platform/network/resolver';
import {
  createSender,
  type Attempt,
  type Sender,
  type SenderOptions,
} from '../../../src/webhooks/sending/send';
import { signatureHeaders, verify } from '../../../src/webhooks/sending/sign';
import { closeAfterFile } from '../../support/close-after-file';
import { startReceiver } from '../../support/receiver';
import { until } from '../../support/until';
import { certificate } from './certificate';
import {
  closedPort,
  onRequest,
  startSocketReceiver,
  startTlsReceiver,
  type Behaviour,
} from './socket-receiver';

const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';
/** Never exceeded by a passing test. */
const amplyMs = 10_000;

function openSender(options: Partial<SenderOptions> = {}): Sender {
  const sender = createSender({ allowPrivate: true, ...options });
  closeAfterFile(() => sender.close());
  return sender;
}

const to = (url: string, more: Partial<Attempt> = {}): Attempt => ({
  url,
  headers: {},
  body: '{"id":"evt_1"}',
  timeoutMs: amplyMs,
  ...more,
});
const toPort = (port: number, more?: Partial<Attempt>) => to(`http://127.0.0.1:${port}/`, more);

describe('an attempt', () => {
  it('posts the signed bytes and returns the response', async () => {
    const receiver = await startReceiver();
    receiver.answerWith({ status: 200, body: 'thank you' });
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    const body = '{"id":"evt_1", "data":{"name":"สมชาย"}}';
    const atMs = Date.now();
    const headers = signatureHeaders({ id: 'evt_1', atMs, body, secrets: [secret] });

    const result = await openSender().send(to(`${receiver.url}/hook?shop=1`, { headers, body }));
    expect(result).toEqual({
      ok: true,
      statusCode: 200,
      durationMs: result.durationMs,
      error: null,
      answer: 'thank you',
      retryAfterMs: null,
    });
    const [request] = receiver.requests;
    expect(request).toMatchObject({
      method: 'POST',
      path: '/hook?shop=1',
      body,
      headers: {
        'content-type': 'application/json',
        'accept-encoding': 'identity',
        'user-agent': 'Saphan/1.0 (+webhooks)',
      },
    });
    expect(verify({ headers: request?.headers ?? {}, body, secret, nowMs: atMs })).toBe(true);
  });

  it('connects to the resolved address under the host name', async () => {
    const receiver = await startReceiver();
    const { port } = new URL(receiver.url);
    const query = () => Promise.resolve(['127.0.0.1']);
    const resolve = createResolver({ allowPrivate: true, query });
    const result = await openSender({ resolve }).send(to(`http://shop.example:${port}/`));
    expect(result).toMatchObject({ ok: true });
    expect(receiver.requests[0]?.headers.host).toBe(`shop.example:${port}`);
  });

  it('succeeds by the second address when the first refuses', async () => {
    const receiver = await startReceiver();
    const { port } = new URL(receiver.url);
    const query = () => Promise.resolve(['127.0.0.2', '127.0.0.1']);
    const resolve = createResolver({ allowPrivate: true, query });
    const result = await openSender({ resolve }).send(to(`http://shop.example:${port}/`));
    expect(result).toMatchObject({ ok: true });
  });

  it.each([200, 201, 202, 204, 299])('answered %d succeeds', async (status) => {
    const receiver = await startReceiver();
    receiver.answerWith({ status });
    const result = await openSender().send(to(receiver.url));
    expect(result).toMatchObject({ ok: true, statusCode: status, error: null, answer: '' });
  });

  it.each([300, 304, 400, 401, 404, 410, 429, 500, 502, 503])(
    'answered %d fails',
    async (status) => {
      const receiver = await startReceiver();
      receiver.answerWith({ status });
      const result = await openSender().send(to(receiver.url));
      expect(result).toMatchObject({ ok: false, statusCode: status, error: 'http_status' });
    },
  );

  it.each([301, 302, 303, 307, 308])('answered %d follows no redirect', async (status) => {
    const [sentinel, receiver] = [await startReceiver(), await startReceiver()];
    receiver.answerWith({ status, headers: { location: sentinel.url } });
    const result = await openSender().send(to(receiver.url));
    expect(result).toMatchObject({ ok: false, statusCode: status, error: 'http_status' });
    expect(sentinel.requests).toEqual([]);
  });

  it('returns Retry-After', async () => {
    const receiver = await startReceiver();
    receiver.answerWith({ status: 429, headers: { 'retry-after': '120' } });
    const result = await openSender().send(to(receiver.url));
    expect(result).toMatchObject({ ok: false, statusCode: 429, retryAfterMs: 120_000 });
  });
});

describe('an answer', () => {
  it('is truncated to 1 KB, at a character boundary', async () => {
    const receiver = await startReceiver();
    receiver.answerWith({ status: 500, body: 'ก'.repeat(1000) });
    const result = await openSender().send(to(receiver.url));
    expect(result.answer).toBe('ก'.repeat(341));
  });

  it('loses NUL and other control characters, which Postgres rejects', async () => {
    const receiver = await startReceiver();
    receiver.answerWith({ status: 500, body: 'a\u0000b\u001b[31m\u0085\r\n\tc\u007f' });
    const result = await openSender().send(to(receiver.url));
    expect(result.answer).toBe('ab[31m\n\tc');
  });

  it('of binary data is stored as text', async () => {
    const receiver = await startReceiver();
    receiver.answerWith((_request, response) => {
      response.writeHead(500).end(Buffer.from([0xff, 0x41, 0xed, 0xa0, 0x80]));
    });
    const { answer } = await openSender().send(to(receiver.url));
    expect(answer).toMatch(/^\uFFFDA\uFFFD+$/);
  });

  it('that is a gzip bomb is neither decompressed nor stored', async () => {
    const receiver = await startReceiver();
    const bomb = gzipSync(Buffer.alloc(20_000_000));
    receiver.answerWith((_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb);
    });
    const result = await openSender().send(to(receiver.url));
    expect(result).toMatchObject({ ok: true, statusCode: 200, answer: null });
  });

  it.each([
    ['of 50 MB', { 'content-length': '50000000' }, 50_000_000],
    ['without an end', {}, Number.POSITIVE_INFINITY],
  ])('%s is read up to 64 KB, then the connection is closed', async (_size, headers, bytes) => {
    const receiver = await startReceiver();
    const block = Buffer.alloc(65_536, 'x');
    let sentBytes = 0;
    let broken = false;
    receiver.answerWith((_request, response) => {
      response.writeHead(200, headers);
      response.on('close', () => {
        broken = true;
      });
      const pour = (): void => {
        while (!broken && sentBytes < bytes) {
          sentBytes += block.length;
          if (!response.write(block)) {
            response.once('drain', pour);
            return;
          }
        }
      };
      pour();
    });
    const result = await openSender().send(to(receiver.url));
    expect(result).toMatchObject({ ok: true, statusCode: 200, answer: 'x'.repeat(1024) });
    await until(() => broken, { describe: 'the connection to be broken off' });
    // The unread part fits in the buffers of two sockets.
    expect(sentBytes).toBeLessThan(25_000_000);
  });

  it.each([
    ['ends before its length', 'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nok', 200],
    ['ends inside a chunk', 'HTTP/1.1 500 No\r\nTransfer-Encoding: chunked\r\n\r\n9\r\nok', 500],
    ['ends inside its headers', 'HTTP/1.1 200 OK\r\nContent-Le', null],
  ])('that %s is a broken connection', async (_how, text, statusCode) => {
    const { port } = await startSocketReceiver((socket) => {
      onRequest(socket, () => socket.end(text));
    });
    const result = await openSender().send(toPort(port));
    expect(result).toMatchObject({ ok: false, statusCode, error: 'connection' });
  });

  it.each([
    ['of another protocol', 'SSH-2.0-OpenSSH_9.9\r\n'],
    ['with a malformed length', 'HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n'],
    ['with headers beyond 16 KB', `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`],
  ])('%s is invalid', async (_what, text) => {
    const { port } = await startSocketReceiver((socket) => {
      onRequest(socket, () => socket.end(text));
    });
    const result = await openSender().send(toPort(port));
    expect(result).toMatchObject({ ok: false, statusCode: null, error: 'invalid_answer' });
  });
});

describe('the deadline', () => {
  const soon = { timeoutMs: 1_000 };
  const drip = (text: string) => (socket: Socket) => {
    onRequest(socket, () => {
      let at = 0;
      const timer = setInterval(() => socket.write(text.charAt(at++ % text.length)), 10);
      socket.on('close', () => clearInterval(timer));
    });
  };

  it('ends an attempt without a response, and its connection', async () => {
    const { port, sockets } = await startSocketReceiver((socket) => socket.resume());
    const result = await openSender().send(toPort(port, soon));
    expect(result).toMatchObject({ ok: false, statusCode: null, error: 'timeout', answer: null });
    expect(result.durationMs).toBeGreaterThanOrEqual(990);
    await until(() => sockets[0]?.destroyed, { describe: 'the connection to be broken off' });
  });

  it('ends an attempt with slow headers', async () => {
    const { port } = await startSocketReceiver(
      drip('HTTP/1.1 200 OK\r\nX-Slow: '.padEnd(9999, 'x')),
    );
    const result = await openSender().send(toPort(port, soon));
    expect(result).toMatchObject({ ok: false, statusCode: null, error: 'timeout', answer: null });
  });

  it('ends an attempt with a slow body, and keeps the part received', async () => {
    const receiver = await startReceiver();
    receiver.answerWith((_request, response) => {
      const timer = setInterval(() => response.write('x'), 10);
      response.on('close', () => clearInterval(timer));
    });
    const result = await openSender().send(to(receiver.url, soon));
    expect(result).toMatchObject({ ok: false, statusCode: 200, error: 'timeout' });
    expect(result.answer).toMatch(/^x+$/);
  });

  it('ends an attempt during the TLS handshake', async () => {
    const sender = openSender({ connectTimeoutMs: 3_600_000 });
    const { port } = await startSocketReceiver((socket) => socket.resume());
    const result = await sender.send(to(`https://localhost:${port}/`, soon));
    expect(result).toMatchObject({ ok: false, error: 'timeout' });
  });

  it('ends an attempt with silent name servers', async () => {
    const query = () => new Promise<never>(() => undefined);
    const resolve = createResolver({ allowPrivate: true, query, budgetMs: 1500 });
    const result = await openSender({ resolve }).send(to('http://shop.example/', soon));
    expect(result).toMatchObject({ ok: false, error: 'timeout' });
  });

  it('ends an attempt that waits for a free socket', async () => {
    const { port, sockets } = await startSocketReceiver((socket) => socket.resume());
    const sender = openSender();
    const results = await Promise.all(
      Array.from({ length: 50 }, () => sender.send(toPort(port, soon))),
    );
    expect(results.map(({ error }) => error)).toEqual(results.map(() => 'timeout'));
    expect(sockets.length).toBeGreaterThanOrEqual(32);
  });

  it('has no effect on later attempts', async () => {
    const receiver = await startReceiver();
    receiver.answerWith('hang', { status: 200 });
    const sender = openSender();
    expect(await sender.send(to(receiver.url, soon))).toMatchObject({ error: 'timeout' });
    expect(await sender.send(to(receiver.url))).toMatchObject({ ok: true });
  });
});

describe('a connection', () => {
  it('that is refused fails', async () => {
    const result = await openSender().send(toPort(await closedPort()));
    expect(result).toMatchObject({ ok: false, statusCode: null, error: 'connection' });
  });

  it('that takes too long to open is a timeout', async () => {
    const { port } = await startSocketReceiver((socket) => socket.resume());
    const sender = openSender({ connectTimeoutMs: 200 });
    const result = await sender.send(to(`https://localhost:${port}/`));
    expect(result).toMatchObject({ ok: false, statusCode: null, error: 'timeout' });
  });

  it('to a name without an address is a DNS fault', async () => {
    const resolve = createResolver({ allowPrivate: true, query: () => Promise.resolve([]) });
    const result = await openSender({ resolve }).send(to('http://shop.example/'));
    expect(result).toMatchObject({ ok: false, statusCode: null, error: 'dns' });
  });

  it('is reused, and at most 32 are open to one receiver', async () => {
    const answers: (() => void)[] = [];
    const { port, sockets } = await startSocketReceiver((socket) => {
      onRequest(socket, () => {
        answers.push(() => socket.write(ok));
        if (answers.length >= 32) for (const answer of answers) answer();
      });
    });
    const sender = openSender();
    const results = await Promise.all(Array.from({ length: 32 }, () => sender.send(toPort(port))));
    expect(results.every((result) => result.ok)).toBe(true);
    answers.length = 0;
    const more = Array.from({ length: 64 }, () => sender.send(toPort(port)));
    expect((await Promise.all(more)).every((result) => result.ok)).toBe(true);
    expect(sockets).toHaveLength(32);
  });

  it('to a healthy receiver is not delayed by a dead one', async () => {
    let isOver = false;
    const dead = await startSocketReceiver((socket) =>
      isOver ? socket.destroy() : socket.resume(),
    );
    const good = await startReceiver();
    const sender = openSender();
    let ended = 0;
    const hung = Array.from({ length: 100 }, async () => {
      await sender.send(toPort(dead.port, { timeoutMs: 50_000 }));
      ended += 1;
    });
    for (let round = 0; round < 20; round++) {
      expect(await sender.send(to(good.url))).toMatchObject({ ok: true });
    }
    expect(ended).toBe(0);
    isOver = true;
    for (const socket of dead.sockets) socket.destroy();
    await Promise.all(hung);
  });
});

describe('a socket that the receiver closes', () => {
  /** The receiver's behaviour by connection and request number. */
  type Script = Readonly<Record<string, (socket: Socket) => void>>;

  /** Answers requests outside of the script; `seen` lists all as `connection.request`. */
  function follow(script: Script): { readonly behave: Behaviour; readonly seen: string[] } {
    const seen: string[] = [];
    const behave: Behaviour = (socket, connection) => {
      onRequest(socket, (request) => {
        const step = `${connection}.${request}`;
        seen.push(step);
        const act = script[step] ?? ((open) => open.write(ok));
        act(socket);
      });
    };
    return { behave, seen };
  }

  /** One successful attempt; undici then needs a turn before it reuses the socket. */
  async function warmUp(sender: Sender, url: string): Promise<void> {
    expect(await sender.send(to(url))).toMatchObject({ ok: true });
    await turn();
    await turn();
  }

  it.each(['destroy', 'resetAndDestroy'] as const)(
    'during its reuse (by %s) is replaced by a new one',
    async (close) => {
      const { behave, seen } = follow({ '1.2': (socket) => socket[close]() });
      const { port } = await startSocketReceiver(behave);
      const sender = openSender();
      await warmUp(sender, `http://127.0.0.1:${port}/`);
      expect(await sender.send(toPort(port))).toMatchObject({ ok: true, statusCode: 200 });
      expect(seen).toEqual(['1.1', '1.2', '2.1']);
    },
  );

  it('behind TLS during reuse is replaced by a new one', async () => {
    const { behave, seen } = follow({ '1.2': (socket) => socket.destroy() });
    const { port } = await startTlsReceiver(behave);
    const sender = openSender({ ca: certificate });
    const url = `https://localhost:${port}/`;
    await warmUp(sender, url);
    expect(await sender.send(to(url))).toMatchObject({ ok: true });
    expect(seen).toEqual(['1.1', '1.2', '2.1']);
  });

  it.each(['destroy', 'resetAndDestroy'] as const)(
    'when it is new (by %s) fails the attempt: nothing is sent twice',
    async (close) => {
      const { behave, seen } = follow({ '1.1': (socket) => socket[close]() });
      const { port } = await startSocketReceiver(behave);
      const result = await openSender().send(toPort(port));
      expect(result).toMatchObject({ ok: false, statusCode: null, error: 'connection' });
      expect(seen).toEqual(['1.1']);
    },
  );

  it('and whose replacement is closed too fails the attempt', async () => {
    const close = (socket: Socket) => void socket.destroy();
    const { behave, seen } = follow({ '1.2': close, '2.1': close });
    const { port } = await startSocketReceiver(behave);
    const sender = openSender();
    await warmUp(sender, `http://127.0.0.1:${port}/`);
    expect(await sender.send(toPort(port))).toMatchObject({ ok: false, error: 'connection' });
    expect(seen).toEqual(['1.1', '1.2', '2.1']);
  });

  it('and whose replacement is silent ends at the same deadline', async () => {
    const { behave, seen } = follow({
      '1.2': (socket) => void setTimeout(() => socket.destroy(), 2_000),
      '2.1': () => undefined,
    });
    const { port, sockets } = await startSocketReceiver(behave);
    const sender = openSender();
    await warmUp(sender, `http://127.0.0.1:${port}/`);
    const result = await sender.send(toPort(port, { timeoutMs: 4_000 }));
    expect(result).toMatchObject({ ok: false, error: 'timeout' });
    // With a separate timeout for the second connection, it would be 6,000.
    expect(result.durationMs).toBeLessThan(5_900);
    expect(seen).toEqual(['1.1', '1.2', '2.1']);
    await until(() => sockets[1]?.destroyed, { describe: 'the second connection to be ended' });
  });

  it('in the middle of a response is not replaced', async () => {
    const short = 'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nok';
    const { behave, seen } = follow({ '1.2': (socket) => socket.end(short) });
    const { port } = await startSocketReceiver(behave);
    const sender = openSender();
    await warmUp(sender, `http://127.0.0.1:${port}/`);
    const result = await sender.send(toPort(port));
    expect(result).toMatchObject({ ok: false, statusCode: 200, error: 'connection', answer: 'ok' });
    expect(seen).toEqual(['1.1', '1.2']);
  });
});

describe('TLS', () => {
  const answerOk = (socket: Socket) =>
    onRequest(socket, () => {
      socket.write(ok);
    });

  it('with a trusted certificate of the host is used', async () => {
    const { port } = await startTlsReceiver(answerOk);
    const result = await openSender({ ca: certificate }).send(to(`https://localhost:${port}/`));
    expect(result).toMatchObject({ ok: true, statusCode: 200 });
  });

  it('with a self-signed certificate is refused before the request is sent', async () => {
    const { port, sockets } = await startTlsReceiver(answerOk);
    const result = await openSender().send(to(`https://localhost:${port}/`));
    expect(result).toMatchObject({ ok: false, statusCode: null, error: 'tls' });
    expect(sockets.map((socket) => socket.bytesRead)).toEqual(sockets.map(() => 0));
  });

  it('with a certificate for another host is refused', async () => {
    const { port } = await startTlsReceiver(answerOk);
    const result = await openSender({ ca: certificate }).send(to(`https://127.0.0.1:${port}/`));
    expect(result).toMatchObject({ ok: false, statusCode: null, error: 'tls' });
  });

  it('to a receiver without TLS is a TLS fault', async () => {
    const { port } = await startSocketReceiver((socket) => socket.write(ok));
    const result = await openSender().send(to(`https://localhost:${port}/`));
    expect(result).toMatchObject({ ok: false, statusCode: null, error: 'tls' });
  });
});

describe('an error of the caller', () => {
  it('is thrown: an abort by the caller, with its reason', async () => {
    const receiver = await startReceiver();
    receiver.answerWith('hang');
    const sender = openSender();
    const caller = new AbortController();
    const reason = new Error('the worker stops');
    const sent = sender.send(to(receiver.url, { signal: caller.signal }));
    await receiver.waitFor(() => true);
    caller.abort(reason);
    await expect(sent).rejects.toBe(reason);
    await expect(sender.send(to(receiver.url, { signal: caller.signal }))).rejects.toBe(reason);
    expect(receiver.requests).toHaveLength(1);
  });

  it('is thrown: a header that cannot be sent', async () => {
    const receiver = await startReceiver();
    const headers = { 'webhook-id': 'evt_1\r\nx-injected: 1' };
    await expect(openSender().send(to(receiver.url, { headers }))).rejects.toThrow('header');
    expect(receiver.requests).toEqual([]);
  });

  it('is thrown: an attempt after the sender was closed', async () => {
    const receiver = await startReceiver();
    const sender = createSender({ allowPrivate: true });
    await sender.close();
    await expect(sender.send(to(receiver.url))).rejects.toThrow('closed');
  });
});

describe('closing the sender', () => {
  it('waits for attempts in progress, then closes every socket', async () => {
    const receiver = await startReceiver();
    receiver.answerWith({ status: 200, delayMs: 100 });
    const sender = createSender({ allowPrivate: true });
    const sent = sender.send(to(receiver.url));
    await receiver.waitFor(() => true);
    await sender.close();
    expect(await sent).toMatchObject({ ok: true });
    const { port, sockets } = await startSocketReceiver((socket) => {
      onRequest(socket, () => socket.write(ok));
    });
    const idle = createSender({ allowPrivate: true });
    await idle.send(toPort(port));
    const [socket] = sockets;
    expect(socket?.destroyed).toBe(false);
    const closed = socket === undefined ? undefined : once(socket, 'close');
    await idle.close();
    await closed;
  });
});
