import {
  afterInquiry,
  afterSubmission,
  nextAction,
  type AnswerEffect,
  type InquiryAnswer,
  type NextAction,
  type PayoutProgress,
  type SubmissionAnswer,
} from '../../../src/orders/rules/payout-plan';

/** The expected values are written out: none is computed by the rules under test. */

const unsent: PayoutProgress = {
  isPending: true,
  hasMoved: false,
  isAccepted: false,
  isRestored: false,
  ageMs: 0,
  claimedForMs: null,
  dueInMs: null,
  denials: 0,
  inquiries: 0,
  failedCalls: 0,
};
const delays = [300_000, 3_600_000, 86_400_000];

const submit: NextAction = { kind: 'submit', afterDenial: false };
const inquire: NextAction = { kind: 'inquire' };
const wait = (forMs: number): NextAction => ({ kind: 'wait', forMs });

describe('next action', () => {
  type Row = readonly [
    isPending: boolean,
    claimedForMs: number | null,
    dueInMs: number | null,
    expected: NextAction,
  ];
  const rows: readonly Row[] = [
    // Never claimed, or the claim was released.
    [true, null, null, submit],
    [true, null, 0, submit],
    [true, null, -5_000, submit],
    [true, null, 1, wait(1)],
    [true, null, 4_000, wait(4_000)],
    [false, null, null, inquire],
    [false, null, 0, inquire],
    [false, null, -1, inquire],
    [false, null, 2_000, wait(2_000)],
    // Claimed, with no result of the call.
    [true, 0, null, wait(30_000)],
    [true, 1, null, wait(29_999)],
    [true, 29_999, null, wait(1)],
    [true, 30_000, null, inquire],
    [true, 86_400_000, null, inquire],
    [false, 0, null, wait(30_000)],
    [false, 12_000, null, wait(18_000)],
    [false, 30_001, null, inquire],
    // Claimed, and the call has ended.
    [true, 0, 0, inquire],
    [true, 5, -1, inquire],
    [true, 5, 300_000, wait(300_000)],
    [false, 5, 0, inquire],
    [false, 40_000, -1, inquire],
    [false, 40_000, 86_400_000, wait(86_400_000)],
  ];

  it.each(rows)(
    'of an order pending=%p, claimed for %p ms, due in %p ms is %p',
    (isPending, claimedForMs, dueInMs, expected) => {
      expect(nextAction({ ...unsent, isPending, claimedForMs, dueInMs })).toEqual(expected);
    },
  );

  it('of an order that a restored database shows as not sent is an inquiry', () => {
    expect(nextAction({ ...unsent, isRestored: true })).toEqual(inquire);
    expect(nextAction({ ...unsent, isRestored: true, dueInMs: 0 })).toEqual(inquire);
  });

  it('of an order whose money has moved is an inquiry', () => {
    expect(nextAction({ ...unsent, hasMoved: true })).toEqual(inquire);
    const progress = { ...unsent, hasMoved: true, claimedForMs: 30_000 };
    expect(afterInquiry('not_found', progress, delays)).toMatchObject({
      records: 'submitted',
      next: { kind: 'escalate', forMs: 3_600_000 },
    });
  });

  it('never submits a claimed or submitted order', () => {
    for (const isPending of [true, false]) {
      for (const claimedForMs of [null, 0, 29_999, 30_000, 1e9]) {
        for (const dueInMs of [null, -1, 0, 1]) {
          const { kind } = nextAction({ ...unsent, isPending, claimedForMs, dueInMs });
          if (kind === 'submit') expect([isPending, claimedForMs]).toEqual([true, null]);
        }
      }
    }
  });
});

/** As [records, next, inquiries, failedCalls, releasesClaim]. */
const effectOf = ({ records, next, inquiries, failedCalls, releasesClaim }: AnswerEffect) => [
  records,
  next.kind === 'submit' ? 'submit again' : `${next.kind} ${next.forMs}`,
  inquiries,
  failedCalls,
  releasesClaim,
];

describe('effect of an answer to a submission', () => {
  const rows: readonly (readonly [SubmissionAnswer, number, readonly unknown[]])[] = [
    ['accepted', 0, ['submitted', 'wait 300000', 0, 0, false]],
    ['accepted', 9, ['submitted', 'wait 300000', 0, 0, false]],
    ['unknown', 0, ['submitted', 'wait 300000', 0, 0, false]],
    ['unknown', 9, ['submitted', 'wait 300000', 0, 0, false]],
    ['refused', 0, ['outcome', 'wait 300000', 0, 0, false]],
    ['refused', 9, ['outcome', 'wait 300000', 0, 0, false]],
    ['not_ready', 0, ['nothing', 'wait 900000', 2, 0, true]],
    ['not_ready', 9, ['nothing', 'wait 900000', 2, 0, true]],
    ['unreachable', 0, ['nothing', 'wait 2000', 2, 1, true]],
    ['unreachable', 1, ['nothing', 'wait 4000', 2, 2, true]],
    ['unreachable', 7, ['nothing', 'wait 256000', 2, 8, true]],
    ['unreachable', 8, ['nothing', 'wait 300000', 2, 9, true]],
    ['unreachable', 9, ['nothing', 'escalate 300000', 2, 10, true]],
    ['unreachable', 10, ['nothing', 'wait 300000', 2, 11, true]],
    ['unreachable', 500, ['nothing', 'wait 300000', 2, 501, true]],
  ];
  it.each(rows)('%s after %p failedCalls calls is %p', (answer, failedCalls, expected) => {
    const progress = { ...unsent, failedCalls, inquiries: 2 };
    expect(effectOf(afterSubmission(answer, progress, delays))).toEqual(expected);
  });
});

describe('a provider that is not ready', () => {
  const DAYS_3 = 259_200_000;
  it.each([
    [DAYS_3 - 1, { kind: 'wait', forMs: 900_000 }],
    [DAYS_3, { kind: 'escalate', forMs: 900_000, once: true }],
    [DAYS_3 + 1, { kind: 'escalate', forMs: 900_000, once: true }],
  ])('for an order created %p ms ago has the effect %p', (ageMs, expected) => {
    expect(afterSubmission('not_ready', { ...unsent, ageMs }, delays).next).toEqual(expected);
  });
});

describe('effect of an answer to an inquiry', () => {
  type Counts = Partial<
    Pick<PayoutProgress, 'denials' | 'inquiries' | 'isAccepted' | 'failedCalls'>
  >;
  const rows: readonly (readonly [InquiryAnswer, Counts, readonly unknown[]])[] = [
    ['succeeded', {}, ['outcome', 'wait 3600000', 1, 0, false]],
    ['succeeded', { inquiries: 1, failedCalls: 3 }, ['outcome', 'wait 86400000', 2, 0, false]],
    ['failed', {}, ['outcome', 'wait 3600000', 1, 0, false]],
    ['failed', { inquiries: 40 }, ['outcome', 'wait 86400000', 41, 0, false]],
    ['waiting', {}, ['submitted', 'wait 3600000', 1, 0, false]],
    ['waiting', { inquiries: 1 }, ['submitted', 'wait 86400000', 2, 0, false]],
    ['waiting', { inquiries: 2, failedCalls: 12 }, ['submitted', 'wait 86400000', 3, 0, false]],
    ['not_found', {}, ['nothing', 'submit again', 0, 0, false]],
    ['not_found', { denials: 1 }, ['nothing', 'submit again', 0, 0, false]],
    ['not_found', { isAccepted: true }, ['submitted', 'escalate 3600000', 1, 0, false]],
    ['not_found', { denials: 2 }, ['submitted', 'escalate 3600000', 1, 0, false]],
    ['not_found', { denials: 2, inquiries: 5 }, ['submitted', 'escalate 86400000', 6, 0, false]],
    ['unreachable', {}, ['nothing', 'wait 2000', 0, 1, false]],
    ['unreachable', { inquiries: 3, failedCalls: 8 }, ['nothing', 'wait 300000', 3, 9, false]],
    ['unreachable', { failedCalls: 9 }, ['nothing', 'escalate 300000', 0, 10, false]],
    ['unreachable', { failedCalls: 10 }, ['nothing', 'wait 300000', 0, 11, false]],
  ];
  it.each(rows)('%s with %p is %p', (answer, counts, expected) => {
    const progress = { ...unsent, isPending: false, ...counts };
    expect(effectOf(afterInquiry(answer, progress, delays))).toEqual(expected);
  });

  it('not_found submits again as the submission that follows a denial', () => {
    const { next } = afterInquiry('not_found', { ...unsent, isPending: false }, delays);
    expect(next).toEqual({ kind: 'submit', afterDenial: true });
  });
});
