import {
  aboutPayment,
  accountAt,
  apiKey,
  apiSecret,
  clientAt,
  newRef,
  startTestScb,
  type TestScb,
} from './fake-scb';
import { createScbClient } from '../../../../src/providers/connectors/scb/client';
import { closeAfterFile } from '../../../support/close-after-file';
import { startReceiver } from '../../../support/receiver';

const start = Date.parse('2026-11-22T05:00:00Z');
const createdAt = new Date(start);
const waiting = { kind: 'waiting' };
const inquiry = '/v1/payment/billpayment/inquiry';
const ask = () => aboutPayment(newRef(), createdAt);

async function openBank() {
  let nowMs = start;
  const clock = () => nowMs;
  const bank = await startTestScb({ clock });
  return { bank, client: clientAt(bank.url, { clock }), pass: (ms: number) => (nowMs += ms) };
}
const tokenCalls = async (bank: TestScb) =>
  (await bank.state()).calls.filter(({ path }) => path === '/v1/oauth/token').length;

describe('the token of an account at SCB', () => {
  it('is requested once by concurrent calls and serves later ones', async () => {
    const { bank, client } = await openBank();
    const found = await Promise.all([1, 2, 3, 4].map(() => client.find(ask())));
    expect(found).toEqual([waiting, waiting, waiting, waiting]);
    await client.find(ask());
    expect(await tokenCalls(bank)).toBe(1);
  });

  it('is renewed in the last minute of its 30', async () => {
    const { bank, client, pass } = await openBank();
    await client.find(ask());
    pass(29 * 60_000 - 1);
    await client.find(ask());
    expect(await tokenCalls(bank)).toBe(1);
    pass(1);
    expect(await client.find(ask())).toEqual(waiting);
    expect(await tokenCalls(bank)).toBe(2);
  });

  it('that SCB refuses is renewed once by concurrent calls, which are repeated', async () => {
    const { bank, client } = await openBank();
    await client.find(ask());
    await bank.control('/revocations', {});
    const found = await Promise.all([1, 2, 3].map(() => client.find(ask())));
    expect(found).toEqual([waiting, waiting, waiting]);
    expect(await tokenCalls(bank)).toBe(2);
  });

  it('that SCB refuses again is not renewed again', async () => {
    const { bank, client } = await openBank();
    const fault = { kind: 'answer', status: 401, body: '{"status":{"code":9300}}' };
    await bank.control('/faults', { path: inquiry, times: 2, ...fault });
    expect(await client.find(ask())).toEqual({ kind: 'unreachable', reason: 'credentials' });
    expect(await tokenCalls(bank)).toBe(2);
    expect(await client.find(ask())).toEqual(waiting);
  });

  it('is requested again after a request without an answer', async () => {
    const { bank, client } = await openBank();
    await bank.control('/faults', { path: '/v1/oauth/token', kind: 'reset' });
    const unreachable = { kind: 'unreachable', reason: 'UND_ERR_SOCKET' };
    expect(await client.find(ask())).toEqual(unreachable);
    expect(await client.find(ask())).toEqual(waiting);
  });

  it('is never recorded, and neither is the secret', async () => {
    const { bank } = await openBank();
    const exchanges: unknown[] = [];
    const client = clientAt(bank.url, { record: (exchange) => exchanges.push(exchange) });
    await client.probe();
    await client.find(ask());
    expect(exchanges).not.toHaveLength(0);
    const recorded = JSON.stringify(exchanges);
    expect(recorded).toContain(inquiry);
    expect(recorded).not.toContain(apiSecret);
    expect(recorded).not.toContain('accessToken');
  });
});

describe('a probe of SCB', () => {
  it('requests a new token each time', async () => {
    const { bank, client } = await openBank();
    expect(await client.probe()).toEqual({ kind: 'ok' });
    expect(await client.probe()).toEqual({ kind: 'ok' });
    expect(await tokenCalls(bank)).toBe(2);
  });

  it.each([{ apiSecret: 'another' }, { apiKey: 'another' }])(
    'with %j is rejected',
    async (wrong) => {
      const { bank } = await openBank();
      const client = clientAt(bank.url, { settings: wrong });
      expect(await client.probe()).toEqual({ kind: 'rejected', reason: 'credentials' });
      const unreachable = { kind: 'unreachable', reason: 'credentials' };
      expect(await client.find(ask())).toEqual(unreachable);
    },
  );

  it.each([
    ['', 'unreadable_answer'],
    ['{"status":{"code":1000},"data":{}}', 'unreadable_answer'],
    ['{"status":{"code":1000},"data":{"accessToken":"a b","expiresIn":1800}}', 'unreadable_answer'],
    ['{"status":{"code":1000},"data":{"accessToken":"a","expiresIn":0}}', 'unreadable_answer'],
    ['{"status":{"code":9700,"description":"Generic"}}', 'HTTP 200, code 9700'],
  ])('answered %j is unreachable', async (body, reason) => {
    const { bank, client } = await openBank();
    await bank.control('/faults', { path: '/v1/oauth/token', kind: 'answer', status: 200, body });
    expect(await client.probe()).toEqual({ kind: 'unreachable', reason });
  });

  const sandbox = 'https://api-sandbox.partners.scb/partners/sandbox';
  it.each([
    ['live', { environment: 'sandbox', url: undefined }],
    ['live', { environment: 'uat', url: undefined }],
    ['live', { environment: 'sandbox', url: 'https://api.partners.scb/partners' }],
    ['live', { environment: 'production', url: sandbox }],
    ['live', { environment: 'production', url: 'http://127.0.0.1:9' }],
    ['test', { environment: 'production', url: undefined }],
  ] as const)('of a %s account with %j is rejected, and no call is sent', async (mode, fields) => {
    const { url: _, ...rest } = accountAt('').settings;
    const { environment, url } = fields;
    const settings = { ...rest, environment, ...(url === undefined ? {} : { url }) };
    const client = createScbClient({ ...accountAt(''), mode, settings }, {});
    closeAfterFile(() => client.close());
    const reason = 'environment_of_other_mode';
    expect(await client.probe()).toEqual({ kind: 'rejected', reason });
    expect(await client.find(ask())).toEqual({ kind: 'unreachable', reason });
  });
});

describe('a request for a token', () => {
  it('has the documented form', async () => {
    const receiver = await startReceiver();
    receiver.answerWith({ status: 500 });
    await clientAt(`${receiver.url}/partners`).probe();
    const [request] = receiver.requests;
    expect(request).toMatchObject({
      method: 'POST',
      path: '/partners/v1/oauth/token',
      headers: {
        'content-type': 'application/json',
        resourceownerid: apiKey,
        requestuid: expect.stringMatching(/^[0-9a-f]{32}$/) as unknown,
        'accept-language': 'EN',
      },
    });
    expect(request?.headers).not.toHaveProperty('authorization');
    expect(JSON.parse(request?.body ?? '')).toEqual({
      applicationKey: apiKey,
      applicationSecret: apiSecret,
    });
  });
});
