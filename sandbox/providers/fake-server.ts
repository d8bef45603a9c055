import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface FakeRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface FakeAnswer {
  readonly status: number;
  /** An object is sent as JSON. */
  readonly body: object | Buffer | string;
}

/**
 * What happens to a request: it is carried out and not answered, answered 500 without being carried
 * out, or answered with this.
 */
export type Disturbance =
  | 'lose_answer'
  | 'fail'
  | FakeAnswer
  | ((request: FakeRequest) => FakeAnswer);

export interface FakeServer {
  readonly url: string;
  readonly requests: readonly FakeRequest[];
  /** For requests to the path, one each. */
  disturb(path: string, ...disturbances: readonly Disturbance[]): void;
  close(): Promise<void>;
}

/** An upstream's HTTP server on a free loopback port. */
export async function startFakeServer(
  answer: (request: FakeRequest) => FakeAnswer,
): Promise<FakeServer> {
  const requests: FakeRequest[] = [];
  const disturbances = new Map<string, Disturbance[]>();

  function answerDisturbed(request: FakeRequest): FakeAnswer | null {
    const disturbance = disturbances.get(request.path)?.shift();
    if (disturbance === 'fail') return { status: 500, body: 'Internal server error' };
    if (typeof disturbance === 'function') return disturbance(request);
    if (typeof disturbance === 'object') return disturbance;
    const normal = answer(request);
    return disturbance === 'lose_answer' ? null : normal;
  }
  const server = createServer((message, response) => {
    readRequest(message).then(
      (request) => {
        requests.push(request);
        const given = answerDisturbed(request);
        if (given === null) return response.destroy();
        const isJson = !(typeof given.body === 'string' || Buffer.isBuffer(given.body));
        response.writeHead(given.status, isJson ? { 'content-type': 'application/json' } : {});
        return response.end(isJson ? JSON.stringify(given.body) : given.body);
      },
      () => response.destroy(),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    disturb: (path, ...list) => void disturbances.set(path, [...list]),
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

async function readRequest(message: IncomingMessage): Promise<FakeRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return {
    method: message.method ?? '',
    path: (message.url ?? '').replace(/\?.*/, ''),
    headers: message.headers,
    body: Buffer.concat(chunks).toString('utf8'),
  };
}
