import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { scb } from '../../../../src/providers/connectors/scb';
import { scbBill } from '../../../../src/providers/connectors/scb-bill';
import { createScbQrClient } from '../../../../src/providers/connectors/scb-qr/client';
import { closeAfterFile } from '../../../support/close-after-file';
import { startReceiver } from '../../../support/receiver';
import { aboutPayment } from './fake-scb';

/**
 * Requests and answers as SCB's pages and public code show them; each file names its sources. Names
 * and account numbers are invented.
 */
interface Recorded {
  readonly sources: readonly { readonly repository?: string; readonly commit?: string }[];
  readonly request: {
    readonly method?: string;
    readonly path?: string;
    readonly query?: readonly string[];
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: Readonly<Record<string, unknown>>;
  };
  readonly answer: {
    readonly status: number;
    readonly body?: unknown;
    readonly keys?: readonly string[];
  };
}
const folder = path.join(__dirname, 'recorded');
const recorded = (name: string) =>
  JSON.parse(readFileSync(path.join(folder, `${name}.json`), 'utf8')) as Recorded;

const settings = {
  environment: 'sandbox' as const,
  apiKey: 'application_id',
  apiSecret: 'application_secret',
  billerId: '123456789012345',
  reference2: 'REFERENCE2',
  reference3: 'SCB',
  expiringCodes: false,
  bankUser: 'bank-user',
  bankPassword: 'bank-password',
};
const account = {
  id: 'pac_1',
  mode: 'test' as const,
  callbackUrl: 'https://pay.example.th',
  settings: { ...settings, url: 'http://127.0.0.1:9' },
};
const callback = (body: unknown, topic: string | null) => ({
  headers: {},
  body: Buffer.from(JSON.stringify(body)),
  topic,
  receivedAt: new Date(),
});
/** Noon in Bangkok of the day of the recorded payment. */
const createdAt = new Date('2019-07-16T04:25:00Z');

/** A client whose calls get the recorded token and then the recorded answer. */
async function clientOf(name: string) {
  const receiver = await startReceiver();
  const answers = [recorded('token'), recorded(name)].map(({ answer: { status, body } }) => ({
    status,
    body: JSON.stringify(body),
  }));
  receiver.answerWith(...(answers as [(typeof answers)[0]]));
  const client = createScbQrClient(
    { ...account, settings: { ...settings, url: receiver.url } },
    { clock: () => createdAt.getTime() + 600_000 },
  );
  closeAfterFile(() => client.close());
  return { client, receiver };
}

/** The request that the client sent after the token's equals the recorded one. */
function expectRecorded(
  name: string,
  sent: { method: string; path: string; headers: object; body: string } | undefined,
) {
  const { method, path: target, headers = {}, body } = recorded(name).request;
  expect(sent?.method).toBe(method);
  expect(sent?.path).toBe(target);
  const names = Object.entries(headers).map(([key, value]) => [key.toLowerCase(), value]);
  expect(sent?.headers).toMatchObject(Object.fromEntries(names) as object);
  if (body !== undefined) expect(JSON.parse(sent?.body ?? '')).toEqual(body);
}

it('every recording names a page, or a repository and its commit', () => {
  const files = readdirSync(folder);
  expect(files.length).toBeGreaterThan(5);
  for (const file of files) {
    const { sources } = recorded(path.basename(file, '.json'));
    expect(sources.length).toBeGreaterThan(0);
    for (const source of sources) {
      expect(source).toMatchObject(
        'repository' in source
          ? { commit: expect.stringMatching(/^[0-9a-f]{40}$/) as unknown }
          : { page: expect.stringMatching(/^https:/) as unknown },
      );
    }
  }
});

describe('the recorded exchange', () => {
  it('token has our request', async () => {
    const { client, receiver } = await clientOf('inquiry');
    expect(await client.probe()).toEqual({ kind: 'ok' });
    expectRecorded('token', receiver.requests[0]);
  });

  it('create-v1 has our request and opens the code', async () => {
    const { client, receiver } = await clientOf('create-v1');
    const order = { orderId: 'REFERENCE1', amountSatang: 100, expiresAt: new Date() };
    const answer = recorded('create-v1').answer.body as { data: { qrRawData: string } };
    expect(await client.openQr?.(order)).toEqual({
      kind: 'opened',
      providerRef: 'REFERENCE1',
      payload: answer.data.qrRawData,
      expiresAt: null,
    });
    expectRecorded('create-v1', receiver.requests[1]);
  });

  it('inquiry has our request and finds the payment', async () => {
    const { client, receiver } = await clientOf('inquiry');
    const asked = { orderId: 'REFERENCE1', providerRef: 'REFERENCE1' };
    expect(await client.find(aboutPayment(null, createdAt, asked))).toEqual({
      kind: 'succeeded',
      movements: [
        {
          transactionId: '201907169lbqgPbt1Bl3oiA',
          amountSatang: 100,
          movedAt: new Date('2019-07-16T04:30:58Z'),
          payer: {
            bankName: 'Siam Commercial Bank',
            accountNumber: '1112223334',
            accountName: 'Test Payer',
          },
        },
      ],
    });
    const sent = receiver.requests[1];
    const [target = '', query = ''] = sent?.path.split('?') ?? [];
    expectRecorded('inquiry', sent === undefined ? sent : { ...sent, path: target });
    const keys = [...new URLSearchParams(query).keys()];
    expect(keys.sort()).toEqual([...(recorded('inquiry').request.query ?? [])].sort());
  });

  it('slip has our request and verifies the transfer', async () => {
    const { client, receiver } = await clientOf('slip');
    const named = { transRef: '201904227kAylzNUdnJ1z0w', sendingBank: '014' };
    const found = { kind: 'found', amountSatang: 50_000, paidTo: '12345678' };
    expect(await client.verifySlip?.(named)).toEqual(found);
    expectRecorded('slip', receiver.requests[1]);
  });

  it('confirmation is a hint with a response of the recorded fields', () => {
    const { request, answer } = recorded('confirmation');
    const raw = callback(request.body, null);
    expect(scb.readCallback(raw, account)).toEqual({
      kind: 'hint',
      about: { orderId: 'ABCDEFGHIJ1234567890' },
    });
    const reply = scb.replyTo?.(raw, { kind: 'stored', callbackId: 'cb_1' });
    expect(reply?.status).toBe(answer.status);
    expect(Object.keys(reply?.body ?? {}).sort()).toEqual([...(answer.keys ?? [])].sort());
  });

  it('bill-check is authentic, and has a response of the recorded fields', () => {
    const { request, answer } = recorded('bill-check');
    const raw = callback(request.body, 'verify');
    expect(scbBill.verifyCallback(raw, account)).toBe(true);
    const question = scbBill.billCheck?.read(raw, account) ?? null;
    expect(question).toEqual({
      kind: 'verify',
      ref: '12345678',
      amountSatang: 50_000,
      transactionId: '201907161130581234',
    });
    const reply = scbBill.billCheck?.reply(question, 'payable');
    expect(reply?.status).toBe(answer.status);
    expect(Object.keys(reply?.body ?? {}).sort()).toEqual([...(answer.keys ?? [])].sort());
  });
});
