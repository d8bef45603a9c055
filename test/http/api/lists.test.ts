import { applyPending } from '../../../src/orders/store/apply-transition';
import { testMerchant } from '../../support/gateway';
import { startApi, type Api } from '../api';
import { transfersOf, type Transfers } from './transfers';

interface Page {
  readonly total: number;
  readonly has_more: boolean;
  readonly next_cursor: string | null;
}
type Row = { readonly orderId: string; readonly amount: number };

let api: Api;
let shop: Transfers;
beforeAll(async () => {
  api = await startApi({}, { openingSatang: 1_000_000 });
  shop = transfersOf(api);
});
afterAll(() => shop.expectSound());

/** Both lists have the same behaviour and the same tests. */
describe.each([
  ['deposits', 'deposit', () => shop.deposit({ amount: 2 }).then(({ orderId }) => orderId)],
  ['withdrawals', 'withdraw', () => shop.withdrawal({ amount: 2 })],
] as const)('the list of %s', (noun, route, create) => {
  let ids: readonly string[];
  const born = (id: string, at: string) =>
    api.deps
      .db('orders')
      .where('id', id)
      .update({ created_at: new Date(at) });

  beforeAll(async () => {
    const made: string[] = [];
    for (const day of [1, 1, 2, 3, 4]) {
      const id = await create();
      await born(id, `2026-11-0${day}T12:00:00.123Z`);
      made.push(id);
    }
    ids = made;
    await shop.sendCallback(route, { orderId: ids[4], status: 'failed' });
    await applyPending(api.deps.db, ids[4] ?? '');
  });

  async function list(query: string, sending?: { key: string }) {
    const { status, body } = await api.get(`/${route}/gw${query}`, sending);
    expect(status).toBe(200);
    const page = body as Page & Readonly<Record<string, readonly Row[]>>;
    return { page, found: (page[noun] ?? []).map(({ orderId }) => ids.indexOf(orderId)) };
  }

  it('is sorted newest first, then by id, with pagination fields', async () => {
    const { page, found } = await list('');
    expect(found).toEqual([4, 3, 2, 1, 0]);
    expect(page).toMatchObject({ total: 5, limit: 20, offset: 0, has_more: false });
    expect(page.next_cursor).toBeNull();
  });

  it.each([
    ['?limit=2&offset=1', [3, 2], 5],
    ['?offset=999999999', [], 5],
    ['?status=pending', [3, 2, 1, 0], 4],
    ['?status=failed', [4], 1],
    ['?status=succeeded', [], 0],
    ['?start_date=2026-11-03', [4, 3], 2],
    ['?end_date=2026-11-02', [2, 1, 0], 3],
    ['?start_date=2026-11-02&end_date=2026-11-03', [3, 2], 2],
    ['?status=pending&end_date=2026-11-01', [1, 0], 2],
  ])('%s', async (query, expected, total) => {
    const { page, found } = await list(query);
    expect([found, page.total]).toEqual([expected, total]);
  });

  it('by cursor contains each row once while new ones are created', async () => {
    const seen: number[] = [];
    let query = '?limit=2&end_date=2026-11-30';
    for (;;) {
      const { page, found } = await list(query);
      seen.push(...found);
      if (page.next_cursor === null) break;
      await born(await create(), '2026-11-20T00:00:00Z');
      query = `?limit=2&end_date=2026-11-30&cursor=${page.next_cursor}`;
    }
    expect(seen).toEqual([4, 3, 2, 1, 0]);
  });

  it("excludes other merchants' orders from items, counts, filters and cursors", async () => {
    const { apiKey: key } = await testMerchant(api.deps.db);
    const { page: ours } = await list('?limit=1');
    for (const query of ['', '?status=pending', `?cursor=${ours.next_cursor}`]) {
      expect((await list(query, { key })).page).toMatchObject({ [noun]: [], total: 0 });
    }
  });

  it('excludes orders of other kinds and account numbers', async () => {
    await api.createQrCode();
    const { page } = await list('?limit=100');
    const read = await shop.read(route, ids[0] ?? '');
    // A list omits the slips: they need a query per deposit.
    const { slips: _slips, ...fields } = read;
    expect(page[noun]).toContainEqual(fields);
    expect(JSON.stringify(page)).not.toMatch(/1234567890|สมชาย|ใจดี|pay_[0-9a-z]{26}/);
  });

  it.each([
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['limit=1&limit=2', 'limit'],
    ['offset=-1', 'offset'],
    ['status=paid', 'status'],
    ['status=', 'status'],
    ['start_date=yesterday', 'start_date'],
    ['end_date=2026-13-01', 'end_date'],
    ['cursor=', 'cursor'],
    ['cursor=%00', 'cursor'],
    ['cursor=bm90IG91cnM', 'cursor'],
  ])('400: %s names the parameter', async (query, param) => {
    const answer = await api.get(`/${route}/gw?${query}`);
    expect([answer.status, answer.code, answer.param]).toEqual([400, 'invalid_parameters', param]);
    expect(answer.body).toMatchObject({ status: 400, data: {} });
  });
});

it('a list refuses statuses of other kinds', async () => {
  expect((await api.get('/deposit/gw?status=processing')).code).toBe('invalid_parameters');
  expect((await api.get('/withdraw/gw?status=expired')).code).toBe('invalid_parameters');
});
