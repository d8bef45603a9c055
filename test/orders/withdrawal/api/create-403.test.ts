import { applyPending } from '../../../../src/orders/store/apply-transition';
import { listExceptions, openUnknownOutcome } from '../../../../src/exceptions/store/exceptions';
import { newId } from '../../../../src/platform/new-id';
import { testMerchant, testSent } from '../../../support/gateway';
import { resolveAs } from '../../../support/resolve';
import { startApi, type Answered, type Api } from '../../../http/api';
import { transfersOf, type Transfers } from '../../../http/api/transfers';

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

describe('403: more than the available balance', () => {
  it('by one satang creates no order, hold, event or outbox message', async () => {
    const { status, code, body } = await shop.createWithdrawal({ amount: 1_000.01 });
    expect([status, code]).toEqual([403, 'insufficient_funds']);
    expect(body).toMatchObject({ status: 403, data: {}, error: { type: 'payment_error' } });
    expect(await shop.balance()).toEqual([1_000, 0]);
    expect(await api.countOrders()).toBe(0);
    for (const table of ['withdrawals', 'events', 'outbox_messages', 'idempotency_keys']) {
      expect(await api.deps.db(table).select('*')).toEqual([]);
    }
    expect(api.deps.offered).toEqual([]);
  });

  it('excludes held amounts', async () => {
    await shop.withdrawal({ amount: 600 });
    expect((await shop.createWithdrawal({ amount: 400.01 })).code).toBe('insufficient_funds');
    await shop.withdrawal({ amount: 400 });
    expect(await shop.balance()).toEqual([0, 1_000]);
  });

  it('does not disclose the balance', async () => {
    const { text } = await shop.createWithdrawal({ amount: 1_000.01 });
    expect(text).not.toMatch(/1000|1,000/);
  });
});

describe('a hundred concurrent withdrawals', () => {
  it('of 100 from 1,000 create ten and refuse ninety', async () => {
    expect(statuses(await many(100))).toEqual({ 201: 10, 403: 90 });
    expect(await shop.balance()).toEqual([0, 1_000]);
    expect(await api.countOrders()).toBe(10);
  });

  it('of two merchants are independent', async () => {
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

  it('race with credited deposits without losing a satang', async () => {
    const deposits = await Promise.all(Array.from({ length: 10 }, () => shop.deposit()));
    const settle = deposits.map(async ({ orderId }) => {
      await shop.sendCallback('deposit', { orderId, status: 'success' });
      await applyPending(api.deps.db, orderId);
    });
    const [answers] = await Promise.all([many(40), ...settle]);
    const made = statuses(answers)[201] ?? 0;
    expect(made).toBeGreaterThanOrEqual(10);
    expect(made).toBeLessThanOrEqual(20);
    expect(await shop.balance()).toEqual([2_000 - made * 100, made * 100]);
  });

  it('race with failing payouts without a negative balance', async () => {
    const ids = await Promise.all(Array.from({ length: 10 }, () => shop.withdrawal()));
    const fail = ids.map(async (orderId) => {
      await shop.sendCallback('withdraw', { orderId, status: 'failed' });
      await applyPending(api.deps.db, orderId);
    });
    const [answers] = await Promise.all([many(40), ...fail]);
    const made = statuses(answers)[201] ?? 0;
    expect(made).toBeLessThanOrEqual(10);
    expect(await shop.balance()).toEqual([1_000 - made * 100, made * 100]);
  });

  it("race with operators' resolutions and keep the ledger consistent", async () => {
    const { db } = api.deps;
    const contradicted = async (first: string, then: string) => {
      const orderId = await shop.withdrawal();
      await shop.sendAndApply('withdraw', { orderId, status: first });
      await shop.sendAndApply('withdraw', { orderId, status: then });
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
    // 1,000 less the completed payout; the credit returns it, the charge debits another.
    expect(await shop.balance()).toEqual([1_000 - charged * 100 - made * 100, made * 100]);
  });
});
