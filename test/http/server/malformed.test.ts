import { openLog } from '../../support/open-log';
import { startApi, type Api } from '../api';
import { dial, exchange } from './sockets';

let api: Api;
beforeAll(async () => {
  api = await startApi({}, { timeouts: { keepAliveTimeout: 200 } });
});
afterEach(async () => {
  expect((await api.get('/healthz')).status).toBe(200);
});
afterAll(async () => {
  // A malformed request does not count as a server error in the metrics.
  expect((await api.get('/metrics')).text).not.toMatch(/_count{[^}]*status="5/);
});

const head = (lines: readonly string[]) => `${lines.join('\r\n')}\r\n\r\n`;
const post = (...lines: readonly string[]) =>
  head(['POST /v1/qr-codes HTTP/1.1', 'Host: x', `Authorization: Bearer ${api.apiKey}`, ...lines]);

describe('malformed HTTP', () => {
  it.each([
    ['noise', '\u0000\u0001\u0002\r\n\r\n'],
    ['TLS', '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003'],
    ['an unknown version', 'GET / HTTP/9.9\r\nHost: x\r\n\r\n'],
    ['HTTP/0.9 by its number', 'GET / HTTP/0.9\r\n\r\n'],
    ['HTTP/0.9 without a version', 'GET /\r\n\r\n'],
    ['no host', 'GET / HTTP/1.1\r\n\r\n'],
    ['two hosts', 'GET /healthz HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n'],
    ['one host twice', 'GET /healthz HTTP/1.1\r\nHost: x\r\nhost: x\r\n\r\n'],
    ['non-ASCII bytes', 'GET /\u00e0\u00b8\u0081 HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['a header without a name', 'GET / HTTP/1.1\r\nHost: x\r\n: y\r\n\r\n'],
    ['a header with NUL', 'GET / HTTP/1.1\r\nHost: x\r\nX: a\u0000b\r\n\r\n'],
    ['a length that is not a number', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ten\r\n\r\n'],
    ['a negative length', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n'],
  ])('gets 400 and a closed connection: %s', async (_name, bytes) => {
    expect(await exchange(api.port, bytes)).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
  });
});

describe('a request with ambiguous framing', () => {
  it.each([
    ['two lengths', ['Content-Length: 5', 'Content-Length: 6']],
    ['a length and chunks', ['Content-Length: 5', 'Transfer-Encoding: chunked']],
    ['an unknown encoding', ['Transfer-Encoding: chunked, identity']],
  ])('gets 400 and creates nothing: %s', async (_name, lines) => {
    const answer = await exchange(api.port, `${post(...lines)}5\r\nhello\r\n0\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(await api.countOrders()).toBe(0);
  });

  it('gets 400 for chunks of a wrong size', async () => {
    const bytes = post('Content-Type: application/json', 'Transfer-Encoding: chunked');
    expect(await exchange(api.port, `${bytes}zz\r\n{}\r\n0\r\n\r\n`)).toMatch(/^HTTP\/1\.1 400 /);
  });
});

describe('headers over 16 KB', () => {
  it('get 431, in one line or in many', async () => {
    const long = head(['GET / HTTP/1.1', 'Host: x', `X-Long: ${'y'.repeat(20_000)}`]);
    expect(await exchange(api.port, long)).toMatch(/^HTTP\/1\.1 431 /);
    const many = Array.from({ length: 2_000 }, (_, n) => `X-${n}: 0123456789`);
    expect(await exchange(api.port, head(['GET / HTTP/1.1', 'Host: x', ...many]))).toMatch(
      /^HTTP\/1\.1 431 /,
    );
    const path = `GET /${'y'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`;
    expect(await exchange(api.port, path)).toMatch(/^HTTP\/1\.1 431 /);
  });
});

it('HTTP/1.0 without a Host header is accepted, for probes of load balancers', async () => {
  expect(await exchange(api.port, 'GET /healthz HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /);
});

it('an unknown Expect header is ignored, and the answer is that of the gateway', async () => {
  const bytes = head(['GET /healthz HTTP/1.1', 'Host: x', 'Expect: banana', 'Connection: close']);
  const answer = await exchange(api.port, bytes);
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  expect(answer).toMatch(/^x-request-id: req_/im);
  expect(answer).toMatch(/^x-content-type-options: nosniff/im);
});

describe('a malformed request', () => {
  it('is counted by status and logged with its client address', async () => {
    const { log, parsed } = openLog();
    const logging = await startApi({}, { log });
    const answer = await exchange(logging.port, 'GET / HTTP/9.9\r\nHost: x\r\n\r\n');
    await exchange(logging.port, head(['GET / HTTP/1.1', 'Host: x', 'Host: y']));
    await exchange(logging.port, head(['GET / HTTP/1.1', 'Host: x', `X: ${'y'.repeat(20_000)}`]));
    const [, requestId] = /X-Request-Id: (\S+)/.exec(answer) ?? [];
    const refused = parsed().filter(({ msg }) => msg === 'malformed request refused');
    expect(refused).toMatchObject([
      { status: 400, code: 'HPE_INVALID_VERSION', address: '127.0.0.1', request_id: requestId },
      { status: 400, code: 'SEVERAL_HOSTS', address: '127.0.0.1' },
      { status: 431, code: 'HPE_HEADER_OVERFLOW', address: '127.0.0.1' },
    ]);
    const { text } = await logging.get('/metrics');
    expect(text).toContain('saphan_malformed_requests_total{status="400"} 2');
    expect(text).toContain('saphan_malformed_requests_total{status="431"} 1');
  });
});

describe('an unusual request target', () => {
  it.each([
    ['an absolute URL', 'GET http://other.example/healthz HTTP/1.1', 200],
    ['an asterisk', 'OPTIONS * HTTP/1.1', 404],
    ['a doubled slash', 'GET //healthz HTTP/1.1', 404],
    ['an absolute URL without a path', 'GET http://other.example HTTP/1.1', 200],
    ['a broken escape', 'GET /v1/%zz HTTP/1.1', 404],
    ['a malformed Host header', 'GET /healthz HTTP/1.1', 200],
  ])('is answered: %s', async (_name, line, status) => {
    const bytes = head([line, 'Host: [x', 'Connection: close']);
    expect(await exchange(api.port, bytes)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  });

  it('is disconnected for CONNECT', async () => {
    await exchange(api.port, head(['CONNECT other.example:443 HTTP/1.1', 'Host: x']));
  });
});

describe('a client that disconnects', () => {
  it('changes nothing when it sent part of its body', async () => {
    const client = await dial(api.port);
    client.socket.write(post('Content-Type: application/json', 'Content-Length: 1000'));
    client.socket.write('{"amount":100,');
    await new Promise((resolve) => setImmediate(resolve));
    client.socket.resetAndDestroy();
    await client.closed;
    expect(await api.countOrders()).toBe(0);
  });
});
