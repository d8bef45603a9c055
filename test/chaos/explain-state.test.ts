import { explainedStates, type OrderHistory } from '../../chaos/verdict/explain-state';
import { consistentFacts } from './consistent-facts';

const orderOf = (id: string) => {
  const found = consistentFacts().orders.find((order) => order.id === id);
  if (found === undefined) throw new Error(`there is no ${id}`);
  return found;
};
const noHistory: OrderHistory = {
  transfersSatang: [],
  request: null,
  isRefused: false,
  mayBeBeyond: false,
  isReportedFailed: false,
  isEnded: false,
  isReleased: false,
};
const states = (id: string, history: Partial<OrderHistory>, change: object = {}) =>
  [...explainedStates({ ...orderOf(id), ...change }, { ...noHistory, ...history })].toSorted(
    (a, b) => a.localeCompare(b),
  );

describe('explained statuses of a QR payment', () => {
  it.each<[string, Partial<OrderHistory>, object, string[]]>([
    ['has no activity', {}, {}, ['pending']],
    ['was paid', { transfersSatang: [10_000] }, {}, ['succeeded']],
    [
      'was paid after it had failed',
      { transfersSatang: [10_000], isReportedFailed: true },
      {},
      ['succeeded'],
    ],
    [
      'was paid after it had expired',
      { transfersSatang: [10_000], isEnded: true },
      {},
      ['succeeded'],
    ],
    [
      'was paid, and its link has more paid payments than places',
      { transfersSatang: [10_000], mayBeBeyond: true },
      {},
      ['pending', 'succeeded'],
    ],
    ['has two short payments', { transfersSatang: [9_999, 9_999] }, {}, ['pending']],
    ['was declined', { isReportedFailed: true }, {}, ['failed']],
    ['was expired by its merchant', { isEnded: true }, {}, ['expired']],
    ['may have been expired by its merchant', { isEnded: null }, {}, ['expired', 'pending']],
    [
      'was expired by its merchant and declined',
      { isEnded: true, isReportedFailed: true },
      {},
      ['expired', 'failed'],
    ],
    ['has just passed its deadline', {}, { overdueMs: 1_000 }, ['expired', 'pending']],
    ['passed its deadline long ago', {}, { overdueMs: 600_000 }, ['expired']],
  ])('that %s', (_, history, change, expected) => {
    expect(states('pay_1', history, change)).toEqual(expected);
  });
});

describe('explained statuses of a request to the bank', () => {
  it.each<[string, string, Partial<OrderHistory>, object, string[]]>([
    ['succeeded', 'w_1', { request: 'succeeded' }, {}, ['succeeded']],
    ['failed', 're_1', { request: 'failed' }, {}, ['failed']],
    [
      'was charged, despite a failure callback',
      'pay_3',
      { request: 'succeeded', isReportedFailed: true },
      {},
      ['succeeded'],
    ],
    ['did not reach the bank', 'w_1', {}, {}, []],
    ['was released by an operator', 'w_1', { isReleased: true }, {}, ['failed']],
    [
      'succeeded after an operator released it',
      'w_1',
      { request: 'succeeded', isReleased: true },
      {},
      ['succeeded'],
    ],
    ['was refused by its last account', 'w_1', { isRefused: true }, {}, ['failed']],
    ['was rejected by the bank', 'w_1', {}, { amountSatang: 10_007 }, ['failed']],
  ])('that %s', (_, id, history, change, expected) => {
    expect(states(id, history, change)).toEqual(expected);
  });
});
