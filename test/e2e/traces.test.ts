import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pino } from 'pino';
import type { ProviderAccount } from '../../src/providers/connectors/connector';
import { generic } from '../../src/providers/connectors/generic';
import { connectAccounts } from '../../src/providers/connectors/registry';
import { closeAfterFile } from '../support/close-after-file';
import { drawTrace, startCollector, type Collector, type ExportedSpan } from '../support/collector';
import { testMerchant } from '../support/gateway';
import { startProvider, type ScriptedProvider } from '../support/provider';
import { startReceiver } from '../support/receiver';
import { until } from '../support/until';
import { PROVIDER_KEY, startInstallation } from './installation';

/** The first code block of docs/operations.md below the heading, without the remarks. */
function drawingIn(heading: string): string {
  const text = readFileSync(path.join(__dirname, '../../docs/operations.md'), 'utf8');
  const [, after = ''] = text.split(`${heading}\n`);
  const [, drawing = ''] = after.split('```');
  return drawing
    .trim()
    .split('\n')
    .map((line) => line.replace(/(\S) {3,}.*$/, '$1'))
    .join('\n');
}

const lines: string[] = [];
const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });

let collector: Collector;
let bank: ScriptedProvider;
let installation: Awaited<ReturnType<typeof startInstallation>>;
beforeAll(async () => {
  collector = await startCollector();
  bank = await startProvider();
  const env = {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_BSP_SCHEDULE_DELAY: '20',
    PAYOUT_INQUIRY_SECONDS: '1',
  };
  // The SDK reads its variables itself.
  Object.assign(process.env, env);
  const connect = () => bank.provider;
  const account = { id: 'pac_test', connector: { ...generic, connect } };
  const provider = connectAccounts(
    { find: async () => account as unknown as ProviderAccount },
    () => undefined,
    () => undefined,
  );
  closeAfterFile(() => provider.close());
  installation = await startInstallation({ log, env, provider });
});

async function shop(events: readonly string[]) {
  const { apiKey, merchant } = await testMerchant(installation.knex, { openingSatang: 100_000 });
  const receiver = await startReceiver();
  await installation.post('/Thai/v1/webhooks', { url: receiver.url, events }, apiKey);
  return { apiKey, merchant, receiver };
}

/** Waits until the trace of an order's workflow has all of these spans, and all parents. */
async function traceOf(orderId: string, ...names: string[]): Promise<readonly ExportedSpan[]> {
  const read = () => collector.traceOf('temporal.workflow_id', orderId);
  const isComplete = () => {
    const spans = read();
    const ids = new Set<string | null>([null, ...spans.map(({ spanId }) => spanId)]);
    // A span is exported when it ends, after its children.
    const hasParents = spans.every(({ parentId }) => ids.has(parentId));
    return hasParents && names.every((name) => spans.some((span) => span.name === name));
  };
  await until(isComplete, { describe: () => drawTrace(read()) });
  return read();
}

test('a payment is one trace from request to webhook, as operations.md draws it', async () => {
  const { apiKey, merchant, receiver } = await shop(['payment.succeeded']);
  const { body } = await installation.post(
    '/Thai/v1/qr-codes',
    { amount: 100, currency: 'THB' },
    apiKey,
  );
  const paymentId = String(body['payment_id']);
  await until(
    async () =>
      (await installation.knex('outbox_messages').where('subject', paymentId)).length === 0,
    { describe: 'the start is dispatched' },
  );
  await installation.post(
    '/payment/gw/webhook',
    { orderId: paymentId, status: 'success' },
    PROVIDER_KEY,
  );
  const request = await receiver.waitFor((one) => one.body.includes(paymentId));
  const spans = await traceOf(paymentId, 'POST /payment/gw/webhook', 'webhook attempt');
  expect(drawTrace(spans)).toBe(drawingIn('### A payment'));
  expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1);
  // Neither the merchant nor a provider gets the trace context.
  expect(Object.keys(request.headers)).not.toContain('traceparent');

  const [root] = spans.filter(({ parentId }) => parentId === null);
  expect(root?.attributes).toMatchObject({
    'http.route': '/Thai/v1/qr-codes',
    'http.response.status_code': '200',
    'saphan.merchant_id': merchant.id,
  });
  // The line of the request and the exemplar of its histogram name the trace.
  const line = lines.map((text) => JSON.parse(text) as Record<string, unknown>);
  expect(line.filter(({ trace_id: id }) => id === root?.traceId)).toContainEqual(
    expect.objectContaining({ msg: 'request', span_id: root?.spanId }),
  );
  const metrics = await (await fetch(`${installation.apiUrl}/metrics`)).text();
  expect(metrics).toMatch(/saphan_http_request_seconds_bucket.*# \{trace_id="[0-9a-f]{32}"/);
  expect(metrics).toMatch(/saphan_spans_total\{outcome="exported"\} [1-9]/);
});

test('a payout is one trace with its provider calls, also after its worker stopped', async () => {
  const { apiKey, receiver } = await shop(['withdrawal.succeeded']);
  bank.otherwise.ask = { status: 200, body: { status: 'processing', amount: 100 } };
  const payee = { firstNameTH: 'A', lastNameTH: 'B', accountNumber: '1234567890' };
  const { body } = await installation.post(
    '/withdraw/gw',
    { amount: 100, username: 'c1', bankName: 'KBANK', ...payee },
    apiKey,
  );
  const orderId = String(body['orderId']);
  await traceOf(orderId, 'provider send');
  // The next worker knows the trace from the history only.
  for (const worker of installation.workers) worker.shutdown();
  await until(() => installation.workers.every((worker) => worker.getState() === 'STOPPED'), {
    describe: 'the workers have stopped',
  });
  const asked = bank.asks(orderId);
  await installation.runWorkers();
  const inquiries = async () =>
    (await traceOf(orderId, 'advanceOrder')).filter(({ name }) => name === 'provider find');
  await until(async () => (await inquiries()).length > asked, {
    describe: 'an inquiry by the next worker',
  });
  await installation.post('/withdraw/gw/webhook', { orderId, status: 'success' }, PROVIDER_KEY);
  await receiver.waitFor((one) => one.body.includes(orderId));
  const spans = await traceOf(orderId, 'POST /withdraw/gw/webhook', 'webhook attempt');
  // The number of inquiries depends on the time.
  const drawn = drawTrace(spans).split('\n');
  expect([...new Set(drawn)].join('\n')).toBe(drawingIn('### A payout'));
  const send = spans.find(({ name }) => name === 'provider send');
  expect(send?.attributes).toMatchObject({
    'saphan.connector': 'generic',
    'saphan.outcome': 'accepted',
  });
  for (const asked of bank.headers) expect(Object.keys(asked)).not.toContain('traceparent');
});

test('later attempts of a webhook are children of the span that wrote the event', async () => {
  const { apiKey, receiver } = await shop(['payment.succeeded']);
  receiver.answerWith({ status: 500 }, { status: 200 });
  const { body } = await installation.post(
    '/Thai/v1/qr-codes',
    { amount: 100, currency: 'THB' },
    apiKey,
  );
  const orderId = String(body['payment_id']);
  await installation.post('/payment/gw/webhook', { orderId, status: 'success' }, PROVIDER_KEY);
  const delivery = () =>
    installation
      .knex('deliveries')
      .where('order_id', orderId)
      .first<{ id: string; status: string }>();
  await until(async () => (await delivery())?.status === 'succeeded', {
    describe: "the delivery's own workflow makes the second attempt",
  });
  const { id } = await delivery();
  await installation.post(`/Thai/v1/webhook-deliveries/${id}/redeliver`, {}, apiKey);
  await until(() => receiver.requests.length === 3, { describe: 'the redelivery' });

  const attempts = async () =>
    (await traceOf(orderId, 'webhook attempt')).filter(({ name }) => name === 'webhook attempt');
  await until(async () => (await attempts()).length === 3, {
    describe: 'the span of each attempt',
  });
  const [writer] = (await traceOf(orderId)).filter(({ name }) => name === 'advanceOrder');
  const { spanId: parentId } = writer as ExportedSpan;
  const of = (lane: string, number: string) => ({
    parentId,
    attributes: expect.objectContaining({
      'saphan.delivery_id': id,
      'saphan.lane': lane,
      'saphan.attempt': number,
    }) as object,
  });
  expect(await attempts()).toMatchObject([of('fast', '1'), of('slow', '2'), of('slow', '3')]);
});

test('a message of a process that died is dispatched in the trace of its request', async () => {
  const { apiKey } = await shop([]);
  const { outbox } = installation.deps;
  const enqueue = jest.spyOn(outbox, 'enqueue').mockImplementation(() => undefined);
  const { body } = await installation.post(
    '/Thai/v1/qr-codes',
    { amount: 100, currency: 'THB' },
    apiKey,
  );
  enqueue.mockRestore();
  const spans = await traceOf(
    String(body['payment_id']),
    'dispatch start',
    'POST /Thai/v1/qr-codes',
  );
  expect(drawTrace(spans)).toBe('POST /Thai/v1/qr-codes\n  dispatch start');
});

test('the callback of a process that died is dispatched in the trace of its order', async () => {
  const { apiKey } = await shop([]);
  const { body } = await installation.post(
    '/Thai/v1/qr-codes',
    { amount: 100, currency: 'THB' },
    apiKey,
  );
  const orderId = String(body['payment_id']);
  const { outbox } = installation.deps;
  const enqueue = jest.spyOn(outbox, 'enqueue').mockImplementation(() => undefined);
  await installation.post('/payment/gw/webhook', { orderId, status: 'success' }, PROVIDER_KEY);
  enqueue.mockRestore();
  const spans = await traceOf(orderId, 'dispatch callback', 'advanceOrder');
  const dispatch = spans.find(({ name }) => name === 'dispatch callback');
  const root = spans.find(({ name }) => name === 'POST /Thai/v1/qr-codes');
  expect(dispatch?.parentId).toBe(root?.spanId);
});

test("a request's own trace context is linked, not continued", async () => {
  const traceId = 'a'.repeat(32);
  await fetch(`${installation.apiUrl}/Thai/v1/balance`, {
    headers: { traceparent: `00-${traceId}-${'b'.repeat(16)}-01` },
  });
  const linked = () => collector.spans().find(({ links }) => links.includes(traceId));
  await until(() => linked() !== undefined, { describe: 'a span with the link' });
  expect(linked()).toMatchObject({ name: 'GET /Thai/v1/balance', parentId: null });
  expect(linked()?.traceId).not.toBe(traceId);
});
