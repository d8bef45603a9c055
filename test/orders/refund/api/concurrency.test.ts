import { findViolations } from '../../../../src/reports/store/invariants';
import { testMerchant } from '../../../support/gateway';
import { testPaidPayment } from '../../../support/refunds';
import type { Answered } from '../../../http/api';
import { startShop } from './shop';

let shop: Awaited<ReturnType<typeof startShop>>;
beforeAll(async () => {
  shop = await startShop();
});
afterEach(async () => {
  expect(await findViolations(shop.db)).toEqual([]);
});

const times = <T>(count: number, make: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, n) => make(n)));

/** Counts responses by status. */
function tally(answers: readonly Answered[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { status, code = 'ok' } of answers) {
    counts[`${status} ${code}`] = (counts[`${status} ${code}`] ?? 0) + 1;
  }
  return counts;
}

const withdrawal = (amount: number) => ({
  amount,
  username: 'customer1',
  bankName: 'KBANK',
  accountNumber: '1234567890',
  firstNameTH: 'สมชาย',
  lastNameTH: 'ใจดี',
});

describe('concurrent refunds of one payment', () => {
  it('of 60 and 60 of 100 succeed once', async () => {
    for (let round = 0; round < 10; round++) {
      const payment_id = await shop.paid();
      const answers = await times(2, () => shop.refund({ payment_id, amount: 60 }));
      expect(tally(answers)).toEqual({ '200 ok': 1, '400 refund_exceeds_remaining': 1 });
    }
  });

  it('of 7 baht of 100, a hundred times, succeed fourteen times', async () => {
    const payment_id = await shop.paid();
    const before = await shop.balance();
    const answers = await times(100, () => shop.refund({ payment_id, amount: 7 }));
    expect(tally(answers)).toEqual({ '200 ok': 14, '400 refund_exceeds_remaining': 86 });
    expect(await shop.balance()).toEqual([before[0] - 9_800, before[1] + 9_800]);
    const [row] = await shop.db('orders').where('id', payment_id);
    expect(row).toMatchObject({ refunding_satang: 9_800, refunded_satang: 0 });
  });

  it('of the remaining amount, a hundred times, succeed once', async () => {
    const payment_id = await shop.paid();
    const answers = await times(100, () => shop.refund({ payment_id }));
    expect(tally(answers)).toEqual({ '200 ok': 1, '400 refund_exceeds_remaining': 99 });
  });
});

describe('concurrent requests on one balance', () => {
  it('for a hundred refunds with funds for ten create ten', async () => {
    const payments = await times(100, () => shop.paid());
    await shop.drainTo(100_000);
    const answers = await times(100, async (n) => shop.refund({ payment_id: payments[n] }));
    expect(tally(answers)).toEqual({ '200 ok': 10, '403 insufficient_funds': 90 });
    expect((await shop.balance())[0]).toBe(0);
    // A refund without funds reserves nothing of its payment.
    const refunding = await shop.db('orders').whereIn('id', payments).sum('refunding_satang');
    expect(refunding).toEqual([{ sum: '100000' }]);
  });

  it('for a refund and a withdrawal of the last baht succeed once', async () => {
    for (let round = 0; round < 20; round++) {
      const { merchant, apiKey } = await testMerchant(shop.db);
      const payment_id = await testPaidPayment(shop.deps, merchant);
      const asked = [
        () => shop.refund({ payment_id }, { key: apiKey }),
        () => shop.post('/withdraw/gw', withdrawal(100), { key: apiKey }),
      ];
      const sent = round % 2 === 0 ? asked : asked.toReversed();
      const answers = await Promise.all(sent.map((ask) => ask()));
      const codes = answers.map(({ code = 'ok' }) => code).toSorted();
      expect(codes).toEqual(['insufficient_funds', 'ok']);
      const [balance] = await shop.db('balances').where('merchant_id', merchant.id);
      expect(balance).toMatchObject({ available_satang: 0, held_satang: 10_000 });
    }
  });
});
