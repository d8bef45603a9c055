import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { ServiceError, isGrpcServiceError } from '@temporalio/client';
import { connectionSettings, createClient } from '../../src/kernel/temporal/connection';
import { ensureSchedules } from '../../src/kernel/temporal/schedules';
import { registerSearchAttributes } from '../../src/kernel/temporal/search-attributes';
import { connectWorker } from '../../src/kernel/temporal/worker';
import { certificates } from '../support/certificates';
import { closeAfterFile } from '../support/close-after-file';
import { testConfig } from '../support/gateway';
import { startKeySet } from './key-set';
import { payThrough } from './payment';
import { ownServer, reachedBy } from './server-on-postgres';

const { authority, server } = certificates;
const PERMISSION_DENIED = 7;

let keys: Awaited<ReturnType<typeof startKeySet>>;
let address: string;

beforeAll(async () => {
  keys = await startKeySet();
  const security = {
    tls: { ...server, caFile: authority, isMutual: false },
    keySetUrl: keys.url,
  };
  const config = testConfig({
    TEMPORAL_ADDRESS: 'localhost:1',
    TEMPORAL_TLS_CA: authority,
    TEMPORAL_API_KEY: keys.issue(['temporal-system:admin']),
  });
  const { tls, apiKey = '' } = await connectionSettings(config);
  const own = await ownServer(security, { tls, apiKey });
  ({ address } = await own.start());
}, 600_000);

const reached = (variables: Readonly<Record<string, string>>) =>
  reachedBy({ TEMPORAL_ADDRESS: address, TEMPORAL_TLS_CA: authority, ...variables });

/** Null when the namespace accepted the client, else the gRPC code of its rejection. */
async function refusal(variables: Readonly<Record<string, string>>): Promise<number | null> {
  const { client, namespace } = await reached(variables);
  try {
    await client.withDeadline(Date.now() + 5_000, () =>
      client.workflowService.describeNamespace({ namespace }),
    );
    return null;
  } catch (error) {
    const cause = error instanceof ServiceError ? error.cause : error;
    if (isGrpcServiceError(cause)) return cause.code;
    throw error;
  }
}

describe('Temporal with API keys', () => {
  it('completes a payment with a key that may write to the namespace', async () => {
    const temporal = await reached({ TEMPORAL_API_KEY: keys.issue(['default:write']) });
    await registerSearchAttributes(temporal.client, temporal.namespace);
    await ensureSchedules(temporal.client, 'a test');
    await payThrough(temporal);
  });

  it('rejects a client without a key', async () => {
    expect(await refusal({})).toBe(PERMISSION_DENIED);
  });

  it('rejects a key of another namespace', async () => {
    expect(await refusal({ TEMPORAL_API_KEY: keys.issue(['other:write']) })).toBe(
      PERMISSION_DENIED,
    );
  });

  it('rejects an expired key and a key with another signature', async () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const late = keys.issue(['default:write'], { forSeconds: -60 });
    const forged = keys.issue(['default:write'], { by: privateKey });
    expect(await refusal({ TEMPORAL_API_KEY: late })).toBe(PERMISSION_DENIED);
    expect(await refusal({ TEMPORAL_API_KEY: forged })).toBe(PERMISSION_DENIED);
  });
});

test('an API key is not sent without TLS', async () => {
  const received: Buffer[] = [];
  const plain = createServer((socket) => {
    socket
      .on('error', () => undefined)
      .on('data', (bytes: Buffer) => {
        received.push(bytes);
        socket.destroy();
      });
  });
  await once(plain.listen(0, '127.0.0.1'), 'listening');
  closeAfterFile(() => void plain.close());
  const key = keys.issue(['default:write']);
  const config = testConfig({
    TEMPORAL_ADDRESS: `127.0.0.1:${(plain.address() as AddressInfo).port}`,
    TEMPORAL_API_KEY: key,
  });
  await expect(connectWorker(config)).rejects.toThrow();
  const { connection } = await createClient(config);
  closeAfterFile(() => connection.close());
  const asked = connection.withDeadline(Date.now() + 2_000, () =>
    connection.workflowService.getSystemInfo({}),
  );
  await expect(asked).rejects.toThrow();
  // Each attempt began with a TLS handshake record.
  expect(received.length).toBeGreaterThan(1);
  expect(received.filter((bytes) => bytes[0] !== 0x16)).toEqual([]);
  expect(Buffer.concat(received).includes(key)).toBe(false);
});
