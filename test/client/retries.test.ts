import { SaphanError } from '../../client/src';
import type { Saphan, SaphanOptions } from '../../client/src';
import { retryDelayMs } from '../../client/src/retry';
import type { Answer } from '../support/receiver';
import { forwardTo, startFlaky, startMerchant } from './merchant';

let merchant: Awaited<ReturnType<typeof startMerchant>>;
beforeAll(async () => {
  merchant = await startMerchant();
});

const qrCode = { amount: 150, currency: 'THB' } as const;

/** A client of a gateway that fails as the answers say before it works. */
async function flakyMerchant(answers: readonly Answer[], options: Partial<SaphanOptions> = {}) {
  const flaky = await startFlaky(merchant.api.url, ...answers);
  const saphan = merchant.clientWith({ baseUrl: flaky.url, ...options });
  const keys = () => flaky.requests.map(({ headers }) => headers['idempotency-key']);
  return { flaky, saphan, keys };
}

const countPayments = async (saphan: Saphan, reference: string) =>
  (await saphan.listPayments({ reference })).total;

describe('a POST', () => {
  it('whose answer was lost is sent again under its key, and creates one payment', async () => {
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
  ])('is sent again after %s', async (_name, answer) => {
    const { saphan, keys } = await flakyMerchant([answer]);
    await saphan.createQrCode(qrCode, { idempotencyKey: 'k-1' });
    expect(keys()).toEqual(['k-1', 'k-1']);
  });

  it('is sent again when no answer comes in time', async () => {
    const { saphan, keys } = await flakyMerchant(['hang'], { timeoutMs: 300 });
    await saphan.createQrCode(qrCode, { idempotencyKey: 'k-2' });
    expect(keys()).toEqual(['k-2', 'k-2']);
  });

  it.each([400, 401, 403, 404, 409, 422])('is not sent again after %i', async (status) => {
    const { saphan, flaky } = await flakyMerchant([{ status }]);
    await expect(saphan.createQrCode(qrCode)).rejects.toMatchObject({ status });
    expect(flaky.requests).toHaveLength(1);
  });
});

describe('a GET', () => {
  it('is sent again too, without a key', async () => {
    const { saphan, keys } = await flakyMerchant([{ status: 502 }, 'reset']);
    expect(await saphan.readBalance()).toMatchObject({ currency: 'THB' });
    expect(keys()).toEqual([undefined, undefined, undefined]);
  });

  it('waits as long as it is asked to', async () => {
    const busy = { status: 429, headers: { 'retry-after': '1' } };
    const { saphan, flaky } = await flakyMerchant([busy]);
    await saphan.readBalance();
    const [first, second] = flaky.requests;
    expect((second?.atMs ?? 0) - (first?.atMs ?? 0)).toBeGreaterThanOrEqual(990);
  });

  it('is not kept waiting for minutes', async () => {
    const busy = { status: 429, headers: { 'retry-after': '3600' } };
    const { saphan } = await flakyMerchant([busy]);
    await expect(saphan.readBalance()).rejects.toMatchObject({
      status: 429,
      retryAfterMs: 3_600_000,
    });
  });
});

describe('what goes on failing', () => {
  it('is given up after so many retries, and the last answer told', async () => {
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

  it('is told as unreachable where nobody listens', async () => {
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

  it('is told as a timeout where nobody answers', async () => {
    const { flaky, saphan } = await flakyMerchant([], { retriesMax: 0, timeoutMs: 100 });
    flaky.answerWith('hang');
    await expect(saphan.readBalance()).rejects.toMatchObject({ status: null, code: 'timeout' });
  });

  it('ends at once when its caller does', async () => {
    const { flaky, saphan } = await flakyMerchant([]);
    flaky.answerWith('hang');
    const stop = new AbortController();
    const call = saphan.readBalance({ signal: stop.signal });
    await flaky.waitFor(() => true);
    stop.abort(new Error('no longer wanted'));
    await expect(call).rejects.toThrow('no longer wanted');
    expect(flaky.requests).toHaveLength(1);
  });

  it('ends while it waits for the next try', async () => {
    const { flaky, saphan } = await flakyMerchant([]);
    flaky.answerWith({ status: 503, headers: { 'retry-after': '50' } });
    const stop = new AbortController();
    const call = saphan.readBalance({ signal: stop.signal });
    await flaky.waitFor(() => true);
    stop.abort(new Error('no longer wanted'));
    await expect(call).rejects.toThrow('no longer wanted');
  });
});

it('a redirect is not followed: the key is for the gateway alone', async () => {
  const { flaky, saphan } = await flakyMerchant([]);
  flaky.answerWith({ status: 307, headers: { location: merchant.api.url } });
  await expect(saphan.readBalance()).rejects.toMatchObject({ status: 307 });
  expect(flaky.requests).toHaveLength(1);
});

it('an answer that is no JSON is an error, whatever its status', async () => {
  const { flaky, saphan } = await flakyMerchant([]);
  flaky.answerWith({ status: 200, body: '<h1>Log in to the network</h1>' });
  await expect(saphan.readBalance()).rejects.toMatchObject({ status: 200, code: 'unknown' });
});

describe('the wait before a retry', () => {
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

  it('grows to a bound, and differs by chance between a half and the whole of it', () => {
    expect(waits(0)).toEqual([250, 500, 1_000, 8_000]);
    expect(waits(1)).toEqual([125, 250, 500, 4_000]);
  });

  it('is never shorter than the gateway asked for', () => {
    const often = { retried: 0, retriesMax: 3, chance: 0 };
    expect(retryDelayMs(error(503, 5_000), often)).toBe(5_000);
    expect(retryDelayMs(error(503, 10), often)).toBe(250);
  });
});
