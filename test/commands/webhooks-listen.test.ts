import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { Webhook } from 'standardwebhooks';
import { readConfig } from '../../src/config';
import { takeFolder } from '../../sandbox/embedded/folder';
import { recordInstance } from '../../sandbox/embedded/instance';
import { newSecret, signatureHeaders } from '../../src/webhooks/sending/sign';
import { temporaryFolder } from '../sandbox/embedded/script-part';
import { startApi, type Api } from '../http/api';
import { closeAfterFile } from '../support/close-after-file';
import { startReceiver } from '../support/receiver';
import { until } from '../support/until';
import { asOwner } from '../support/database';

const script = path.join(__dirname, 'run-gateway.js');

/** Starts `gateway webhooks listen` as a developer does. */
function listen(...args: readonly string[]) {
  return listenIn(temporaryFolder(), ...args);
}

function listenIn(dataDir: string, ...args: readonly string[]) {
  const env = { PATH: process.env['PATH'] ?? '', DATA_DIR: dataDir };
  const child = spawn(process.execPath, [script, 'webhooks', 'listen', ...args], { env });
  closeAfterFile(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  });
  const said = { out: '', errors: '' };
  child.stdout.on('data', (chunk: Buffer) => (said.out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (said.errors += chunk.toString()));
  const exited = once(child, 'close').then(([code]) => code as number | null);
  const hears = (text: string) =>
    until(() => (said.out + said.errors).includes(text), { describe: () => said });
  const stop = () => {
    child.kill('SIGINT');
    return exited;
  };
  return { said, exited, hears, stop };
}

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
beforeEach(() => asOwner(api.deps.db, 'truncate webhooks cascade'));

const access = () => ['--api', api.url, '--key', api.apiKey];
const webhook = () => api.deps.db('webhooks').whereNot('status', 'deleted').first();
const ofPayment = {
  id: 'evt_1',
  event: 'payment.succeeded',
  data: { payment_id: 'pay_1', status: 'succeeded', kind: 'payment', metadata: { ชื่อ: 'ขนมปัง' } },
  timestamp: '2026-01-02T03:04:05.678Z',
  sequence: 2,
};

/** Sends an event as the workers do, with white space that a JSON serializer would not write. */
async function send(event: { readonly id: string }, secret?: string) {
  const { url, secret_sealed: sealed } = await webhook();
  const body = `${JSON.stringify(event)} `;
  const known = api.deps.vault.open(sealed as string, 'webhooks.secret');
  const signed = { id: event.id, atMs: Date.now(), body, secrets: [secret ?? known] };
  const headers = signatureHeaders(signed);
  const sent = await api.deps.sender.send({ url: url as string, headers, body, timeoutMs: 10_000 });
  return { body, secret: known, statusCode: sent.statusCode };
}

test('webhooks listen prints each verified event, and removes the webhook on Ctrl-C', async () => {
  const { said, hears, stop } = listen(...access());
  await hears('Listening with webhook wh_');
  const { id, events, description } = await webhook();
  expect(description).toBe('gateway webhooks listen');
  expect(events).toContain('refund.completed');
  expect((await send(ofPayment)).statusCode).toBe(200);
  await hears('2026-01-02T03:04:05.678Z  payment.succeeded     pay_1  succeeded  #2\n');
  await api.post(`/Thai/v1/webhooks/${id}/test`);
  await hears('webhook.ping');
  expect(said.out.match(/webhook\.ping/g)).toHaveLength(1);
  expect(await stop()).toBe(0);
  expect(said.out).toContain(`Webhook ${id} is removed.`);
  expect(await webhook()).toBeUndefined();
});

test('webhooks listen neither prints nor forwards an unsigned event', async () => {
  const receiver = await startReceiver();
  const { said, hears, stop } = listen(...access(), '--forward-to', receiver.url);
  await hears('Listening');
  expect((await send(ofPayment, newSecret())).statusCode).toBe(400);
  await hears('rejected: ');
  expect(said.out).not.toContain('pay_1');
  expect(receiver.requests).toEqual([]);
  await stop();
});

test('webhooks listen --json prints the unchanged bodies only', async () => {
  const { said, hears, stop } = listen(...access(), '--json');
  await hears('Listening');
  const { body } = await send(ofPayment);
  await hears('evt_1');
  expect(await stop()).toBe(0);
  expect(said.out).toBe(`${body}\n`);
});

test('webhooks listen --events receives the selected events', async () => {
  const { hears, stop } = listen(...access(), '--events', 'payment.failed, Refund.completed');
  await hears('Listening');
  expect((await webhook()).events).toEqual(['payment.failed', 'refund.completed']);
  await stop();
});

test('webhooks listen --forward-to forwards the unchanged, verifiable request', async () => {
  const receiver = await startReceiver();
  const { hears, stop } = listen(...access(), '--forward-to', `${receiver.url}/hook?a=1`);
  await hears('Listening');
  receiver.answerWith({ status: 204 }, { status: 500 }, 'reset', { status: 302 });
  const { body, secret, statusCode } = await send(ofPayment);
  await hears('#2  → 204\n');
  const [request] = receiver.requests;
  expect([statusCode, request?.path, request?.body]).toEqual([200, '/hook?a=1', body]);
  const headers = request?.headers as Record<string, string>;
  expect(new Webhook(secret).verify(request?.body ?? '', headers)).toEqual(ofPayment);
  expect(headers['content-type']).toBe('application/json');

  // The gateway must retry an event that the receiver rejected.
  for (const outcome of ['500', 'no answer (', '302']) {
    expect((await send(ofPayment)).statusCode).toBe(502);
    await hears(`→ ${outcome}`);
  }
  expect(receiver.requests).toHaveLength(4);
  await stop();
});

test('webhooks listen uses the running sandbox by default', async () => {
  const dataDir = temporaryFolder();
  const folder = takeFolder(dataDir);
  const instance = recordInstance(readConfig({ DATA_DIR: dataDir }), {});
  const sandbox = { apiUrl: api.url, bankUrl: 'http://127.0.0.1:1', apiKey: api.apiKey };
  writeFileSync(path.join(dataDir, 'sandbox.json'), JSON.stringify(sandbox));
  const { hears, stop } = listenIn(dataDir);
  await hears('Listening');
  expect(await stop()).toBe(0);
  instance.forget();
  folder.release();
});

test('webhooks listen reports a webhook that it could not remove and exits with 1', async () => {
  const gone = await startApi();
  const { said, hears, stop } = listen('--api', gone.url, '--key', gone.apiKey);
  await hears('Listening');
  await gone.close();
  expect(await stop()).toBe(1);
  expect(said.out).toMatch(/Could not remove webhook wh_\w+\. /);
});

describe('webhooks listen exits with 2 and leaves no webhook', () => {
  it.each([
    ['without a running sandbox', () => [], 'No sandbox is running on DATA_DIR'],
    [
      'with an invalid key',
      () => ['--api', api.url, '--key', 'sk_test_x'],
      'Could not register the webhook',
    ],
    [
      'when the API is unreachable',
      () => ['--api', 'http://127.0.0.1:1', '--key', 'sk_test_x'],
      'Could not register the webhook',
    ],
    [
      'for an unknown event',
      () => [...access(), '--events', 'payment.paid'],
      'unknown event payment.paid',
    ],
    [
      'for an invalid URL',
      () => [...access(), '--forward-to', 'localhost'],
      '--forward-to must be',
    ],
    ['for an additional argument', () => [...access(), 'now'], 'takes no argument, got now'],
  ])('%s', async (_name, args, complaint) => {
    const { said, exited } = listen(...args());
    expect(await exited).toBe(2);
    expect(said.errors).toContain(complaint);
    expect(await webhook()).toBeUndefined();
  });
});
