import { cp } from 'node:fs/promises';
import { until } from '../../support/until';
import { newDirectory, qrFor, startBank, type TestBank } from './bank';
import { startGatewayStub, type GatewayStub } from './gateway-stub';

let gateway: GatewayStub;
beforeEach(async () => {
  gateway = await startGatewayStub();
});
afterEach(async () => {
  await gateway.close();
});

const patient = { delayMs: () => 3_600_000, attemptsMax: 20 };

async function payOne(bank: TestBank) {
  const { body } = await bank.pay({ qrData: qrFor('REF1', 500) });
  const [callback] = body.callbacks;
  if (callback === undefined) throw new Error('the payment has no callback');
  return { paymentId: body.paymentId, callback };
}

/** Resolves after the given number of attempts. */
async function afterAttempts(bank: TestBank, paymentId: string, attempts: number): Promise<void> {
  await until(
    async () => {
      const [callback] = (await bank.read(paymentId)).body.callbacks;
      return (callback?.attempts ?? 0) >= attempts && callback?.reason !== null;
    },
    { describe: `${attempts} attempts` },
  );
}

describe('callback', () => {
  it('is retried while the gateway is down, with the same transfer', async () => {
    const { port } = gateway;
    await gateway.close();
    const bank = await startBank({ gatewayUrl: gateway.url });
    const { paymentId, callback } = await payOne(bank);
    await afterAttempts(bank, paymentId, 3);
    expect((await bank.read(paymentId)).body.callbacks).toEqual([
      expect.objectContaining({ state: 'waiting', reason: 'ECONNREFUSED' }),
    ]);

    gateway = await startGatewayStub(port);
    await bank.whenCallbacks(paymentId, 'delivered');
    expect(gateway.callbacks.map(({ body }) => body['transactionId'])).toEqual([
      callback.transactionId,
    ]);
    await bank.close();
  });

  it.each([500, 503, 404, 408, 429])(
    'is sent again with the same bytes after a %d',
    async (status) => {
      gateway.status = status;
      const bank = await startBank({ gatewayUrl: gateway.url });
      const { paymentId } = await payOne(bank);
      await gateway.received(3);
      gateway.status = 201;
      await bank.whenCallbacks(paymentId, 'delivered');
      expect(new Set(gateway.callbacks.map((callback) => JSON.stringify(callback))).size).toBe(1);
      await bank.close();
    },
  );

  it.each(['closed', 'killed'])(
    'is delivered after the bank was %s between two attempts',
    async (how) => {
      gateway.status = 503;
      const first = await startBank({ gatewayUrl: gateway.url, retry: patient });
      const { paymentId, callback } = await payOne(first);
      await afterAttempts(first, paymentId, 1);
      // A killed process leaves its files as they are at that moment.
      const dataDir = await newDirectory();
      if (how === 'closed') await first.close();
      await cp(first.dataDir, dataDir, { recursive: true });

      gateway.status = 201;
      const second = await startBank({ gatewayUrl: gateway.url, dataDir, retry: patient });
      await second.whenCallbacks(paymentId, 'delivered');
      expect(gateway.callbacks.map(({ body }) => body['transactionId'])).toEqual([
        callback.transactionId,
        callback.transactionId,
      ]);
      await second.close();

      const third = await startBank({ gatewayUrl: gateway.url, dataDir });
      expect((await third.book()).totals).toMatchObject({ waiting: 0, delivered: 1, transfers: 1 });
      await third.close();
      await first.close();
      expect(gateway.callbacks).toHaveLength(2);
    },
  );

  it('without a response does not block closing, and is sent after a restart', async () => {
    gateway.status = 'none';
    const first = await startBank({ gatewayUrl: gateway.url });
    const { paymentId } = await payOne(first);
    await gateway.received(1);
    await first.close();

    gateway.status = 201;
    const { dataDir } = first;
    const second = await startBank({ gatewayUrl: gateway.url, dataDir });
    await second.whenCallbacks(paymentId, 'delivered');
    await second.close();
  });

  it('is undelivered after the last attempt, and delivered when it is sent again', async () => {
    gateway.status = 503;
    const retry = { delayMs: () => 1, attemptsMax: 3 };
    const bank = await startBank({ gatewayUrl: gateway.url, retry });
    const { paymentId, callback } = await payOne(bank);
    const ended = await bank.whenCallbacks(paymentId, 'undelivered');
    expect(ended.callbacks).toEqual([expect.objectContaining({ reason: 'HTTP 503' })]);
    expect(gateway.callbacks).toHaveLength(3);
    expect((await bank.book()).totals).toMatchObject({ waiting: 0, undelivered: 1 });

    gateway.status = 201;
    expect((await bank.sendAgain(callback.callbackId)).status).toBe(202);
    await bank.whenCallbacks(paymentId, 'delivered');
    expect((await bank.book()).totals).toMatchObject({
      undelivered: 0,
      delivered: 1,
      transfers: 1,
    });
    await bank.close();
  });

  it.each([400, 401, 302])('is not retried after a %d', async (status) => {
    gateway.status = status;
    const bank = await startBank({ gatewayUrl: gateway.url });
    const { paymentId } = await payOne(bank);
    const ended = await bank.whenCallbacks(paymentId, 'undelivered');
    expect(ended.callbacks).toEqual([expect.objectContaining({ reason: `HTTP ${status}` })]);
    await bank.close();
    expect(gateway.callbacks).toHaveLength(1);
  });

  it('is sent at once on request while it waits for a retry', async () => {
    gateway.status = 503;
    const bank = await startBank({ gatewayUrl: gateway.url, retry: patient });
    const { paymentId, callback } = await payOne(bank);
    await afterAttempts(bank, paymentId, 1);
    gateway.status = 201;
    await bank.sendAgain(callback.callbackId);
    await bank.whenCallbacks(paymentId, 'delivered');
    await bank.close();
  });

  it('can be sent again after its delivery without moving money', async () => {
    const bank = await startBank({ gatewayUrl: gateway.url });
    const { paymentId, callback } = await payOne(bank);
    await bank.whenCallbacks(paymentId, 'delivered');
    await bank.sendAgain(callback.callbackId);
    const [first, second] = await gateway.received(2);
    expect(second).toEqual(first);
    await bank.whenCallbacks(paymentId, 'delivered');
    expect((await bank.book()).totals).toMatchObject({ transfers: 1, delivered: 1, waiting: 0 });
    await bank.close();
  });

  it('that does not exist is a 404', async () => {
    const bank = await startBank({ gatewayUrl: gateway.url });
    expect(await bank.sendAgain('sbc_unknown')).toMatchObject({
      status: 404,
      body: { error: { code: 'callback_not_found' } },
    });
    await bank.close();
  });
});

describe('burst of 300 payments', () => {
  it('claims one callback per transfer', async () => {
    const bank = await startBank({ gatewayUrl: gateway.url });
    const refs = Array.from({ length: 300 }, (_, index) => `REF${index}`);
    await Promise.all(refs.map((ref) => bank.pay({ qrData: qrFor(ref, 100) })));
    await gateway.received(300);
    await until(async () => (await bank.book()).totals.delivered === 300, {
      describe: '300 delivered callbacks',
    });
    const { totals, transfers } = await bank.book();
    expect(totals).toMatchObject({ transfers: 300, amountSatang: 30_000, waiting: 0 });
    const sent = gateway.callbacks.map(({ body }) => body['transactionId']);
    expect(new Set(sent)).toEqual(new Set(transfers.map(({ transactionId }) => transactionId)));
    expect(sent).toHaveLength(300);
    await bank.close();
  });
});
