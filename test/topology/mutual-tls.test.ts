import type { NativeConnection } from '@temporalio/worker';
import { connectionSettings } from '../../src/kernel/temporal/connection';
import { connectWorker } from '../../src/kernel/temporal/worker';
import { certificates } from '../support/certificates';
import { testConfig } from '../support/gateway';
import { ownServer, reachedBy } from './server-on-postgres';
import { payThrough } from './payment';

const { authority, strangerAuthority, server, client, stranger } = certificates;

const variables = {
  TEMPORAL_TLS_CA: authority,
  TEMPORAL_TLS_CERT: client.certFile,
  TEMPORAL_TLS_KEY: client.keyFile,
};

let address: string;

beforeAll(async () => {
  const config = testConfig({ TEMPORAL_ADDRESS: 'localhost:1', ...variables });
  const { tls } = await connectionSettings(config);
  const own = await ownServer({ tls: { ...server, caFile: authority, isMutual: true } }, { tls });
  ({ address } = await own.start());
}, 600_000);

/** The errors that a client and a worker with these variables get. */
async function attempts(env: Readonly<Record<string, string>>) {
  const { client: reached } = await reachedBy({ TEMPORAL_ADDRESS: address, ...env });
  const config = testConfig({ TEMPORAL_ADDRESS: address, ...env });
  const worker = async (): Promise<NativeConnection> => connectWorker(config);
  return Promise.allSettled([
    reached.connection.withDeadline(Date.now() + 5_000, () =>
      reached.connection.workflowService.getSystemInfo({}),
    ),
    worker().then((connection) => connection.close()),
  ]);
}

const outcomes = async (env: Readonly<Record<string, string>>) =>
  (await attempts(env)).map(({ status }) => status);

describe('Temporal with mutual TLS', () => {
  it('completes a payment with a certificate of its authority', async () => {
    await payThrough(await reachedBy({ TEMPORAL_ADDRESS: address, ...variables }));
  });

  it('accepts a client and a worker with a certificate', async () => {
    expect(await outcomes(variables)).toEqual(['fulfilled', 'fulfilled']);
  });

  it('rejects a connection unless both sides have a valid certificate', async () => {
    const refused: Readonly<Record<string, Readonly<Record<string, string>>>> = {
      'no certificate of its own': { TEMPORAL_TLS_CA: authority },
      'plain text': {},
      'a certificate of another authority': {
        TEMPORAL_TLS_CA: authority,
        TEMPORAL_TLS_CERT: stranger.certFile,
        TEMPORAL_TLS_KEY: stranger.keyFile,
      },
      'another trusted authority': { ...variables, TEMPORAL_TLS_CA: strangerAuthority },
      'a name that is not in the certificate': {
        ...variables,
        TEMPORAL_ADDRESS: address.replace('localhost', '127.0.0.1'),
      },
    };
    const found = await Promise.all(
      Object.entries(refused).map(async ([name, env]) => [name, await outcomes(env)] as const),
    );
    expect(Object.fromEntries(found)).toEqual(
      Object.fromEntries(Object.keys(refused).map((name) => [name, ['rejected', 'rejected']])),
    );
  });
});
