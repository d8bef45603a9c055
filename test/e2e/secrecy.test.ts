import { randomBytes } from 'node:crypto';
import { historyToJSON } from '@temporalio/common/lib/proto-utils';
import { pino } from 'pino';
import { startCollector, type Collector } from '../support/collector';
import { dumpDatabase } from '../support/dump';
import { testMerchant } from '../support/gateway';
import { startReceiver } from '../support/receiver';
import { until } from '../support/until';
import { PROVIDER_KEY, startInstallation } from './installation';

/*
 * Sends markers in every field that holds a name, an account number or a secret through every
 * flow, including an unreachable provider, then searches logs, metrics, answers and histories.
 */

const account = '5550001234567';
const marked = (what: string) => `Marker${what}`;
const secret = `marker-secret-${randomBytes(12).toString('hex')}`;
/** The markers, and the last seven digits that a mask or a format could leave. */
const personal = /5550001234567|555-000-123|Marker(First|Last|Payer|Holder|Client)/i;

const lines: string[] = [];
// Redaction is off: the test covers what is passed to the log.
const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });

let collector: Collector;
let installation: Awaited<ReturnType<typeof startInstallation>>;
let apiKey: string;
const answers: string[] = [];
beforeAll(async () => {
  collector = await startCollector();
  process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] = collector.url;
  process.env['OTEL_BSP_SCHEDULE_DELAY'] = '50';
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
  installation = await startInstallation({ log, env });
  ({ apiKey } = await testMerchant(installation.knex, { openingSatang: 1_000_000 }));
});

async function post(path: string, body: object, key = apiKey) {
  const answer = await installation.post(path, body, key);
  answers.push(JSON.stringify(answer.body));
  return answer.body as Readonly<Record<string, string>>;
}

const payer = { bankName: 'SCB', accountNumber: account, accountName: marked('Payer') };
/** A minimal empty image. */
const picture = 'R0lGODlhAQABAAAAACw=';

/** Runs every flow once, to its end where no provider is needed. */
async function live() {
  const receiver = await startReceiver();
  const hook = { url: receiver.url, events: ['payment.succeeded'], secret };
  await post('/v1/webhooks', hook);
  answers.pop();

  const { payment_id: paymentId } = await post('/v1/qr-codes', {
    amount: 7_654,
    currency: 'THB',
    client_name: marked('Client'),
    client_bank_account: account,
    metadata: { note: 'marker-metadata' },
  });
  answers.pop();
  await post('/payment/gw/webhook', { orderId: paymentId, status: 'paid', payer }, PROVIDER_KEY);
  const destination = { bank_name: 'SCB', account_number: account, account_name: marked('Holder') };
  const settled = () =>
    installation.knex('orders').where({ id: paymentId, status: 'succeeded' }).first();
  await until(settled, { describe: 'the payment is settled' });
  await post('/v1/refunds', { payment_id: paymentId, amount: 10, destination });

  const whom = { firstName: marked('First'), lastName: marked('Last'), accountNumber: account };
  const asked = { amount: 76.54, userName: 'c1', bankName: 'SCB' };
  const { data } = (await post('/deposit/gw', { ...asked, ...whom })) as unknown as {
    readonly data: { readonly orderId: string; readonly ref: string; readonly url: string };
  };
  const { orderId, ref, url } = data;
  await post('/deposit/gw/upload-slip', { orderId, ref, base64Image: picture });
  await post('/deposit/gw/webhook', { orderId, status: 'success', payer }, PROVIDER_KEY);
  const callback = { orderId: 'nobody-knows-it', status: 'success', payer };
  await post('/deposit/gw/webhook', callback, PROVIDER_KEY);

  const names = { firstNameTH: marked('First'), lastNameTH: marked('Last') };
  const payee = { ...names, accountNumber: account, bankName: 'SCB', username: 'c1' };
  await post('/withdraw/gw', { amount: 76.54, ...payee });
  const failure = { code: 'closed', message: `Account ${account} is closed.` };
  const { orderId: failed } = await post('/withdraw/gw', { amount: 76.55, ...payee });
  const outcome = { orderId: failed, status: 'failed', failure, payer };
  await post('/withdraw/gw/webhook', outcome, PROVIDER_KEY);
  await post('/withdraw/gw', { amount: 999_999, ...payee });
  return { orderId, pageToken: url.slice(url.lastIndexOf('/') + 1) };
}

/**
 * Everything that Temporal stores and shows: histories with decoded payloads and summaries,
 * attributes, memos, current details.
 */
async function temporalKeeps(): Promise<{ readonly text: string; readonly types: Set<string> }> {
  const texts: string[] = [];
  const types = new Set<string>();
  // The probe of takesSearchAttributes is deleted, and a full server may still list it.
  const query = "WorkflowType != 'probe'";
  for await (const execution of installation.temporal.workflow.list({ query })) {
    types.add(execution.type);
    const { workflowId, runId, searchAttributes, memo } = execution;
    const handle = installation.temporal.workflow.getHandle(workflowId, runId);
    const history = historyToJSON(await handle.fetchHistory());
    texts.push(workflowId, JSON.stringify({ searchAttributes, memo }), history);
    if (execution.status.name === 'RUNNING' && execution.type !== 'webhookDelivery') {
      texts.push(JSON.stringify(await handle.query('__temporal_workflow_metadata')));
    }
    for (const [, data = ''] of history.matchAll(/"data": ?"([A-Za-z0-9+/=]+)"/g)) {
      texts.push(Buffer.from(data, 'base64').toString('utf8'));
    }
  }
  return { text: texts.join('\n'), types };
}

test('names, accounts and secrets appear in no log, metric, trace, answer or history', async () => {
  const { orderId, pageToken } = await live();
  const done = async () => {
    const { types } = await temporalKeeps();
    const waiting = await installation
      .knex('callbacks')
      .whereNotNull('order_id')
      .whereNull('applied_at');
    const tried = await installation.knex('provider_requests').where('failed_calls', '>', 0);
    return types.size >= 4 && waiting.length === 0 && tried.length >= 2;
  };
  await until(done, { describe: 'all work is complete' });

  const { key = Buffer.alloc(0) } = installation.deps.config.encryptionKeys[0] ?? {};
  const secrets = [secret, apiKey, PROVIDER_KEY, key.toString('base64'), pageToken];
  const kept = await temporalKeeps();
  const metrics = await (await fetch(`${installation.apiUrl}/metrics`)).text();
  const database = await dumpDatabase(installation.knex);
  await until(() => collector.spans().some(({ name }) => name === 'advanceOrder'), {
    describe: 'the spans of the payouts are exported',
  });
  const places = {
    temporal: kept.text,
    log: lines.join(''),
    metrics,
    answers: answers.join(''),
    traces: collector.text(),
  };
  for (const [place, text] of Object.entries({ ...places, database })) {
    expect([place, text.length > 500]).toEqual([place, true]);
    expect([place, personal.exec(text)?.[0]]).toEqual([place, undefined]);
    const found = secrets.filter((one) => text.includes(one));
    // The URL of a page contains its merchant's search text by design.
    const mayTell = place === 'answers' || place === 'database' ? [pageToken] : [];
    expect([place, found]).toEqual([place, mayTell]);
  }
  // Temporal has the order's id, but neither its amount nor its metadata.
  expect(kept.text).not.toMatch(/(?<!\d)(?:7654|76\.54)(?!\d)|marker-metadata/);
  expect(kept.text).toContain(orderId);
  // The search covers summaries and current details.
  expect(kept.text).toMatch(/"Withdrawal, /);
  expect(kept.text).toMatch(/"currentDetails":"Not submitted to /);
});
