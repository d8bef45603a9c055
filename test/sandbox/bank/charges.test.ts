import { until } from '../../support/until';
import { chargeOf, providerKey, startBank } from './bank';
import type { RequestDoor, TestBank } from './bank';
import { startGatewayStub } from './gateway-stub';
import type { GatewayStub } from './gateway-stub';

let gateway: GatewayStub;
let bank: TestBank;

/** So long that it does not happen by itself while a test looks. */
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
const codeOf = ({ status, body }: Awaited<ReturnType<RequestDoor['send']>>) => [
  status,
  body.error.code,
];
const processing = (orderId: string) => ({ status: 202, body: { orderId, status: 'processing' } });

describe('a charge', () => {
  it('of tok_success takes the money at once and tells the gateway as of a payment', async () => {
    expect(await bank.charges.send(chargeOf('C1', 500))).toEqual(processing('C1'));
    const { body } = await bank.charges.read('C1');
    expect(body).toMatchObject({ status: 'succeeded', amount: 500, failure: null });
    const { transactionId, decidedAt: paidAt } = body;
    expect(await gateway.heard(1)).toEqual([
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
  ])('of %s fails as %s, and takes nothing', async (token, code) => {
    expect(await bank.charges.send(chargeOf('C1', 500, token))).toEqual(processing('C1'));
    const failure = { code, message: expect.any(String) as unknown };
    const [callback] = await gateway.heard(1);
    expect(callback?.path).toBe('/payment/gw/webhook');
    expect(callback?.body).toMatchObject({ orderId: 'C1', status: 'failed', failure });
    const found = (await bank.charges.find('C1')).body;
    expect(found).toMatchObject({ status: 'failed', amount: 500, failure });
    const { succeeded, failed } = (await bank.book()).totals.charges;
    expect([succeeded.count, failed.count]).toEqual([0, 1]);
  });

  it('of tok_timeout is booked, never answered, and found by who asks', async () => {
    const giveUp = AbortSignal.timeout(300);
    await expect(bank.charges.send(chargeOf('C1', 500, 'tok_timeout'), giveUp)).rejects.toThrow();
    expect((await bank.charges.find('C1')).body).toMatchObject({ status: 'success', amount: 500 });
    const again = await bank.charges.send(chargeOf('C1', 500, 'tok_timeout'));
    expect(codeOf(again)).toEqual([409, 'duplicate_reference']);
    expect(gateway.callbacks).toEqual([]);

    await reopen({ clock: () => Date.now() + hour });
    const [callback] = await gateway.heard(1);
    expect(callback?.body).toMatchObject({ orderId: 'C1', status: 'success' });
    expect((await bank.book()).totals.charges.succeeded.count).toBe(1);
  });

  it.each(['tok_', 'TOK_SUCCESS', '', 'constructor', '__proto__', 'x'.repeat(255)])(
    'of the token %j is refused and not booked',
    async (token) => {
      const answer = await bank.charges.send(chargeOf('C1', 500, token));
      expect(codeOf(answer)).toEqual([422, 'invalid_token']);
      expect(codeOf(await bank.charges.find('C1'))).toEqual([404, 'charge_not_found']);
    },
  );

  it('is decided by its token alone, whatever the satang', async () => {
    await bank.charges.send(chargeOf('C1', 500.02));
    await bank.charges.send(chargeOf('C2', 500.07));
    expect((await bank.book()).totals.charges.succeeded.count).toBe(2);
  });

  it('has been decided when somebody else wants to', async () => {
    await bank.charges.send(chargeOf('C1', 500));
    expect(codeOf(await bank.charges.decide('C1', 'fail'))).toEqual([409, 'already_decided']);
    expect((await bank.charges.decide('C1', 'succeed')).status).toBe(200);
    expect((await bank.book()).charges).toHaveLength(1);
  });
});

describe('the reference of a charge', () => {
  it('charges once, however often it is sent at once and after a restart', async () => {
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
  ])('does not charge another %s', async (_, fields) => {
    await bank.charges.send(chargeOf('C1', 500));
    const other = await bank.charges.send({ ...chargeOf('C1', 500), ...fields });
    expect(codeOf(other)).toEqual([409, 'reference_reused']);
    expect((await bank.book()).charges).toHaveLength(1);
  });
});

describe('what the bank refuses to charge', () => {
  it.each<[string, object]>([
    ['no token', { token: undefined }],
    ['a token that is no text', { token: 1 }],
    ['a token that is too long', { token: 'x'.repeat(256) }],
    ['nothing', { amount: 0 }],
    ['dollars', { currency: 'USD' }],
  ])('%s is a 400', async (_, fields) => {
    const answer = await bank.charges.send({ ...chargeOf('C1', 100), ...fields });
    expect(codeOf(answer)).toEqual([400, 'invalid_request']);
    expect((await bank.book()).charges).toEqual([]);
  });
});
