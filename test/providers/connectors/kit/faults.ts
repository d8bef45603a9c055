import type { ServerResponse } from 'node:http';
import { passTimeouts } from './clock';
import type { Fault } from './upstream';

export interface TransportFault {
  readonly title: string;
  readonly behave: Fault;
  /** The upstream states that it did not process the request. */
  readonly isNotProcessed?: true;
}

const html = '<!doctype html><title>502 Bad Gateway</title><h1>502 Bad Gateway</h1>';

const answer =
  (status: number, body: string, headers: Readonly<Record<string, string>> = {}): Fault =>
  (response) => {
    response.writeHead(status, headers).end(body);
  };

const half = (response: ServerResponse): void => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
};

/** Bytes of an endless answer. */
const FLOOD_BYTES = 100 * 1024 * 1024;

function flood(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  const chunk = Buffer.alloc(64 * 1024, ' ');
  let sent = 0;
  const pour = () => {
    while (sent < FLOOD_BYTES && !response.destroyed) {
      sent += chunk.length;
      if (!response.write(chunk)) return;
    }
    response.end();
  };
  response.on('drain', pour);
  pour();
}

/** Everything that can go wrong between the request and a complete, readable answer. */
export const transportFaults: readonly TransportFault[] = [
  { title: 'a timeout before the first byte', behave: () => setImmediate(passTimeouts) },
  {
    title: 'a timeout after the first byte',
    behave(response) {
      half(response);
      response.write('{', () => setImmediate(passTimeouts));
    },
  },
  { title: 'a reset before the first byte', behave: (response) => response.destroy() },
  {
    title: 'a reset in the body',
    behave(response) {
      half(response);
      response.write('{"id":', () => setImmediate(() => response.destroy()));
    },
  },
  { title: 'an answer of 100 MB', behave: flood },
  { title: 'an answer of another form', behave: answer(200, '{"unexpected":{"nested":[1,2]}}') },
  { title: 'the answer null', behave: answer(200, 'null') },
  { title: 'an answer without JSON', behave: answer(200, 'ok') },
  { title: 'an empty answer', behave: answer(204, '') },
  { title: "a proxy's HTTP 502", behave: answer(502, html, { 'content-type': 'text/html' }) },
  { title: "a proxy's HTTP 404", behave: answer(404, html, { 'content-type': 'text/html' }) },
  { title: 'HTTP 500', behave: answer(500, '{}') },
  { title: 'HTTP 503', behave: answer(503, '', { 'retry-after': '1' }) },
  {
    title: 'HTTP 429 with Retry-After',
    behave: answer(429, '', { 'retry-after': '1' }),
    isNotProcessed: true,
  },
  { title: 'HTTP 401', behave: answer(401, ''), isNotProcessed: true },
  ...[301, 302, 307, 308].map((status) => ({
    title: `the redirect ${status}`,
    behave: answer(status, '', { location: '/base/v9/elsewhere' }),
  })),
];
