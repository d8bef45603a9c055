import http from 'node:http';
import { startApi } from '../api';

/* Other tests use shorter timeouts. These are the values in production. */

it('a server limits time, requests and header size', async () => {
  const create = jest.spyOn(http, 'createServer');
  const api = await startApi();
  const [first] = create.mock.results;
  const server = first?.value as http.Server;
  expect(create.mock.calls[0]?.[0]).toMatchObject({ maxHeaderSize: 16_384 });
  expect({
    headers: server.headersTimeout,
    request: server.requestTimeout,
    silence: server.timeout,
    requestsPerSocket: server.maxRequestsPerSocket,
  }).toEqual({
    headers: 10_000,
    request: 30_000,
    silence: 60_000,
    requestsPerSocket: 10_000,
  });
  await api.close();
});

it('a statement times out after 10 s, an idle transaction after 30 s', async () => {
  const { deps } = await startApi();
  const shown = async (setting: string) => {
    const { rows } = await deps.db.raw<{ rows: Record<string, string>[] }>(`show ${setting}`);
    return rows[0]?.[setting];
  };
  expect([
    await shown('statement_timeout'),
    await shown('idle_in_transaction_session_timeout'),
  ]).toEqual(['10s', '30s']);
});
