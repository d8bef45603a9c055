import { encodeBillPayment, parsePayload } from '../../../../src/kernel/rules/promptpay';
import type { ProviderClient, QrOrder } from '../../../../src/providers/connectors/connector';
import { createScbQrClient } from '../../../../src/providers/connectors/scb-qr/client';
import { closeAfterFile } from '../../../support/close-after-file';
import { startReceiver } from '../../../support/receiver';
import { aboutPayment, accountAt, billerId, startTestScb, type TestScb } from './fake-scb';

const paths = { 1: '/v1/payment/qrcode/create', 2: '/v2/payment/qrcode/create' } as const;
const createdAt = new Date('2026-11-22T05:00:00Z');
const clock = () => createdAt.getTime();
const order: QrOrder = {
  orderId: 'pay_01kaxyz0123456789abcdefghj',
  amountSatang: 123_450,
  expiresAt: new Date('2026-11-22T06:00:00Z'),
};
/** The last 20 characters of the id. */
const ref = 'Z0123456789ABCDEFGHJ'.slice(-20);

const token = JSON.stringify({
  status: { code: 1000 },
  data: { accessToken: 't', expiresIn: 1800 },
});

let bank: TestScb;
beforeAll(async () => {
  bank = await startTestScb({ clock });
});
function clientWith(settings: object = {}, url = bank.url): ProviderClient {
  const account = accountAt(url);
  const all = { ...account.settings, expiringCodes: false, ...settings };
  const client = createScbQrClient({ ...account, settings: all }, { clock, timeoutMs: 2_000 });
  closeAfterFile(() => client.close());
  return client;
}
async function payloadOf(client: ProviderClient): Promise<string> {
  const opened = await client.openQr?.(order);
  return opened?.kind === 'opened' ? opened.payload : '';
}
const about = (fields: object = {}) =>
  aboutPayment(null, createdAt, { ...order, ref: null, ...fields });

describe('a code that SCB issues', () => {
  it.each([
    [false, null],
    [true, order.expiresAt],
  ])('is opened, with expiring codes %p', async (expiringCodes, expiresAt) => {
    const opened = await clientWith({ expiringCodes }).openQr?.(order);
    expect(opened).toMatchObject({ kind: 'opened', providerRef: ref, expiresAt });
    const payload = opened?.kind === 'opened' ? opened.payload : '';
    expect(parsePayload(payload)).toMatchObject({
      billerId,
      ref1: ref,
      ref3: 'SPN',
      amountSatang: 123_450,
    });
  });

  it('is requested in the form of v1', async () => {
    const receiver = await startReceiver();
    receiver.answerWith({ status: 200, body: token }, { status: 500 });
    await clientWith({ reference2: 'SHOP1' }, receiver.url).openQr?.(order);
    expect(receiver.requests[1]).toMatchObject({ method: 'POST', path: paths[1] });
    expect(JSON.parse(receiver.requests[1]?.body ?? '')).toEqual({
      qrType: 'PP',
      ppType: 'BILLERID',
      ppId: billerId,
      ref1: ref,
      ref2: 'SHOP1',
      ref3: 'SPN',
      amount: '1234.50',
    });
  });

  it('is requested in the form of v2, with the deadline in Bangkok', async () => {
    const receiver = await startReceiver();
    receiver.answerWith({ status: 200, body: token }, { status: 500 });
    await clientWith({ expiringCodes: true }, receiver.url).openQr?.(order);
    expect(receiver.requests[1]).toMatchObject({ method: 'POST', path: paths[2] });
    expect(JSON.parse(receiver.requests[1]?.body ?? '')).toEqual({
      qrType: 'PP',
      ppType: 'BILLERID',
      ppId: billerId,
      ref1: ref,
      ref3: 'SPN',
      amount: 1234.5,
      numberOfTimes: 1,
      expiryDate: '2026-11-22 13:00:00',
    });
  });

  it('has the same reference and text when it is requested again', async () => {
    const client = clientWith();
    expect(await client.openQr?.(order)).toEqual(await client.openQr?.(order));
  });

  const answered = async (status: number, body: unknown) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    await bank.control('/faults', { path: paths[1], kind: 'answer', status, body: text });
    return clientWith().openQr?.(order);
  };
  it.each([
    ['another biller', { billerId: '111111111111111' }],
    ['another reference', { ref1: 'OTHER' }],
    ['another amount', { amountSatang: 123_451 }],
  ])('with %s is not shown', async (_, fields) => {
    const { amountSatang } = order;
    const code = { billerId, ref1: ref, ref3: 'SPN', amountSatang };
    const right = { qrRawData: encodeBillPayment(code) };
    expect(await answered(200, { status: { code: 1000 }, data: right })).toMatchObject({
      kind: 'opened',
    });
    const wrong = { qrRawData: encodeBillPayment({ ...code, ...fields }) };
    const opened = await answered(200, { status: { code: 1000 }, data: wrong });
    expect(opened).toEqual({ kind: 'unknown', reason: 'unreadable_answer' });
  });

  it.each(['', 'x', '000201', null, 5])('with the text %j is not shown', async (qrRawData) => {
    const opened = await answered(200, { status: { code: 1000 }, data: { qrRawData } });
    expect(opened).toEqual({ kind: 'unknown', reason: 'unreadable_answer' });
  });

  // SCB's published sample: valid, and of another biller.
  it('of the published sample is not shown', async () => {
    const qrRawData =
      '00020101021230670016A00000067701011201151234567890123450210REFERENCE10310REFERENCE2' +
      '52047011530376454041.005802TH6007BANGKOK62070703SCB6304CE18';
    const opened = await answered(200, { status: { code: 1000 }, data: { qrRawData } });
    expect(opened).toEqual({ kind: 'unknown', reason: 'unreadable_answer' });
  });

  it.each([
    [400, 1101, { kind: 'refused', code: '1101' }],
    [400, 1102, { kind: 'refused', code: '1102' }],
    [400, 1111, { kind: 'unknown', reason: 'HTTP 400, code 1111' }],
    [400, 8102, { kind: 'unknown', reason: 'HTTP 400, code 8102' }],
    [403, 9503, { kind: 'unreachable', reason: 'credentials' }],
    [429, 9900, { kind: 'unreachable', reason: 'HTTP 429, code 9900' }],
    [503, 9900, { kind: 'unknown', reason: 'HTTP 503, code 9900' }],
    [500, 9700, { kind: 'unknown', reason: 'HTTP 500, code 9700' }],
  ])('answered HTTP %d with code %d', async (status, code, expected) => {
    const opened = await answered(status, { status: { code, description: 'No.' } });
    expect(opened).toMatchObject(expected);
  });

  it('answered 502 by a proxy is unknown', async () => {
    expect(await answered(502, '<html>')).toEqual({ kind: 'unknown', reason: 'HTTP 502' });
  });

  it('without an answer is unknown', async () => {
    await bank.control('/faults', { path: paths[1], kind: 'lost' });
    const opened = await clientWith().openQr?.(order);
    expect(opened).toEqual({ kind: 'unknown', reason: 'UND_ERR_SOCKET' });
  });

  it('without a token is unreachable', async () => {
    await bank.control('/faults', { path: '/v1/oauth/token', kind: 'lost' });
    const opened = await clientWith().openQr?.(order);
    expect(opened).toEqual({ kind: 'unreachable', reason: 'UND_ERR_SOCKET' });
  });
});

describe('an inquiry about a code that SCB issued', () => {
  it('whose answer was lost opens it', async () => {
    const client = clientWith();
    const opened = await client.openQr?.(order);
    expect(await client.find(about())).toEqual({ kind: 'waiting', opened });
  });

  it('that is known waits', async () => {
    expect(await clientWith().find(about({ providerRef: ref }))).toEqual({ kind: 'waiting' });
  });

  it('whose deadline has passed opens nothing', async () => {
    expect(await clientWith().find(about({ expiresAt: createdAt }))).toEqual({ kind: 'waiting' });
  });

  it('is unreachable while the code cannot be opened', async () => {
    await bank.control('/faults', { path: paths[1], kind: 'answer', status: 503 });
    const unreachable = { kind: 'unreachable', reason: 'HTTP 503' };
    expect(await clientWith().find(about())).toEqual(unreachable);
  });

  it('that SCB refuses fails', async () => {
    const body = JSON.stringify({ status: { code: 1102, description: 'Invalid' } });
    await bank.control('/faults', { path: paths[1], kind: 'answer', status: 400, body });
    const failed = { kind: 'failed', code: '1102', message: 'Invalid' };
    expect(await clientWith().find(about())).toEqual(failed);
  });

  it('finds its payment by reference 1, whatever its answer was', async () => {
    const client = clientWith();
    const qrData = await payloadOf(client);
    const [transactionId] = await bank.pay({ qrData });
    const movements = [{ transactionId, amountSatang: 123_450 }];
    expect(await client.find(about())).toMatchObject({ kind: 'succeeded', movements });
  });
});
