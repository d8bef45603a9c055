import { testMerchant } from '../../../support/gateway';
import { startApi, type Api } from '../../../http/api';
import { testHolidays, testMaturity } from '../../../support/maturity';
import { transfersOf, type Transfers } from '../../../http/api/transfers';

interface Entry {
  readonly entry_id: string;
  readonly type: string;
  readonly order_id: string | null;
  readonly available: number;
  readonly held: number;
  readonly created_at: string;
}
interface Page {
  readonly entries: readonly Entry[];
  readonly has_more: boolean;
  readonly next_cursor: string | null;
}

const path = '/Thai/v1/balance/entries';
let api: Api;
let shop: Transfers;
beforeEach(async () => {
  api = await startApi({}, { openingSatang: 100_000 });
  shop = transfersOf(api);
});
afterEach(() => shop.expectSound());

async function entries(query = '', key?: string): Promise<Page> {
  const { status, body } = await api.get(`${path}${query}`, key === undefined ? {} : { key });
  expect(status).toBe(200);
  return body as Page;
}

/** An overpaid deposit; a paid, a failed and a pending payout. */
async function live() {
  const { orderId: paid } = await shop.deposit({ amount: 19.99 });
  const body = { orderId: paid, status: 'success', amount: 20 };
  await shop.sendAndApply('deposit', body);
  const left = await shop.withdrawal({ amount: 100.01 });
  await shop.sendAndApply('withdraw', { orderId: left, status: 'success' });
  const failed = await shop.withdrawal({ amount: 50 });
  await shop.sendAndApply('withdraw', { orderId: failed, status: 'failed' });
  const underWay = await shop.withdrawal({ amount: 0.1 + 0.9 });
  return { paid, left, failed, underWay };
}

const nothing = { available: 0, held: 0, pending: 0, maturing: [], currency: 'THB' };

describe('200: the balance', () => {
  it('contains the pending money by the day on which it becomes available', async () => {
    await testMaturity(api.deps, api.merchant, 1);
    await testHolidays(api.deps);
    const { orderId } = await shop.deposit({ amount: 20 });
    await shop.sendAndApply('deposit', { orderId, status: 'success', amount: 20 });
    const { body } = await api.get('/Thai/v1/balance');
    const date = expect.stringMatching(/^\d{4}-\d\d-\d\d$/);
    expect(body).toEqual({
      ...nothing,
      available: 1_000,
      pending: 20,
      maturing: [{ date, amount: 20 }],
    });
    const [defer] = (await entries('?limit=1')).entries;
    expect(defer).toMatchObject({ type: 'defer', available: -20, held: 0, pending: 20 });
  });

  it('contains the exact available and held amounts', async () => {
    await live();
    const { body } = await api.get('/Thai/v1/balance');
    expect(body).toEqual({ ...nothing, available: 918.98, held: 1 });
  });

  it.each(['/v1/balance', '/Thai/balance'])('is the same at %s', async (alias) => {
    expect((await api.get(alias)).body).toEqual({ ...nothing, available: 1_000 });
  });

  it('is zero for a new merchant', async () => {
    const { apiKey } = await testMerchant(api.deps.db);
    expect((await api.get('/v1/balance', { key: apiKey })).body).toEqual(nothing);
    expect((await entries('', apiKey)).entries).toEqual([]);
  });
});

describe('200: the entries', () => {
  it('add up to the balance, newest first', async () => {
    const { paid, left, failed, underWay } = await live();
    const page = await entries();
    const lines = page.entries.map((entry) => [
      entry.type,
      entry.order_id,
      entry.available,
      entry.held,
    ]);
    expect(lines).toEqual([
      ['hold', underWay, -1, 1],
      ['void', failed, 50, -50],
      ['hold', failed, -50, 50],
      ['post', left, 0, -100.01],
      ['hold', left, -100.01, 100.01],
      ['receive', paid, 19.99, 0],
      ['opening', null, 1_000, 0],
    ]);
    const satang = (sum: number, baht: number) => sum + Math.round(baht * 100);
    const sums = (['available', 'held'] as const).map(
      (account) => page.entries.map((entry) => entry[account]).reduce(satang, 0) / 100,
    );
    expect(sums).toEqual(await shop.balance());
    expect(page).toMatchObject({ limit: 20, has_more: false, next_cursor: null });
  });

  it('appear once each by cursor while others are written', async () => {
    await live();
    const seen: string[] = [];
    let query = '?limit=2';
    for (;;) {
      const page = await entries(query);
      seen.push(...page.entries.map(({ entry_id }) => entry_id));
      expect(page.has_more).toBe(page.next_cursor !== null);
      if (page.next_cursor === null) break;
      await shop.withdrawal({ amount: 1 });
      query = `?limit=2&cursor=${page.next_cursor}`;
    }
    expect(seen).toHaveLength(7);
    expect(new Set(seen).size).toBe(7);
  });

  it("never include another merchant's, with any cursor", async () => {
    await live();
    const { apiKey } = await testMerchant(api.deps.db);
    const { next_cursor } = await entries('?limit=1');
    expect((await entries(`?cursor=${next_cursor}`, apiKey)).entries).toEqual([]);
    expect((await entries('?cursor=zzzzzzz', apiKey)).entries).toEqual([]);
  });
});

describe('400: an invalid query', () => {
  it.each([
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['limit=ten', 'limit'],
    ['cursor=', 'cursor'],
    ['cursor=-1', 'cursor'],
    ['cursor=%00', 'cursor'],
    ['cursor=zzzzzzzzzzz', 'cursor'],
    ['cursor=zzzzzzzzzzzzzz', 'cursor'],
    ['cursor=1&cursor=2', 'cursor'],
  ])('%s names the parameter', async (query, param) => {
    const answer = await api.get(`${path}?${query}`);
    expect([answer.status, answer.code, answer.param]).toEqual([400, 'invalid_parameters', param]);
  });
});
