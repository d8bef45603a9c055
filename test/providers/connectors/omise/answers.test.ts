import { startReceiver, type Answer, type Receiver } from '../../../support/receiver';
import type { ProviderClient } from '../../../../src/providers/connectors/connector';
import { accountAt, clientOf, inquiryOf, orderId, secretKey } from './account';

const error = JSON.stringify({ object: 'error', code: 'invalid_charge', message: 'no' });
const refused = { kind: 'refused', code: 'invalid_charge', message: 'no' };
const unreachable = (reason: string) => ({ kind: 'unreachable', reason });
const unknown = (reason: string) => ({ kind: 'unknown', reason });

let receiver: Receiver;
let client: ProviderClient;
beforeAll(async () => {
  receiver = await startReceiver();
  client = clientOf(accountAt(receiver.url));
});

const charge = () =>
  client.send({ kind: 'charge', orderId, amountSatang: 10_000, token: 'tokn_test_1' });
const find = () => client.find(inquiryOf({ providerRef: 'chrg_test_12345' }));

describe('an answer', () => {
  it.each<[string, Answer, object, object]>([
    ['400 in the error form', { status: 400, body: error }, refused, unreachable('invalid_charge')],
    ['402 in the error form', { status: 402, body: error }, refused, unreachable('invalid_charge')],
    ['404 in the error form', { status: 404, body: error }, refused, unreachable('invalid_charge')],
    ['422 in the error form', { status: 422, body: error }, refused, unreachable('invalid_charge')],
    ['401', { status: 401, body: error }, unreachable('HTTP 401'), unreachable('HTTP 401')],
    ['403', { status: 403, body: error }, unreachable('HTTP 403'), unreachable('HTTP 403')],
    ['429', { status: 429 }, unreachable('HTTP 429'), unreachable('HTTP 429')],
    ['400 of a proxy', { status: 400, body: '<h1>' }, unknown('HTTP 400'), unreachable('HTTP 400')],
    ['404 of a proxy', { status: 404, body: '{}' }, unknown('HTTP 404'), unreachable('HTTP 404')],
    ['409', { status: 409, body: error }, unknown('HTTP 409'), unreachable('HTTP 409')],
    ['500', { status: 500, body: error }, unknown('HTTP 500'), unreachable('HTTP 500')],
    ['502 in HTML', { status: 502, body: '<h1>' }, unknown('HTTP 502'), unreachable('HTTP 502')],
    [
      'a redirect',
      { status: 302, headers: { location: 'https://example.test' } },
      unknown('HTTP 302'),
      unreachable('HTTP 302'),
    ],
    ['201', { status: 201, body: '{}' }, unreadable('unknown'), unreadable('unreachable')],
    [
      '200 in HTML',
      { status: 200, body: '<h1>' },
      unreadable('unknown'),
      unreadable('unreachable'),
    ],
    [
      '200 without an object',
      { status: 200, body: '{}' },
      unreadable('unknown'),
      unreadable('unreachable'),
    ],
    ['a reset', 'reset', { kind: 'unknown' }, { kind: 'unreachable' }],
    [
      'of more than a megabyte',
      { status: 200, body: 'x'.repeat(1_100_000) },
      { kind: 'unknown' },
      { kind: 'unreachable' },
    ],
  ])('%s has the outcome of the port', async (_, answer, sent, found) => {
    receiver.answerWith(answer);
    expect(await charge()).toMatchObject(sent);
    expect(await find()).toMatchObject(found);
  });

  it('does not come within the time-out', async () => {
    receiver.answerWith('hang');
    expect(await charge()).toEqual(unknown('timeout'));
  });

  it('has account numbers of its message masked', async () => {
    const message = 'account 123-4-56789-0 is closed';
    receiver.answerWith({
      status: 400,
      body: JSON.stringify({ object: 'error', code: 'invalid_charge', message }),
    });
    expect(await charge()).toMatchObject({ message: 'account xxxxxx is closed' });
  });

  it.each([1_000.5, '10000', -1, 1e300, null])(
    'with the amount %p is unreadable',
    async (amount) => {
      const body = JSON.stringify({
        object: 'charge',
        id: 'chrg_test_12345',
        livemode: false,
        amount,
        currency: 'THB',
        metadata: { order_id: orderId },
        status: 'successful',
        paid: true,
        refunded_amount: 0,
        refundable: true,
        failure_code: null,
        created_at: '2026-11-22T03:00:00Z',
      });
      receiver.answerWith({ status: 200, body });
      expect(await find()).toEqual(unreachable('unreadable_answer'));
      receiver.answerWith({ status: 200, body: body.replace(/"amount":[^,]+/, '"amount":10000') });
      expect(await find()).toMatchObject({ movements: [{ amountSatang: 10_000 }] });
    },
  );
});

describe('every request', () => {
  it('has the secret key as user, an empty password and the API version', async () => {
    receiver.answerWith({ status: 500 });
    await charge();
    await find();
    await client.probe();
    for (const { headers } of receiver.requests) {
      expect(headers['omise-version']).toBe('2019-05-29');
      expect(headers.authorization).toBe(`Basic ${btoa(`${secretKey}:`)}`);
    }
  });
});

function unreadable(kind: 'unknown' | 'unreachable') {
  return { kind, reason: 'unreadable_answer' };
}
