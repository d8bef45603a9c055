import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { startInstallation } from '../../e2e/installation';
import { testMerchant } from '../../support/gateway';
import { startReceiver, type Receiver } from '../../support/receiver';
import { until } from '../../support/until';
import {
  languages,
  placeText,
  runFiles,
  startProject,
  type Language,
  type Values,
} from './sample-programs';

const root = path.join(__dirname, '../../..');

interface Facts {
  readonly operationId: string;
  readonly security: readonly object[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { example?: Body }>> };
}
type Body = Readonly<Record<string, unknown>>;

const { paths } = JSON.parse(readFileSync(path.join(root, 'docs/openapi.json'), 'utf8')) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Facts>>>>;
};
const operations = Object.entries(paths).flatMap(([route, item]) =>
  Object.entries(item).map(([method, facts]) => ({ route, method, ...facts })),
);
const exampleOf = (name: string): Body =>
  operations.find(({ operationId }) => operationId === name)?.requestBody?.content[
    'application/json'
  ]?.example ?? {};

/** Runs the samples of its arguments in one process, which ends at the first that fails. */
const runners: Readonly<Record<string, string>> = {
  sh: `set -euo pipefail
curl() { command curl --fail-with-body "$@"; }
for file in "$@"; do echo "$file" >&2; . "$file"; done`,
  mts: `for (const file of process.argv.slice(2)) {
  console.error(file);
  await import(file);
}`,
  php: `<?php
foreach (array_slice($argv, 1) as $file) {
    fwrite(STDERR, "$file\\n");
    (static function () use ($file): void { require $file; })();
}`,
  py: `import runpy, sys
for file in sys.argv[1:]:
    print(file, file=sys.stderr)
    runpy.run_path(file)`,
};

let installation: Awaited<ReturnType<typeof startInstallation>>;
let receiver: Receiver;
beforeAll(async () => {
  installation = await startInstallation({ paysOut: true });
  receiver = await startReceiver();
});

/** A merchant with an object of every kind that the samples name. */
async function startMerchant() {
  const { apiUrl, bankUrl, knex } = installation;
  const { merchant, apiKey } = await testMerchant(knex, { openingSatang: 10_000_000 });
  const post = async (route: string, body: object): Promise<Body> => {
    const answer = await installation.post(route, body, apiKey);
    expect(answer.body).not.toHaveProperty('error');
    return answer.body;
  };
  const get = async (route: string) => (await installation.get(route, apiKey)).body;
  const newQr = () => post('/Thai/v1/qr-codes', exampleOf('createQrCode'));
  const newWebhook = () =>
    post('/Thai/v1/webhooks', { url: receiver.url, events: ['payment.succeeded'] });

  const [webhook, unused] = [await newWebhook(), await newWebhook()];
  const [qr, pending] = [await newQr(), await newQr()];
  await installation.pay({ qrData: qr['qr_data'] });
  const deliveriesOf = async () => {
    const page = await get(`/Thai/v1/webhooks/${String(webhook['webhook_id'])}/deliveries`);
    return page['deliveries'] as readonly Body[];
  };
  const isDelivered = async () => (await deliveriesOf()).length > 0;
  await until(isDelivered, { describe: 'an event is delivered' });
  const [delivery = {}] = await deliveriesOf();

  const { data } = await post('/deposit/gw', exampleOf('createDeposit'));
  const deposit = data as Body;
  const withdrawal = await post('/withdraw/gw', exampleOf('createWithdrawal'));
  const newLink = () => post('/Thai/v1/payment-links', exampleOf('createPaymentLink'));
  const [link, stopped] = [await newLink(), await newLink()];
  const mails = `/Thai/v1/payment-links/${String(link['payment_link_id'])}/monthly-mails`;
  const mail = await post(mails, { email: 'other@example.com', day: 1 });
  const since = new Date(Date.now() - 60_000).toISOString();
  const replay = await post(`/Thai/v1/webhooks/${String(webhook['webhook_id'])}/replay`, {
    since,
  });
  const refunded = { ...exampleOf('createRefund'), payment_id: qr['payment_id'] };
  const refund = await post('/Thai/v1/refunds', refunded);
  const events = await installation.get('/Thai/v1/events', apiKey);
  const [event = {}] = events.body['events'] as readonly Body[];

  const values: Record<string, unknown> = {
    'sk_test_…': apiKey,
    'http://localhost:8080': apiUrl,
    'http://localhost:8081': bankUrl,
    'pay_…': qr['payment_id'],
    'qr_…': qr['qr_code_id'],
    // Before the one that it ends with.
    'rpl_…': replay['replay_id'],
    'pl_…': link['payment_link_id'],
    're_…': refund['refund_id'],
    'mm_…': mail['monthly_mail_id'],
    'wh_…': webhook['webhook_id'],
    'dlv_…': delivery['delivery_id'],
    'evt_…': event['id'],
    [String(exampleOf('createRefund')['payment_id'])]: qr['payment_id'],
    [String(exampleOf('uploadSlip')['orderId'])]: deposit['orderId'],
    [String(exampleOf('uploadSlip')['ref'])]: deposit['ref'],
    [String(exampleOf('replayWebhook')['since'])]: since,
  };
  const own: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
    expirePayment: { 'pay_…': pending['payment_id'] },
    stopPaymentLink: { 'pl_…': stopped['payment_link_id'] },
    deleteWebhook: { 'wh_…': unused['webhook_id'] },
    readDeposit: { ORDER_ID: deposit['orderId'] },
    readWithdrawal: { ORDER_ID: withdrawal['orderId'] },
  };
  return {
    merchantId: merchant.id,
    preparedBy: events.headers.get('x-request-id'),
    valuesOf: (name: string) => ({ ...values, ...own[name] }) as Values,
  };
}

/** The operations that a merchant's log has after a request, with their statuses. */
async function answeredAfter(merchantId: string, requestId: string | null) {
  const rows = await installation
    .knex('api_requests')
    .where({ merchant_id: merchantId })
    .andWhere('id', '>', String(requestId))
    .select<{ operation: string; status: number }[]>('operation', 'status');
  return rows.map(({ operation, status }) => `${operation} ${status}`).sort();
}

async function runAll(language: Language): Promise<void> {
  const { extension } = language;
  const folder = await startProject();
  const generator = path.join(root, 'site/builder/write-samples.mjs');
  execFileSync(process.execPath, [generator, folder]);
  const { merchantId, preparedBy, valuesOf } = await startMerchant();
  const files: string[] = [];
  for (const { operationId } of operations) {
    const text = readFileSync(path.join(folder, `${operationId}.${extension}`), 'utf8');
    const values = valuesOf(operationId);
    files.push(await placeText(folder, operationId, { text, extension, values }));
  }
  const runner = path.join(folder, `run.${extension.replace('mts', 'mjs')}`);
  await writeFile(runner, runners[extension] ?? '');
  const printed = await runFiles(folder, language, [runner, ...files]);
  expect(printed).toContain('</svg>');

  const withKey = operations.filter(({ security }) => security.length > 0);
  expect(withKey.length).toBeGreaterThan(30);
  const known = () => answeredAfter(merchantId, preparedBy);
  const isLogged = async () => (await known()).length >= withKey.length;
  await until(isLogged, { describe: 'the requests are logged' });
  const created = new Set(['createDeposit', 'uploadSlip', 'createWithdrawal']);
  const expected = withKey.map(
    ({ operationId: name }) => `${name} ${created.has(name) ? 201 : 200}`,
  );
  expect(await known()).toEqual(expected.sort());
}

for (const language of languages) {
  const run = language.program === null ? it.skip : it;
  run(`the samples *.${language.extension} of all operations succeed`, () => runAll(language));
}
