import { explainedStates } from '../../chaos/verdict/explain-state';
import type { OrderHistory } from '../../chaos/verdict/explain-state';
import { soundFacts } from './sound-facts';

const orderOf = (id: string) => {
  const found = soundFacts().orders.find((order) => order.id === id);
  if (found === undefined) throw new Error(`there is no ${id}`);
  return found;
};
const untold: OrderHistory = {
  transfersSatang: [],
  request: null,
  isToldFailed: false,
  isEnded: false,
  isReleased: false,
};
const states = (id: string, history: Partial<OrderHistory>, change: object = {}) =>
  [...explainedStates({ ...orderOf(id), ...change }, { ...untold, ...history })].toSorted((a, b) =>
    a.localeCompare(b),
  );

describe('explained statuses of a QR payment', () => {
  it.each<[string, Partial<OrderHistory>, object, string[]]>([
    ['nobody has said anything of', {}, {}, ['pending']],
    ['was paid', { transfersSatang: [10_000] }, {}, ['succeeded']],
    [
      'was paid after it had failed',
      { transfersSatang: [10_000], isToldFailed: true },
      {},
      ['succeeded'],
    ],
    ['was paid after its end', { transfersSatang: [10_000], isEnded: true }, {}, ['succeeded']],
    ['was paid too little by twice', { transfersSatang: [9_999, 9_999] }, {}, ['pending']],
    ['was declined', { isToldFailed: true }, {}, ['failed']],
    ['was ended', { isEnded: true }, {}, ['expired']],
    ['may have been ended', { isEnded: null }, {}, ['expired', 'pending']],
    ['was ended and declined', { isEnded: true, isToldFailed: true }, {}, ['expired', 'failed']],
    ['has only just passed its deadline', {}, { overdueMs: 1_000 }, ['expired', 'pending']],
    ['has long passed its deadline', {}, { overdueMs: 600_000 }, ['expired']],
  ])('that %s', (_, history, change, expected) => {
    expect(states('pay_1', history, change)).toEqual(expected);
  });
});

describe('explained statuses of a request to the bank', () => {
  it.each<[string, string, Partial<OrderHistory>, object, string[]]>([
    ['was done', 'w_1', { request: 'succeeded' }, {}, ['succeeded']],
    ['failed', 're_1', { request: 'failed' }, {}, ['failed']],
    ['was charged', 'pay_3', { request: 'succeeded', isToldFailed: true }, {}, ['succeeded']],
    ['never came there', 'w_1', {}, {}, []],
    ['an operator released', 'w_1', { isReleased: true }, {}, ['failed']],
    ['was done all the same', 'w_1', { request: 'succeeded', isReleased: true }, {}, ['succeeded']],
    ['is refused there', 'w_1', {}, { amountSatang: 10_007 }, ['failed']],
  ])('that %s', (_, id, history, change, expected) => {
    expect(states(id, history, change)).toEqual(expected);
  });
});
