import { AsyncLocalStorage } from 'node:async_hooks';
import { once } from 'node:events';
import { createServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { ServiceError, isGrpcServiceError } from '@temporalio/client';
import { createClient } from '../../../src/kernel/temporal/connection';
import { dispatchMessage } from '../../../src/kernel/outbox/dispatch-message';
import { closeAfterFile } from '../../support/close-after-file';
import { testConfig } from '../../support/gateway';
import { testTemporal } from '../../support/temporal';

const DEADLINE_EXCEEDED = 4;

const label = async () => ({ staticSummary: 'QR payment', staticDetails: '' });
const start = (subject: string) => ({
  id: 1,
  topic: 'start' as const,
  subject,
  detail: {
    workflow: 'qrPayment' as const,
    merchantId: 'mer_1',
    reference: null,
    deadline: new Date(Date.now() + 60_000).toISOString(),
  },
});

test('a dispatch does not make Node track every promise of the process', async () => {
  const { client } = await testTemporal();
  const run = jest.spyOn(AsyncLocalStorage.prototype, 'run');
  await dispatchMessage(client, start('pay_plain'), label);
  expect(run).not.toHaveBeenCalled();
  run.mockRestore();
  expect((await client.workflow.getHandle('pay_plain').describe()).status.name).toBe('RUNNING');
});

test("a repeated start, or one after a callback's run, starts no run", async () => {
  const { client } = await testTemporal();
  const runOf = async (id: string) => {
    const { runId, status } = await client.workflow.getHandle(id).describe();
    return { runId, status: status.name };
  };
  await dispatchMessage(client, start('pay_twice'), label);
  const first = await runOf('pay_twice');
  await dispatchMessage(client, start('pay_twice'), label);
  expect(await runOf('pay_twice')).toEqual(first);

  const { detail, ...row } = start('pay_late');
  await dispatchMessage(
    client,
    { ...row, topic: 'callback', detail: { ...detail, callbackId: 'cb_1' } },
    label,
  );
  await client.workflow.getHandle('pay_late').terminate();
  const ended = await runOf('pay_late');
  expect(ended.status).toBe('TERMINATED');
  await dispatchMessage(client, start('pay_late'), label);
  expect(await runOf('pay_late')).toEqual(ended);
});

test('a call names its namespace, and times out after two seconds', async () => {
  const asked: (string | string[] | undefined)[] = [];
  const silent = createServer().on('stream', (stream, headers) => {
    stream.on('error', () => undefined);
    asked.push(headers['temporal-namespace']);
  });
  await once(silent.listen(0, '127.0.0.1'), 'listening');
  closeAfterFile(() => void silent.close());
  const address = `127.0.0.1:${(silent.address() as AddressInfo).port}`;
  const client = await createClient(
    testConfig({ TEMPORAL_ADDRESS: address, TEMPORAL_NAMESPACE: 'shop' }),
  );
  closeAfterFile(() => client.connection.close());
  const refused: unknown = await dispatchMessage(client, start('pay_silent'), label).catch(
    (error: unknown) => error,
  );
  const cause = refused instanceof ServiceError ? refused.cause : refused;
  expect(isGrpcServiceError(cause) && cause.code).toBe(DEADLINE_EXCEEDED);
  expect(asked).toEqual(['shop']);
});
