import { applyPending } from '../../../src/db/orders/apply-transition';
import { listExceptions, openUnknownOutcome } from '../../../src/db/ledger/exceptions';
import { newId } from '../../../src/lib/new-id';
import { testMerchant, testSent } from '../../support/gateway';
import { resolveAs } from '../../support/resolve';
import { startApi } from '../../http/api';
import type { Answered, Api } from '../../http/api';
import { transfersOf } from '../transfers';
import type { Transfers } from '../transfers';

let api: Api;
let shop: Transfers;
beforeEach(async () => {
  api = await startApi({}, { openingSatang: 100_000 });
  shop = transfersOf(api);
});
afterEach(() => shop.expectSound());

const statuses = (answers: readonly Answered[]): Record<string, number> =>
  Object.fromEntries(
    [201, 403].map((code) => [code, answers.filter(({ status }) => status === code).length]),
  );
const many = (count: number, request: object = {}): Promise<Answered[]> =>
  Promise.all(Array.from({ length: count }, () => shop.createWithdrawal(request)));

describe('403: more than there is', () => {
  it('by one satang creates no order, no hold, no event and nothing to dispatch', async () => {
    const { status, code, body } = await shop.createWithdrawal({ amount: 1_000.01 });
    expect([status, code]).toEqual([403, 'insufficient_funds']);
    expect(body).toMatchObject({ status: 403, data: {}, error: { type: 'payment_error' } });
    expect(await shop.balance()).toEqual([1_000, 0]);
    expect(await api.countOrders()).toBe(0);
    for (const table of ['withdrawals', 'events', 'dispatches', 'idempotency_keys']) {
      expect(await api.deps.db(table).select('*')).toEqual([]);
    }
    expect(api.deps.offered).toEqual([]);
  });

  it('counts what is held for others as gone', async () => {
    await shop.withdrawal({ amount: 600 });
    expect((await shop.createWithdrawal({ amount: 400.01 })).code).toBe('insufficient_funds');
    await shop.withdrawal({ amount: 400 });
    expect(await shop.balance()).toEqual([0, 1_000]);
  });

  it('does not tell how much there is', async () => {
    const { text } = await shop.createWithdrawal({ amount: 1_000.01 });
    expect(text).not.toMatch(/1000|1,000/);
  });
});

describe('a hundred withdrawals at once', () => {
  it('of 100 from 1,000 are ten, and ninety refusals', async () => {
    expect(statuses(await many(100))).toEqual({ 201: 10, 403: 90 });
    expect(await shop.balance()).toEqual([0, 1_000]);
    expect(await api.countOrders()).toBe(10);
  });

  it('of two merchants do not take from each other', async () => {
    const { apiKey: key } = await testMerchant(api.deps.db);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        shop.createWithdrawal({}, index % 2 === 0 ? {} : { key }),
      ),
    );
    expect(statuses(answers)).toEqual({ 201: 10, 403: 10 });
    expect(await shop.balance()).toEqual([0, 1_000]);
    expect(await shop.balance({ key })).toEqual([0, 0]);
  });

  it('race with deposits that are credited meanwhile, and not a satang is lost', async () => {
    const deposits = await Promise.all(Array.from({ length: 10 }, () => shop.deposit()));
    const settle = deposits.map(async ({ orderId }) => {
      await shop.tell('deposit', { orderId, status: 'success' });
      await applyPending(api.deps.db, orderId);
    });
    const [answers] = await Promise.all([many(40), ...settle]);
    const made = statuses(answers)[201] ?? 0;
    expect(made).toBeGreaterThanOrEqual(10);
    expect(made).toBeLessThanOrEqual(20);
    expect(await shop.balance()).toEqual([2_000 - made * 100, made * 100]);
  });

  it('race with payouts that fail and free their holds, and none goes below zero', async () => {
    const ids = await Promise.all(Array.from({ length: 10 }, () => shop.withdrawal()));
    const fail = ids.map(async (orderId) => {
      await shop.tell('withdraw', { orderId, status: 'failed' });
      await applyPending(api.deps.db, orderId);
    });
    const [answers] = await Promise.all([many(40), ...fail]);
    const made = statuses(answers)[201] ?? 0;
    expect(made).toBeLessThanOrEqual(10);
    expect(await shop.balance()).toEqual([1_000 - made * 100, made * 100]);
  });

  it('race with operators who charge, credit and give up, and the ledger holds', async () => {
    const { db } = api.deps;
    const contradicted = async (first: string, then: string) => {
      const orderId = await shop.withdrawal();
      await shop.tellAndApply('withdraw', { orderId, status: first });
      await shop.tellAndApply('withdraw', { orderId, status: then });
    };
    await contradicted('failed', 'success');
    await contradicted('success', 'failed');
    const unknown = await shop.withdrawal();
    await testSent(db, unknown);
    await openUnknownOutcome(db, newId('exc_'), unknown);
    const how = { failed: 'charge', succeeded: 'credit', processing: 'release' } as const;
    const open = await listExceptions(db, { open: true, limit: 10 });
    expect(open).toHaveLength(3);
    const resolving = open.map(({ id, order }) => {
      const resolution = how[(order?.status ?? 'failed') as keyof typeof how];
      return resolveAs(db, id, resolution);
    });
    const settled = Promise.allSettled(resolving);
    const [answers, decided] = await Promise.all([many(40), settled]);
    const made = statuses(answers)[201] ?? 0;
    const charged = decided.filter(({ status }) => status === 'fulfilled').length - 2;
    expect([0, 1]).toContain(charged);
    // 1,000 less the payout that was made; the credit gives it back, the charge takes another.
    expect(await shop.balance()).toEqual([1_000 - charged * 100 - made * 100, made * 100]);
  });
});
