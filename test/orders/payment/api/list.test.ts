import type { z } from 'zod';
import type { paymentPage } from '../../../../src/orders/payment/api/schema';
import { testMerchant } from '../../../support/gateway';
import { startApi, type Api } from '../../../http/api';

type Page = z.output<typeof paymentPage>;

let api: Api;
/**
 * Five payments, oldest first: r-0 to r-4, a day apart. The first two have the same creation time.
 */
let ids: readonly string[];

beforeAll(async () => {
  api = await startApi();
  const made: string[] = [];
  for (const day of [1, 1, 2, 3, 4]) {
    const { payment_id } = await api.createQrCode({ reference: `r-${made.length}` });
    const created_at = new Date(`2026-11-0${day}T12:00:00.123Z`);
    await api.deps.db('orders').where('id', payment_id).update({ created_at });
    made.push(payment_id);
  }
  ids = made;
  await api.post(`/Thai/v1/payments/${ids[4]}/expire`);
});

async function list(query: string, sending?: { key: string }): Promise<Page> {
  const { status, body } = await api.get(`/Thai/v1/payments${query}`, sending);
  expect(status).toBe(200);
  return body as Page;
}
const references = ({ payments }: Page) => payments.map(({ reference }) => reference);

describe('200: the list', () => {
  it('is sorted newest first, then by id, with 20 per page', async () => {
    const page = await list('');
    expect(references(page)).toEqual(['r-4', 'r-3', 'r-2', 'r-1', 'r-0']);
    expect(page).toMatchObject({
      total: 5,
      limit: 20,
      offset: 0,
      has_more: false,
      next_cursor: null,
    });
  });

  it('is paginated by offset', async () => {
    const page = await list('?limit=2&offset=1');
    expect(references(page)).toEqual(['r-3', 'r-2']);
    expect(page).toMatchObject({ total: 5, limit: 2, offset: 1, has_more: true });
    expect(await list('?offset=999999999')).toMatchObject({ payments: [], has_more: false });
  });

  it.each([
    ['?status=pending', ['r-3', 'r-2', 'r-1', 'r-0']],
    ['?status=expired', ['r-4']],
    ['?status=succeeded', []],
    ['?reference=r-2', ['r-2']],
    ['?reference=r-9', []],
    ['?start_date=2026-11-03', ['r-4', 'r-3']],
    ['?end_date=2026-11-02', ['r-2', 'r-1', 'r-0']],
    ['?start_date=2026-11-02&end_date=2026-11-03', ['r-3', 'r-2']],
    ['?end_date=2026-11-02T11:59:59Z', ['r-1', 'r-0']],
    ['?start_date=2026-11-03T12:00:00.123', ['r-4', 'r-3']],
    ['?start_date=2026-11-03T19:00:00.124%2B07:00', ['r-4']],
    ['?start_date=2026-11-04&end_date=2026-11-01', []],
    ['?start_date=2569-11-03&end_date=2569-11-03', ['r-3']],
    ['?start_date=2026-11-03T12:01Z', ['r-4']],
    ['?start_date=2026-11-03T19:01:00%2B0700', ['r-4']],
    ['?start_date=2026-11-03T19:01:00%2B07', ['r-4']],
    ['?start_date=2026-11-03T19:01:00+07:00', ['r-4']],
    ['?status=pending&reference=r-1&limit=1', ['r-1']],
  ])('filtered by %s is %j', async (query, expected) => {
    const page = await list(query);
    expect([references(page), page.total]).toEqual([expected, expected.length]);
  });

  it("excludes another merchant's payments from items, counts and filters", async () => {
    const { apiKey } = await testMerchant(api.deps.db);
    const ours = await list('?limit=1');
    for (const query of ['', '?reference=r-1', `?cursor=${ours.next_cursor}`]) {
      expect(await list(query, { key: apiKey })).toMatchObject({ payments: [], total: 0 });
    }
  });
});

describe('a cursor', () => {
  it('returns each payment once while new ones are created', async () => {
    const seen: (string | null)[] = [];
    let page = await list('?limit=2&end_date=2026-11-30');
    for (;;) {
      seen.push(...references(page));
      if (page.next_cursor === null) break;
      const { payment_id } = await api.createQrCode({ reference: 'new' });
      const created_at = new Date('2026-11-20T00:00:00Z');
      await api.deps.db('orders').where('id', payment_id).update({ created_at });
      page = await list(`?limit=2&end_date=2026-11-30&cursor=${page.next_cursor}`);
    }
    expect(seen).toEqual(['r-4', 'r-3', 'r-2', 'r-1', 'r-0']);
  });
});

describe('400: an invalid query', () => {
  it.each([
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['limit=-1', 'limit'],
    ['limit=', 'limit'],
    ['limit=ten', 'limit'],
    ['limit=1.5', 'limit'],
    ['limit=0x10', 'limit'],
    ['limit=1&limit=2', 'limit'],
    ['offset=-1', 'offset'],
    ['offset=', 'offset'],
    ['offset=99999999999999999999', 'offset'],
    ['status=paid', 'status'],
    ['status=', 'status'],
    ['reference=%00', 'reference'],
    [`reference=${'x'.repeat(36)}`, 'reference'],
    ['start_date=yesterday', 'start_date'],
    ['start_date=2026-02-30', 'start_date'],
    ['start_date=1730000000', 'start_date'],
    ['end_date=2026-13-01', 'end_date'],
    ['end_date=2026-11-01T25:00:00Z', 'end_date'],
    ['cursor=', 'cursor'],
    ['cursor=%00', 'cursor'],
    ['cursor=bm90IG91cnM', 'cursor'],
    ['cursor=9999999999999999.pay_1', 'cursor'],
  ])('%s names the parameter', async (query, param) => {
    const answer = await api.get(`/Thai/v1/payments?${query}`);
    expect([answer.status, answer.code, answer.param]).toEqual([400, 'invalid_parameters', param]);
  });
});
