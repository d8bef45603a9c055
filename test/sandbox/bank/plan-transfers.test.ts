import type { PaymentMode } from '../../../sandbox/bank/records';
import { planTransfers } from '../../../sandbox/bank/payments/plan-transfers';

describe('planTransfers', () => {
  it.each<[PaymentMode, number, number | null, number[]]>([
    ['pay', 12_345, null, [12_345]],
    ['pay', 12_345, 12_345, [12_345]],
    ['late', 12_345, null, [12_345]],
    ['twice', 12_345, null, [12_345, 12_345]],
    ['decline', 12_345, null, []],
    ['short', 12_345, null, [12_245]],
    ['short', 12_345, 1, [1]],
    ['short', 101, null, [1]],
    ['short', 100, null, [50]],
    ['short', 3, null, [1]],
    ['over', 12_345, null, [12_445]],
    ['over', 12_345, 12_346, [12_346]],
  ])('%s of %d satang with the amount %p returns %p', (mode, billed, asked, transfers) => {
    expect(planTransfers(mode, billed, asked)).toEqual(transfers);
  });

  it.each<[PaymentMode, number, number | null]>([
    ['pay', 12_345, 12_344],
    ['late', 12_345, 1],
    ['twice', 12_345, 24_690],
    ['short', 12_345, 12_345],
    ['short', 12_345, 0],
    ['short', 1, null],
    ['over', 12_345, 12_345],
  ])('%s of %d satang rejects the amount %p', (mode, billed, asked) => {
    const refusal: unknown = expect.objectContaining({ status: 422, code: 'invalid_amount' });
    const plan = async () => planTransfers(mode, billed, asked);
    return expect(plan()).rejects.toEqual(refusal);
  });
});
