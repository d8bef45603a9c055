import { applyPending } from '../../../../src/orders/store/apply-transition';
import { findViolations } from '../../../../src/reports/store/invariants';
import { testMerchant } from '../../../support/gateway';
import { startApi, type Api } from '../../../http/api';
import { transfersOf, type Transfers } from '../../../http/api/transfers';

let api: Api;
let shop: Transfers;
beforeEach(async () => {
  api = await startApi({}, { openingSatang: 100_000 });
  shop = transfersOf(api);
});
afterEach(async () => {
  expect(await findViolations(api.deps.db)).toEqual([]);
});

const accepted = { status: true, message: expect.any(String) };

describe('201: success', () => {
  it('is applied while the withdrawal is still pending', async () => {
    const orderId = await shop.withdrawal();
    const { status, body } = await shop.sendAndApply('withdraw', { orderId, status: 'success' });
    expect([status, body]).toEqual([201, accepted]);
    expect(await shop.read('withdraw', orderId)).toMatchObject({
      status: 'succeeded',
      completed_at: expect.any(String),
      failure: null,
    });
    expect(await shop.balance()).toEqual([900, 0]);
    expect(await shop.events(orderId)).toEqual(['withdrawal.pending', 'withdrawal.succeeded']);
  });

  it('received fifty times concurrently posts the hold once', async () => {
    const orderId = await shop.withdrawal();
    await Promise.all(
      Array.from({ length: 50 }, async () => {
        const { status } = await shop.sendCallback('withdraw', { orderId, status: 'success' });
        expect(status).toBe(201);
        await applyPending(api.deps.db, orderId);
      }),
    );
    expect(await shop.balance()).toEqual([900, 0]);
    expect(await shop.exceptions(orderId)).toEqual([]);
  });

  it('after failed posts nothing and opens an exception', async () => {
    const orderId = await shop.withdrawal();
    for (const status of ['failed', 'success']) {
      const { status: code, body } = await shop.sendAndApply('withdraw', { orderId, status });
      expect([code, body]).toEqual([201, accepted]);
    }
    expect(await shop.read('withdraw', orderId)).toMatchObject({ status: 'failed' });
    expect(await shop.balance()).toEqual([1_000, 0]);
    expect(await shop.exceptions(orderId)).toEqual(['conflict']);
  });

  it('with another amount posts nothing and keeps the hold', async () => {
    const orderId = await shop.withdrawal();
    await shop.sendAndApply('withdraw', { orderId, status: 'success', amount: 99.99 });
    expect(await shop.read('withdraw', orderId)).toMatchObject({ status: 'pending' });
    expect(await shop.balance()).toEqual([900, 100]);
    expect(await shop.exceptions(orderId)).toEqual(['amount_mismatch']);
  });
});

describe('201: failed', () => {
  it('voids the hold once when repeated', async () => {
    const orderId = await shop.withdrawal();
    await Promise.all(
      Array.from({ length: 20 }, async () => {
        const { status } = await shop.sendCallback('withdraw', { orderId, status: 'failed' });
        expect(status).toBe(201);
        await applyPending(api.deps.db, orderId);
      }),
    );
    expect(await shop.balance()).toEqual([1_000, 0]);
    expect(await shop.exceptions(orderId)).toEqual([]);
    expect(await shop.events(orderId)).toEqual(['withdrawal.pending', 'withdrawal.failed']);
  });

  it('after success returns nothing and opens an exception', async () => {
    const orderId = await shop.withdrawal();
    for (const status of ['success', 'failed']) {
      await shop.sendAndApply('withdraw', { orderId, status });
    }
    expect(await shop.read('withdraw', orderId)).toMatchObject({ status: 'succeeded' });
    expect(await shop.balance()).toEqual([900, 0]);
    expect(await shop.exceptions(orderId)).toEqual(['conflict']);
  });

  it('concurrent with success leads to one final state and one exception', async () => {
    for (let round = 0; round < 8; round++) {
      const orderId = await shop.withdrawal();
      const before = (await shop.balance())[0];
      await Promise.all(
        ['success', 'failed'].map((status) => shop.sendAndApply('withdraw', { orderId, status })),
      );
      await shop.applyAll();
      const { status } = await shop.read('withdraw', orderId);
      expect(await shop.balance()).toEqual([before + (status === 'failed' ? 100 : 0), 0]);
      expect(await shop.exceptions(orderId)).toEqual(['conflict']);
    }
  });

  it("stores the provider's reason with account numbers masked", async () => {
    const orderId = await shop.withdrawal();
    await shop.sendAndApply('withdraw', {
      orderId,
      status: 'failed',
      failure: { code: 'account_closed', message: 'Account 123-4-56789-0 is closed.' },
    });
    const { failure } = await shop.read('withdraw', orderId);
    expect(failure).toEqual({ code: 'account_closed', message: 'Account xxxxxx is closed.' });
    const { body } = await api.deps.db('events').where({ order_id: orderId, sequence: 2 }).first();
    expect(body).not.toContain('56789');
    const [row] = await api.deps.db('callbacks').where('order_id', orderId);
    expect(JSON.stringify(row)).not.toContain('56789');
  });

  it('voids the hold of a merchant that has been disabled since', async () => {
    const orderId = await shop.withdrawal();
    await api.disable();
    await shop.sendAndApply('withdraw', { orderId, status: 'failed' });
    expect(await shop.balance()).toEqual([1_000, 0]);
  });
});

describe('400: an invalid callback', () => {
  it.each([
    ['no orderId', { status: 'success' }, 'missing_parameter', 'orderId'],
    ['no status', {}, 'missing_parameter', 'status'],
    ['an unknown status', { status: 'weird' }, 'invalid_status', 'status'],
  ])('%s changes nothing', async (_name, fields, code, param) => {
    const orderId = await shop.withdrawal();
    const answer = await shop.sendCallback(
      'withdraw',
      param === 'orderId' ? fields : { orderId, ...fields },
    );
    expect([answer.status, answer.code, answer.param]).toEqual([400, code, param]);
    expect(answer.body).toMatchObject({ status: false });
    expect(await shop.balance()).toEqual([900, 100]);
  });
});

describe('401 and 404', () => {
  it('a sender other than the provider and the owner changes nothing', async () => {
    const other = await testMerchant(api.deps.db, { openingSatang: 100_000 });
    const orderId = await shop.withdrawal();
    const body = { orderId, status: 'failed' };
    expect((await shop.sendCallback('withdraw', body, null)).code).toBe('unauthorized');
    expect((await shop.sendCallback('withdraw', body, 'x'.repeat(20))).code).toBe('unauthorized');
    expect((await shop.sendCallback('withdraw', body, other.apiKey)).code).toBe('order_not_found');
    expect(await api.deps.db('callbacks').select('*')).toEqual([]);
    expect((await shop.sendCallback('withdraw', body, api.apiKey)).status).toBe(201);
    await shop.applyAll();
    expect(await shop.balance()).toEqual([1_000, 0]);
    expect(await shop.balance({ key: other.apiKey })).toEqual([1_000, 0]);
  });
});
