import { Problem } from '../../src/kernel/rules/problem';
import type { ApiContext } from '../../src/http/context';
import { createDrawings } from '../../src/http/middleware/drawings';
import { createRateLimits } from '../../src/http/middleware/rate-limits';
import { testDatabase } from '../support/database';
import { testDeposit, testDeps } from '../support/gateway';
import { startApi } from './api';

const free = () => undefined;
const spin = (ms: number) => {
  const endMs = performance.now() + ms;
  while (performance.now() < endMs);
};

describe('rendering of QR codes', () => {
  it('takes at most a quarter of the time for concurrent requests', async () => {
    const draw = createDrawings()(free);
    const begins: number[] = [];
    const render = () => {
      begins.push(performance.now());
      spin(10);
      return 'picture';
    };
    const names = Array.from({ length: 8 }, (_, n) => `code ${n}`);
    expect(await Promise.all(names.map((name) => draw(name, render)))).toHaveLength(8);
    const gaps = begins.slice(1).map((beginMs, index) => beginMs - (begins[index] ?? 0));
    // Timers of Node may fire a millisecond early.
    for (const gap of gaps) expect(gap).toBeGreaterThanOrEqual(38);
  });

  it('happens once for an image, and again after an error', async () => {
    const draw = createDrawings()(free);
    const fails = () => {
      throw new Error('planted');
    };
    await expect(draw('one', fails)).rejects.toThrow('planted');
    const drawn = await Promise.all([draw('one', () => 'first'), draw('one', () => 'second')]);
    expect([...drawn, await draw('one', () => 'third')]).toEqual(['first', 'first', 'first']);
  });

  it('is refused when 64 are queued', async () => {
    const draw = createDrawings()(free);
    const asked = Array.from({ length: 70 }, (_, n) => draw(`code ${n}`, () => 'picture'));
    const answers = await Promise.allSettled(asked);
    const refused = answers.filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(6);
    for (const { reason } of refused as PromiseRejectedResult[]) {
      expect(reason).toBeInstanceOf(Problem);
      expect(reason).toMatchObject({ code: 'unavailable', status: 503 });
    }
  });
});

test('an address can have 1,200 codes rendered in a minute, not counting cached ones', async () => {
  const { knex } = await testDatabase({ asApp: true });
  const limits = createRateLimits(testDeps(knex));
  const from = (ip: string) => limits.drawCode({ ip } as ApiContext);
  const render = () => 'picture';
  const draw = from('203.0.113.1');
  for (let n = 0; n < 1_200; n++) await draw(`code ${n}`, render);
  await expect(draw('one more', render)).rejects.toMatchObject({ code: 'rate_limit_exceeded' });
  expect(await from('203.0.113.2')('one more', render)).toBe('picture');
  expect(await draw('one more', render)).toBe('picture');
});

test('an image that the client has cached gets 304', async () => {
  const api = await startApi();
  const { qr_code_id: id } = await api.createQrCode();
  const ask = (headers: Record<string, string>) =>
    api.get(`/Thai/qr-codes/${id}/image`, { key: null, headers });
  const { headers } = await ask({});
  expect((await ask({ 'if-none-match': headers.get('etag') ?? '' })).status).toBe(304);
});

test('the code of a page is rendered in the same queue', async () => {
  const api = await startApi();
  const { pageToken } = await testDeposit(api.deps, api.merchant);
  const [one, two] = await Promise.all(
    [1, 2].map(() => api.get(`/pay/${pageToken}/qr-code.png`, { key: null })),
  );
  expect([one?.status, two?.status]).toEqual([200, 200]);
  expect(one?.text).toBe(two?.text);
});
