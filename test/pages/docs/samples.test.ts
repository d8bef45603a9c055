import { readdirSync } from 'node:fs';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { signTestEvent } from '../../../client/src';
import { createKey } from '../../../src/merchants/api-keys';
import { startInstallation } from '../../e2e/installation';
import { freePort } from '../../support/free-port';
import { commandAudit, testMerchant } from '../../support/gateway';
import { startReceiver, type Receiver } from '../../support/receiver';
import { until } from '../../support/until';
import {
  languages,
  runSample,
  samplesFolder,
  startProject,
  startSample,
  type Language,
  type Values,
} from './sample-programs';

const SECRET = `whsec_${Buffer.from('a secret of thirty-two bytes....').toString('base64')}`;
const id = /[0-9a-f]{8}-[0-9a-f-]{27}/;

/** What each sample prints. */
const printed: Readonly<Record<string, RegExp>> = {
  'first-payment/create': /pay_[0-9a-z]{26}/,
  'first-payment/pay': /paymentId|pay_[0-9a-z]{26}/,
  'first-payment/read': /pending|succeeded/,
  'checkout/create': /\/pay\/qr_[0-9a-z]{26}|\/pay\//,
  'links/create': /https?:\/\/\S+/,
  'cards/create': /pay_[0-9a-z]{26}/,
  'deposits/create': id,
  'deposits/slip': /./,
  'webhooks/create': /whsec_/,
  'refunds/create': /re_[0-9a-z]{26}/,
  'payouts/create': id,
  'payouts/signed': id,
  'conventions/list': /pay_[0-9a-z]{26} succeeded/,
  'idempotency/retry': /200 OK|[Tt]rue/,
  'errors/handle': /invalid_amount/,
};
const received = 'webhooks/receive';

let installation: Awaited<ReturnType<typeof startInstallation>>;
let receiver: Receiver;
beforeAll(async () => {
  installation = await startInstallation({ paysOut: true });
  receiver = await startReceiver();
});

test('every sample has a test', () => {
  const names = readdirSync(samplesFolder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.includes('.'))
    .map((name) => name.replaceAll(path.sep, '/').replace(/\.\w+$/, ''));
  expect(new Set(names)).toEqual(new Set([...Object.keys(printed), received]));
});

/** A merchant with a paid payment and a deposit with its slip. */
async function startMerchant(folder: string): Promise<Values> {
  const { apiUrl, bankUrl, knex, deps } = installation;
  const { merchant, apiKey } = await testMerchant(knex, { openingSatang: 10_000_000 });
  const signed = await createKey(deps, commandAudit, merchant.id, {
    name: 'signs',
    permissions: ['withdraw'],
    mustSign: true,
  });
  const qr = await installation.post('/v1/qr-codes', { amount: 150, currency: 'THB' }, apiKey);
  const deposit = await installation.post('/deposit/gw', depositRequest, apiKey);
  const { orderId } = deposit.body['data'] as { readonly orderId: string };
  const paid = await installation.pay({ qrData: qr.body['qr_data'] });
  expect(paid.status).toBe(201);
  const bankPayment = String(paid.body['paymentId']);
  const slip = await fetch(`${bankUrl}/payments/${bankPayment}/slip.png`);
  await writeFile(path.join(folder, 'slip.png'), Buffer.from(await slip.arrayBuffer()));
  const paymentId = String(qr.body['payment_id']);
  const isPaid = async () =>
    (await installation.get(`/v1/payments/${paymentId}`, apiKey)).body['status'] === 'succeeded';
  await until(isPaid, { describe: 'the payment has succeeded' });
  return {
    'sk_test_…': apiKey,
    'sign_…': signed.signingSecret ?? '',
    SIGNED_KEY: signed.apiKey,
    'whsec_…': SECRET,
    'pay_…': paymentId,
    DEPOSIT_ID: orderId,
    'http://localhost:8080': apiUrl,
    'http://localhost:8081': bankUrl,
    'http://localhost:3000/hook': receiver.url,
  };
}

const depositRequest = {
  amount: 250.5,
  userName: 'c1',
  firstName: 'Somchai',
  lastName: 'Jaidee',
  bankName: 'KBANK',
  accountNumber: '1234567890',
};

/** A program `nc` that has received a request. Returns its folder. */
async function installNetcat(folder: string, request: string): Promise<string> {
  const bin = path.join(folder, 'bin');
  await mkdir(bin, { recursive: true });
  await writeFile(path.join(bin, 'received.txt'), request);
  const file = path.join(bin, 'nc');
  await writeFile(file, `#!/bin/sh\ncat >/dev/null\ncat '${bin}/received.txt'\n`);
  await chmod(file, 0o755);
  return bin;
}

function describeLanguage(language: Language): void {
  const { extension } = language;
  const names = readdirSync(samplesFolder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(`.${extension}`))
    .map((name) => name.slice(0, -extension.length - 1).replaceAll(path.sep, '/'));
  let folder: string;
  let values: Values;
  beforeAll(async () => {
    folder = await startProject();
    values = await startMerchant(folder);
  });

  // In the order of the guides: those of curl read what earlier ones have saved.
  it.each(Object.keys(printed).filter((name) => names.includes(name)))('%s', async (name) => {
    const isSigned = name === 'payouts/signed';
    const own = isSigned ? { ...values, 'sk_test_…': values['SIGNED_KEY'] ?? '' } : values;
    expect(await runSample(folder, name, language, own)).toMatch(printed[name] ?? /^$/);
  });

  const body = { id: 'evt_1', event: 'payment.succeeded', data: { reference: 'order-1' } };
  const request = () => signTestEvent(SECRET, body as never);

  if (extension === 'sh') {
    it.each([
      ['valid', 'its own body', (text: string) => text],
      ['invalid', 'another body', (text: string) => text.replace('order-1', 'order-2')],
    ])(`${received} says %s for %s`, async (verdict, _title, change) => {
      const { headers, body: text } = request();
      const sent = change(text);
      const lines = Object.entries({ ...headers, 'content-length': Buffer.byteLength(sent) })
        .map(([name, value]) => `${name}: ${String(value)}\r\n`)
        .join('');
      const bin = await installNetcat(folder, `POST /hook HTTP/1.1\r\n${lines}\r\n${sent}`);
      const environment = { ...language.environment, PATH: `${bin}:${process.env['PATH']}` };
      const run = runSample(folder, received, { ...language, environment }, values);
      if (verdict === 'valid') expect(await run).toBe('valid\n');
      else await expect(run).rejects.toMatchObject({ stdout: 'invalid\n' });
    });
    return;
  }

  it(`${received} answers 204 to an event and 400 to an altered one`, async () => {
    const port = await freePort();
    await startSample(folder, received, language, { values, port });
    const { headers, body: text } = request();
    const url = `http://127.0.0.1:${port}/hook`;
    const post = async (sent: string): Promise<number> => {
      const { status } = await fetch(url, {
        method: 'POST',
        headers: headers as unknown as Record<string, string>,
        body: sent,
      });
      return status;
    };
    const listens = async () => (await post('{}').catch(() => 0)) === 400;
    await until(listens, { describe: 'the receiver listens' });
    expect(await post(text)).toBe(204);
    expect(await post(text)).toBe(204);
    expect(await post(text.replace('order-1', 'order-2'))).toBe(400);
  });
}

for (const language of languages) {
  const run = language.program === null ? describe.skip : describe;
  run(`the samples *.${language.extension}`, () => describeLanguage(language));
}
