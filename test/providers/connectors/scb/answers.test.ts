import type { ProviderClient } from '../../../../src/providers/connectors/connector';
import { startReceiver, type Answer, type Receiver } from '../../../support/receiver';
import { aboutPayment, apiKey, billerId, clientAt, newRef } from './fake-scb';

/** Answers to inquiries that the fake bank does not give. */
const createdAt = new Date();
const ref = newRef();
const record = {
  payeeProxyId: billerId,
  billPaymentRef1: ref,
  currencyCode: '764',
  amount: '100.00',
  transactionId: '201907169lbqgPbt1Bl3oiA',
  transactionDateandTime: '2026-11-22T11:30:58.000+07:00',
  reverseFlag: '',
};
const json = (status: number, body: unknown): Answer => ({ status, body: JSON.stringify(body) });
const token = json(200, {
  status: { code: 1000, description: 'Success' },
  data: { accessToken: 'token-1', tokenType: 'Bearer', expiresIn: 1800, expiresAt: 1 },
});
const success = (value: unknown) => json(200, { status: { code: 1000 }, data: value });
const code = (status: number, given: number | string) => json(status, { status: { code: given } });

let receiver: Receiver;
let client: ProviderClient;
beforeEach(async () => {
  receiver = await startReceiver();
  client = clientAt(receiver.url);
});
const find = () => client.find(aboutPayment(ref, createdAt));

it('an inquiry at SCB has the documented form', async () => {
  receiver.answerWith(token, success([]));
  await find();
  const request = receiver.requests[1];
  expect(request).toMatchObject({
    method: 'GET',
    headers: {
      'content-type': 'application/json',
      authorization: 'Bearer token-1',
      resourceownerid: apiKey,
      requestuid: expect.stringMatching(/^[0-9a-f]{32}$/) as unknown,
      'accept-language': 'EN',
    },
  });
  expect(request?.headers['requestuid']).not.toBe(receiver.requests[0]?.headers['requestuid']);
  const [path, query] = request?.path.split('?') ?? [];
  expect(path).toBe('/v1/payment/billpayment/inquiry');
  expect(Object.fromEntries(new URLSearchParams(query))).toEqual({
    eventCode: '00300100',
    billerId,
    reference1: ref,
    transactionDate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as unknown,
  });
});

describe('a record of an inquiry at SCB', () => {
  it('is read, whatever other fields it has', async () => {
    receiver.answerWith(token, success([{ ...record, tepaCode: '', another: { field: 1 } }]));
    expect(await find()).toEqual({
      kind: 'succeeded',
      movements: [
        {
          transactionId: record.transactionId,
          amountSatang: 10_000,
          movedAt: new Date('2026-11-22T04:30:58Z'),
          payer: null,
        },
      ],
    });
  });

  it.each([
    ['2026-11-22T11:30:58+07:00', '2026-11-22T04:30:58Z'],
    ['2026-11-22T11:30:58', '2026-11-22T04:30:58Z'],
    ['2026-11-22T04:30:58Z', '2026-11-22T04:30:58Z'],
    ['22/11/2026 11:30', null],
    ['2026-13-22T04:30:58Z', null],
    [undefined, null],
  ])('with the time %p happened at %p', async (transactionDateandTime, movedAt) => {
    receiver.answerWith(token, success([{ ...record, transactionDateandTime }]));
    expect(await find()).toMatchObject({
      movements: [{ movedAt: movedAt === null ? null : new Date(movedAt) }],
    });
  });

  it('with a separate reversal record is not counted as a payment', async () => {
    receiver.answerWith(token, success([record, { ...record, reverseFlag: 'R' }]));
    expect(await find()).toMatchObject({ kind: 'waiting', reversed: [{ amountSatang: 10_000 }] });
  });

  it.each([
    ['another biller', { payeeProxyId: '111111111111111' }],
    ['no biller', { payeeProxyId: undefined }],
    ['another reference', { billPaymentRef1: 'OTHER' }],
    ['another currency', { currencyCode: '840' }],
    ['no currency', { currencyCode: undefined }],
    ['no amount', { amount: undefined }],
    ['no transaction id', { transactionId: undefined }],
    ['an empty transaction id', { transactionId: '' }],
    ['a transaction id with spaces', { transactionId: 'a b' }],
    ['a reversal flag that is not text', { reverseFlag: true }],
  ])('with %s is unreachable', async (_, fields) => {
    receiver.answerWith(
      token,
      success([
        { ...record, transactionId: 'A1' },
        { ...record, ...fields },
      ]),
    );
    expect(await find()).toEqual({ kind: 'unreachable', reason: 'unreadable_answer' });
  });
});

describe('an inquiry at SCB', () => {
  it.each<[string, Answer, string]>([
    ['1101', code(400, 1101), 'HTTP 400, code 1101'],
    ['1102', code(400, '1102'), 'HTTP 400, code 1102'],
    ['8101', code(500, 8101), 'HTTP 500, code 8101'],
    ['8901', code(500, 8901), 'HTTP 500, code 8901'],
    ['9100', code(400, 9100), 'credentials'],
    ['9500', code(401, 9500), 'credentials'],
    ['9503', code(403, 9503), 'credentials'],
    ['9700', code(500, 9700), 'HTTP 500, code 9700'],
    ['9900', code(503, 9900), 'HTTP 503, code 9900'],
    ['success with another code', code(200, 1001), 'HTTP 200, code 1001'],
    ['an error with the code of success', code(500, 1000), 'HTTP 500, code 1000'],
    ['404 of a proxy', { status: 404, body: 'Not found' }, 'HTTP 404'],
    ['403 of a proxy', { status: 403, body: '' }, 'credentials'],
    ['429', { status: 429 }, 'HTTP 429'],
    ['502 in HTML', { status: 502, body: '<html>' }, 'HTTP 502'],
    ['302', { status: 302, headers: { location: '/elsewhere' } }, 'HTTP 302'],
    ['a body that is not JSON', { status: 200, body: 'ok' }, 'unreadable_answer'],
    ['JSON without a status', json(200, []), 'unreadable_answer'],
    ['an object for data', success(record), 'unreadable_answer'],
    ['more than 64 KiB', json(200, 'x'.repeat(70_000)), 'answer_too_large'],
    ['a broken connection', 'reset', 'UND_ERR_SOCKET'],
    ['nothing', 'hang', 'timeout'],
  ])('answered %s is unreachable', async (_, answer, reason) => {
    receiver.answerWith(token, answer);
    expect(await find()).toEqual({ kind: 'unreachable', reason });
  });

  it.each([
    ['code 1104', code(404, 1104)],
    ['code 1104 as text', code(400, '1104')],
    ['no data', json(200, { status: { code: 1000 } })],
    ['null for data', success(null)],
    ['an empty list', success([])],
  ])('answered %s waits', async (_, answer) => {
    receiver.answerWith(token, answer);
    expect(await find()).toEqual({ kind: 'waiting' });
  });
});
