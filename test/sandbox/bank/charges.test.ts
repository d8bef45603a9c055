import { until } from '../../support/until';
import { chargeOf, providerKey, startBank, type RequestApi, type TestBank } from './bank';
import { startGatewayStub, type GatewayStub } from './gateway-stub';

let gateway: GatewayStub;
let bank: TestBank;

/** Longer than the test. */
const hour = 3_600_000;
const callbackDelays = { unansweredMs: hour, lateMs: hour, returnedMs: hour };

beforeEach(async () => {
  gateway = await startGatewayStub();
  bank = await startBank({ gatewayUrl: gateway.url, callbackDelays });
});
afterEach(async () => {
  await bank.close();
  await gateway.close();
});

const reopen = async (fields: object = {}) => {
  await bank.close();
  const { dataDir } = bank;
  bank = await startBank({ gatewayUrl: gateway.url, dataDir, callbackDelays, ...fields });
};
const codeOf = ({ status, body }: Awaited<ReturnType<RequestApi['send']>>) => [
  status,
  body.error.code,
];
const processing = (orderId: string) => ({ status: 202, body: { orderId, status: 'processing' } });

describe('charge', () => {
  it('of tok_success succeeds at once and sends its callback to the payment endpoint', async () => {
    expect(await bank.charges.send(chargeOf('C1', 500))).toEqual(processing('C1'));
    const { body } = await bank.charges.read('C1');
    expect(body).toMatchObject({ status: 'succeeded', amount: 500, failure: null });
    const { transactionId, decidedAt: paidAt } = body;
    expect(await gateway.received(1)).toEqual([
      {
        path: '/payment/gw/webhook',
        authorization: `Bearer ${providerKey}`,
        body: { orderId: 'C1', status: 'success', amount: 500, transactionId, paidAt },
      },
    ]);
    const { charges } = (await bank.book()).totals;
    expect(charges.succeeded).toEqual({ count: 1, amountSatang: 50_000 });
  });

  it.each([
    ['tok_declined', 'card_declined'],
    ['tok_insufficient_funds', 'insufficient_funds'],
  ])('of %s fails with %s and moves no money', async (token, code) => {
    expect(await bank.charges.send(chargeOf('C1', 500, token))).toEqual(processing('C1'));
    const failure = { code, message: expect.any(String) as unknown };
    const [callback] = await gateway.received(1);
    expect(callback?.path).toBe('/payment/gw/webhook');
    expect(callback?.body).toMatchObject({ orderId: 'C1', status: 'failed', failure });
    const found = (await bank.charges.find('C1')).body;
    expect(found).toMatchObject({ status: 'failed', amount: 500, failure });
    const { succeeded, failed } = (await bank.book()).totals.charges;
    expect([succeeded.count, failed.count]).toEqual([0, 1]);
  });

  it('of tok_timeout is stored without a response and found by an inquiry', async () => {
    const giveUp = AbortSignal.timeout(300);
    await expect(bank.charges.send(chargeOf('C1', 500, 'tok_timeout'), giveUp)).rejects.toThrow();
    expect((await bank.charges.find('C1')).body).toMatchObject({ status: 'success', amount: 500 });
    const again = await bank.charges.send(chargeOf('C1', 500, 'tok_timeout'));
    expect(codeOf(again)).toEqual([409, 'duplicate_reference']);
    expect(gateway.callbacks).toEqual([]);

    await reopen({ clock: () => Date.now() + hour });
    const [callback] = await gateway.received(1);
    expect(callback?.body).toMatchObject({ orderId: 'C1', status: 'success' });
    expect((await bank.book()).totals.charges.succeeded.count).toBe(1);
  });

  it.each(['tok_', 'TOK_SUCCESS', '', 'constructor', '__proto__', 'x'.repeat(255)])(
    'of the token %j is rejected and not stored',
    async (token) => {
      const answer = await bank.charges.send(chargeOf('C1', 500, token));
      expect(codeOf(answer)).toEqual([422, 'invalid_token']);
      expect(codeOf(await bank.charges.find('C1'))).toEqual([404, 'charge_not_found']);
    },
  );

  it('is decided by its token, for every amount', async () => {
    await bank.charges.send(chargeOf('C1', 500.02));
    await bank.charges.send(chargeOf('C2', 500.07));
    expect((await bank.book()).totals.charges.succeeded.count).toBe(2);
  });

  it('cannot be decided by a person', async () => {
    await bank.charges.send(chargeOf('C1', 500));
    expect(codeOf(await bank.charges.decide('C1', 'fail'))).toEqual([409, 'already_decided']);
    expect((await bank.charges.decide('C1', 'succeed')).status).toBe(200);
    expect((await bank.book()).charges).toHaveLength(1);
  });
});

describe('order id of a charge', () => {
  it('is charged once when it is sent concurrently and after a restart', async () => {
    const send = () => bank.charges.send(chargeOf('C1', 500));
    const answers = await Promise.all(Array.from({ length: 20 }, send));
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(1);
    await until(async () => (await bank.book()).totals.delivered === 1, { describe: 'delivery' });
    await reopen();
    expect(codeOf(await send())).toEqual([409, 'duplicate_reference']);
    const { totals, charges } = await bank.book();
    expect(totals.charges.succeeded).toEqual({ count: 1, amountSatang: 50_000 });
    expect(charges).toHaveLength(1);
    expect(gateway.callbacks).toHaveLength(1);
  });

  it.each<[string, object]>([
    ['amount', { amount: 501 }],
    ['token', { token: 'tok_declined' }],
  ])('is rejected with another %s', async (_, fields) => {
    await bank.charges.send(chargeOf('C1', 500));
    const other = await bank.charges.send({ ...chargeOf('C1', 500), ...fields });
    expect(codeOf(other)).toEqual([409, 'reference_reused']);
    expect((await bank.book()).charges).toHaveLength(1);
  });
});

describe('invalid charge', () => {
  it.each<[string, object]>([
    ['no token', { token: undefined }],
    ['a token that is not a string', { token: 1 }],
    ['a token that is too long', { token: 'x'.repeat(256) }],
    ['nothing', { amount: 0 }],
    ['dollars', { currency: 'USD' }],
  ])('with %s is a 400', async (_, fields) => {
    const answer = await bank.charges.send({ ...chargeOf('C1', 100), ...fields });
    expect(codeOf(answer)).toEqual([400, 'invalid_request']);
    expect((await bank.book()).charges).toEqual([]);
  });
});
