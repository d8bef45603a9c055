import { SaphanError, type Saphan, type SaphanOptions } from '../../client/src';
import { retryDelayMs } from '../../client/src/retry';
import type { Answer } from '../support/receiver';
import { forwardTo, startFlaky, startMerchant } from './merchant';

let merchant: Awaited<ReturnType<typeof startMerchant>>;
beforeAll(async () => {
  merchant = await startMerchant();
});

const qrCode = { amount: 150, currency: 'THB' } as const;

/** A client of a gateway that sends the given responses before it works. */
async function flakyMerchant(answers: readonly Answer[], options: Partial<SaphanOptions> = {}) {
  const flaky = await startFlaky(merchant.api.url, ...answers);
  const saphan = merchant.clientWith({ baseUrl: flaky.url, ...options });
  const keys = () => flaky.requests.map(({ headers }) => headers['idempotency-key']);
  return { flaky, saphan, keys };
}

const countPayments = async (saphan: Saphan, reference: string) =>
  (await saphan.listPayments({ reference })).total;

describe('a POST', () => {
  it('whose response was lost is retried with its key and creates one payment', async () => {
    const lost = forwardTo(merchant.api.url, { losesAnswer: true });
    const { saphan, keys } = await flakyMerchant([lost, lost]);
    const created = await saphan.createQrCode({ ...qrCode, reference: 'lost' });
    expect(created.payment_id).toMatch(/^pay_/);
    expect(await countPayments(merchant.saphan, 'lost')).toBe(1);
    expect(keys()).toHaveLength(3);
    expect(new Set(keys()).size).toBe(1);
    expect(keys()[0]).toMatch(/^[0-9a-f-]{36}$/);
  });

  it.each<[string, Answer]>([
    ['500', { status: 500 }],
    ['503', { status: 503, body: '<h1>Service unavailable</h1>' }],
    ['429', { status: 429, headers: { 'retry-after': '0' } }],
    ['a broken connection', 'reset'],
  ])('is retried after %s', async (_name, answer) => {
    const { saphan, keys } = await flakyMerchant([answer]);
    await saphan.createQrCode(qrCode, { idempotencyKey: 'k-1' });
    expect(keys()).toEqual(['k-1', 'k-1']);
  });

  it('is retried after a timeout', async () => {
    const { saphan, keys } = await flakyMerchant(['hang'], { timeoutMs: 2_000 });
    await saphan.createQrCode(qrCode, { idempotencyKey: 'k-2' });
    expect(keys()).toEqual(['k-2', 'k-2']);
  });

  it.each([400, 401, 403, 404, 409, 422])('is not retried after %i', async (status) => {
    const { saphan, flaky } = await flakyMerchant([{ status }]);
    await expect(saphan.createQrCode(qrCode)).rejects.toMatchObject({ status });
    expect(flaky.requests).toHaveLength(1);
  });
});

describe('a GET', () => {
  it('is retried too, without a key', async () => {
    const { saphan, keys } = await flakyMerchant([{ status: 502 }, 'reset']);
    expect(await saphan.readBalance()).toMatchObject({ currency: 'THB' });
    expect(keys()).toEqual([undefined, undefined, undefined]);
  });

  it('waits for the time of Retry-After', async () => {
    const busy = { status: 429, headers: { 'retry-after': '1' } };
    const { saphan, flaky } = await flakyMerchant([busy]);
    await saphan.readBalance();
    const [first, second] = flaky.requests;
    expect((second?.atMs ?? 0) - (first?.atMs ?? 0)).toBeGreaterThanOrEqual(990);
  });

  it('fails at once when Retry-After is longer than a minute', async () => {
    const busy = { status: 429, headers: { 'retry-after': '3600' } };
    const { saphan } = await flakyMerchant([busy]);
    await expect(saphan.readBalance()).rejects.toMatchObject({
      status: 429,
      retryAfterMs: 3_600_000,
    });
  });
});

describe('a request that keeps failing', () => {
  it('rejects with the last error after the maximum number of retries', async () => {
    const { saphan, flaky } = await flakyMerchant([], { retriesMax: 1 });
    flaky.answerWith({ status: 503, headers: { 'x-request-id': 'req_1' } });
    await expect(saphan.readBalance()).rejects.toMatchObject({
      status: 503,
      code: 'unknown',
      type: 'api_error',
      requestId: 'req_1',
    });
    expect(flaky.requests).toHaveLength(2);
  });

  it('rejects with `unreachable` when no server listens', async () => {
    const { flaky, saphan } = await flakyMerchant([], { retriesMax: 0 });
    await flaky.close();
    const call = saphan.readBalance();
    await expect(call).rejects.toMatchObject({
      status: null,
      code: 'unreachable',
      type: 'connection_error',
    });
    await expect(call).rejects.toThrow('Cannot connect to Saphan: ECONNREFUSED.');
    await expect(call).rejects.toHaveProperty('cause.cause.code', 'ECONNREFUSED');
  });

  it('rejects with `timeout` when the server does not respond', async () => {
    const { flaky, saphan } = await flakyMerchant([], { retriesMax: 0, timeoutMs: 100 });
    flaky.answerWith('hang');
    await expect(saphan.readBalance()).rejects.toMatchObject({ status: null, code: 'timeout' });
  });

  it('is aborted by the signal of the caller', async () => {
    const { flaky, saphan } = await flakyMerchant([]);
    flaky.answerWith('hang');
    const stop = new AbortController();
    const call = saphan.readBalance({ signal: stop.signal });
    await flaky.waitFor(() => true);
    stop.abort(new Error('no longer wanted'));
    await expect(call).rejects.toThrow('no longer wanted');
    expect(flaky.requests).toHaveLength(1);
  });

  it('is aborted by the signal while it waits for a retry', async () => {
    const { flaky, saphan } = await flakyMerchant([]);
    flaky.answerWith({ status: 503, headers: { 'retry-after': '50' } });
    const stop = new AbortController();
    const call = saphan.readBalance({ signal: stop.signal });
    await flaky.waitFor(() => true);
    stop.abort(new Error('no longer wanted'));
    await expect(call).rejects.toThrow('no longer wanted');
  });
});

it('a redirect is not followed, so the key is sent to the gateway only', async () => {
  const { flaky, saphan } = await flakyMerchant([]);
  flaky.answerWith({ status: 307, headers: { location: merchant.api.url } });
  await expect(saphan.readBalance()).rejects.toMatchObject({ status: 307 });
  expect(flaky.requests).toHaveLength(1);
});

it('a response that is not JSON is an error, with any status', async () => {
  const { flaky, saphan } = await flakyMerchant([]);
  flaky.answerWith({ status: 200, body: '<h1>Log in to the network</h1>' });
  await expect(saphan.readBalance()).rejects.toMatchObject({ status: 200, code: 'unknown' });
});

describe('the delay before a retry', () => {
  const error = (status: number | null, retryAfterMs: number | null = null) =>
    new SaphanError('', {
      status,
      retryAfterMs,
      code: '',
      type: '',
      param: null,
      docUrl: null,
      requestId: null,
    });
  const waits = (chance: number) =>
    [0, 1, 2, 9].map((retried) => retryDelayMs(error(null), { retried, retriesMax: 99, chance }));

  it('grows to a maximum and is reduced by up to half at random', () => {
    expect(waits(0)).toEqual([250, 500, 1_000, 8_000]);
    expect(waits(1)).toEqual([125, 250, 500, 4_000]);
  });

  it('is at least the time of Retry-After', () => {
    const often = { retried: 0, retriesMax: 3, chance: 0 };
    expect(retryDelayMs(error(503, 5_000), often)).toBe(5_000);
    expect(retryDelayMs(error(503, 10), often)).toBe(250);
  });
});
