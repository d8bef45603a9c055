import {
  afterInquiry,
  inquiryTimes,
  nextInquiryAction,
  type InquiryProgress,
  type InquiryResult,
} from '../../../src/orders/rules/inquiry-plan';

/** 12:00 in Bangkok. */
const noon = Date.parse('2026-11-22T05:00:00Z');
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** 00:10 on the next day in Bangkok. */
const LAST = 12 * HOUR + 10 * MINUTE;

/** A pending order whose deadline is noon, `atMs` after it. */
const progressAt = (atMs: number, fields: Partial<InquiryProgress> = {}): InquiryProgress => ({
  status: 'pending',
  expiresAt: new Date(noon),
  now: new Date(noon + atMs),
  dueInMs: 0,
  isHinted: false,
  unanswered: 0,
  isReusable: false,
  isOpened: true,
  ...fields,
});

describe('the scheduled inquiries', () => {
  it.each([
    ['2026-11-22T05:00:00Z', '05:00', '05:05', '06:00', '17:10'],
    // 23:30 in Bangkok: the one after midnight precedes the one after an hour.
    ['2026-11-22T16:30:00Z', '16:30', '16:35', '17:10', '17:30'],
    // 23:59: all after the deadline are on the next day.
    ['2026-11-22T16:59:00Z', '16:59', '17:04', '17:10', '17:59'],
  ])('for the deadline %s start at %s, %s, %s and %s', (deadline, ...times) => {
    const days = inquiryTimes(new Date(deadline)).map((time) => time.toISOString());
    expect(days).toEqual(times.map((time) => `2026-11-22T${time}:00.000Z`));
  });

  it('for a deadline at midnight in Bangkok end a day later', () => {
    const times = inquiryTimes(new Date('2026-11-22T17:00:00Z'));
    expect(times.at(-1)).toEqual(new Date('2026-11-23T17:10:00Z'));
  });
});

describe('the next action', () => {
  const rows: [string, Partial<InquiryProgress>, ReturnType<typeof nextInquiryAction>][] = [
    ['without a planned inquiry', { dueInMs: null }, { kind: 'end' }],
    ['before the planned time', { dueInMs: 7 }, { kind: 'wait', forMs: 7 }],
    ['at the planned time', { dueInMs: 0 }, { kind: 'inquire' }],
    ['of an expired order', { status: 'expired', dueInMs: -5 }, { kind: 'inquire' }],
    ['of a paid order', { status: 'succeeded', dueInMs: 5 }, { kind: 'plan', inMs: null }],
    ['of a paid order when due', { status: 'succeeded' }, { kind: 'plan', inMs: null }],
    ['of a paid order with a hint', { status: 'succeeded', isHinted: true }, { kind: 'inquire' }],
    [
      'of a paid order after an unanswered call',
      { status: 'succeeded', unanswered: 1, dueInMs: 9 },
      { kind: 'wait', forMs: 9 },
    ],
    [
      'of a paid order whose code can be paid again',
      { status: 'succeeded', isReusable: true },
      { kind: 'plan', inMs: LAST },
    ],
    [
      'of such an order when the last inquiry is planned',
      { status: 'succeeded', isReusable: true, dueInMs: LAST },
      { kind: 'wait', forMs: LAST },
    ],
    [
      'of such an order at the last inquiry',
      { status: 'succeeded', isReusable: true, now: new Date(noon + LAST) },
      { kind: 'inquire' },
    ],
  ];
  it.each(rows)('%s', (_case, fields, expected) => {
    expect(nextInquiryAction(progressAt(0, fields))).toEqual(expected);
  });
});

describe('the effect of a result', () => {
  type Row = [
    result: InquiryResult,
    status: string,
    atMs: number,
    unanswered: number,
    expected: [stores: boolean, settles: boolean, nextInMs: number | null, unanswered: number],
  ];
  const rows: Row[] = [
    ['succeeded', 'pending', -MINUTE, 3, [true, true, MINUTE, 0]],
    ['succeeded', 'pending', 0, 0, [true, true, 5 * MINUTE, 0]],
    ['succeeded', 'expired', LAST, 0, [true, true, null, 0]],
    ['failed', 'pending', -1, 0, [true, true, 1, 0]],
    ['failed', 'pending', 0, 0, [false, true, 5 * MINUTE, 0]],
    ['failed', 'succeeded', -1, 0, [false, true, 1, 0]],
    ['failed', 'expired', HOUR, 0, [false, true, LAST - HOUR, 0]],
    ['waiting', 'pending', 2 * MINUTE, 4, [false, true, 3 * MINUTE, 0]],
    ['not_found', 'expired', 5 * MINUTE, 0, [false, true, 55 * MINUTE, 0]],
    ['unreachable', 'pending', -HOUR, 0, [false, false, 2_000, 1]],
    ['unreachable', 'pending', 0, 5, [false, false, 64_000, 6]],
    // The last attempt is at 5 minutes.
    ['unreachable', 'pending', 4 * MINUTE, 7, [false, false, MINUTE, 8]],
    ['unreachable', 'pending', 5 * MINUTE, 8, [false, true, 512_000, 9]],
    // A delay by the account's rate limit does not count as an unanswered inquiry.
    ['limited', 'pending', 5 * MINUTE, 0, [false, true, 10_000, 0]],
    ['limited', 'expired', HOUR, 2, [false, false, 10_000, 2]],
    ['partial', 'pending', 0, 0, [true, false, 2_000, 1]],
    ['partial', 'expired', HOUR, 0, [true, false, 2_000, 1]],
    ['limited', 'expired', HOUR, 29, [false, false, 30 * MINUTE, 29]],
    ['limited', 'expired', HOUR, 30, [false, false, HOUR, 30]],
    ['unreachable', 'expired', HOUR, 28, [false, false, 30 * MINUTE, 29]],
    // Hourly, until 30 days after the deadline.
    ['unreachable', 'expired', 9 * HOUR, 29, [false, false, HOUR, 30]],
    ['unreachable', 'succeeded', 9 * HOUR, 30, [false, false, HOUR, 31]],
    ['unreachable', 'expired', 719 * HOUR - 1, 700, [false, false, HOUR, 701]],
    ['unreachable', 'expired', 719 * HOUR, 700, [false, false, null, 701]],
    ['limited', 'expired', 719 * HOUR, 700, [false, false, null, 700]],
  ];
  it.each(rows)('%s, %s order, %d ms after its deadline, %d unanswered', (...row) => {
    const [result, status, atMs, unanswered, expected] = row;
    const effect = afterInquiry(result, progressAt(atMs, { status, unanswered }), 1);
    const { stores, settles, nextInMs } = effect;
    expect([stores, settles, nextInMs, effect.unanswered]).toEqual(expected);
  });

  const unopened: [InquiryResult, string, number, ReturnType<typeof briefly>][] = [
    ['waiting', 'pending', -10 * MINUTE, [false, MINUTE]],
    ['waiting', 'pending', -30_000, [false, 30_000]],
    ['waiting', 'expired', 0, [false, 5 * MINUTE]],
    ['not_found', 'pending', -10 * MINUTE, [true, null]],
    ['not_found', 'expired', 0, [false, 5 * MINUTE]],
    ['unreachable', 'pending', -10 * MINUTE, [false, 2_000]],
  ];
  const briefly = (...args: Parameters<typeof afterInquiry>): [boolean, number | null] => {
    const { abandons, nextInMs } = afterInquiry(...args);
    return [abandons, nextInMs];
  };
  it.each(unopened)('%s without a QR code, %s order, at %d ms', (...row) => {
    const [result, status, atMs, expected] = row;
    expect(briefly(result, progressAt(atMs, { status, isOpened: false }), 1)).toEqual(expected);
  });

  const hinted: [InquiryResult, string, number, number | null][] = [
    ['waiting', 'pending', -10 * MINUTE, MINUTE],
    ['waiting', 'pending', -30_000, 30_000],
    ['not_found', 'expired', HOUR, MINUTE],
    ['failed', 'expired', 2 * LAST, MINUTE],
    ['succeeded', 'pending', -10 * MINUTE, 10 * MINUTE],
    ['succeeded', 'expired', 2 * LAST, null],
    ['unreachable', 'expired', 2 * LAST, 2_000],
    ['limited', 'expired', 1439 * HOUR, 10_000],
    ['unreachable', 'expired', 10_000 * HOUR, 2_000],
  ];
  it.each(hinted)('%s after a hint, %s order, at %d ms', (result, status, atMs, nextInMs) => {
    const effect = afterInquiry(result, progressAt(atMs, { status, isHinted: true }), 1);
    expect(effect.nextInMs).toBe(nextInMs);
  });

  it.each([
    [748, HOUR],
    [749, null],
  ])('gives a hint up after 750 calls: after %d', (unanswered, nextInMs) => {
    const progress = progressAt(2 * LAST, { status: 'expired', isHinted: true, unanswered });
    expect(afterInquiry('unreachable', progress, 1).nextInMs).toBe(nextInMs);
  });

  it('plans nothing for an abandoned order, also after a hint', () => {
    const progress = progressAt(-10 * MINUTE, { isHinted: true, isOpened: false });
    expect(afterInquiry('not_found', progress, 1)).toMatchObject({
      abandons: true,
      nextInMs: null,
    });
  });

  it('spreads attempts over half of the backoff', () => {
    const progress = progressAt(-HOUR, { unanswered: 3 });
    expect(afterInquiry('unreachable', progress, 0).nextInMs).toBe(8_000);
    expect(afterInquiry('unreachable', progress, 1).nextInMs).toBe(16_000);
  });
});
