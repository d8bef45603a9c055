import { hangOf, hangOfInquired, type RequestSituation } from '../../../src/orders/rules/hang';

const at = (time: string) => new Date(`2026-11-28T${time}:12Z`);

const accepted: RequestSituation = {
  accountId: 'default',
  isManual: false,
  awaitsApproval: false,
  submittedAt: at('05:40'),
  isAccepted: true,
  isEscalated: false,
  inquiries: 0,
  failedCalls: 0,
  nextAt: at('06:45'),
};

test('an accepted request hangs after its first inquiry without an outcome only', () => {
  expect(hangOf(accepted)).toBeNull();
  expect(hangOf({ ...accepted, inquiries: 1 })).toEqual({
    stage: 'inquiring',
    accountId: 'default',
    details:
      'Submitted to default at 2026-11-28 05:40 UTC, no outcome after inquiry 1.' +
      ' Next inquiry 2026-11-28 06:45 UTC.',
  });
});

test.each<[string, Partial<RequestSituation>, string, string]>([
  [
    'whose submission has no answer',
    { isAccepted: false },
    'unanswered',
    'Submitted to default at 2026-11-28 05:40 UTC, no answer. Next inquiry 2026-11-28 06:45 UTC.',
  ],
  [
    'whose provider stopped answering',
    { inquiries: 2, failedCalls: 3 },
    'unanswered',
    'Submitted to default at 2026-11-28 05:40 UTC, no answer (3 failed calls).' +
      ' Next inquiry 2026-11-28 06:45 UTC.',
  ],
  [
    'that did not reach its provider',
    { submittedAt: null, isAccepted: false, failedCalls: 1 },
    'not_submitted',
    'Not submitted to default: unreachable (1 failed call). Next attempt 2026-11-28 06:45 UTC.',
  ],
  [
    'whose provider is not ready',
    { submittedAt: null, isAccepted: false },
    'not_submitted',
    'Not submitted to default: it is not ready. Next attempt 2026-11-28 06:45 UTC.',
  ],
  [
    'that was escalated',
    { isAccepted: false, isEscalated: true },
    'unknown_outcome',
    'Submitted to default at 2026-11-28 05:40 UTC. An operator decides its exception in the' +
      ' console. Next inquiry 2026-11-28 06:45 UTC.',
  ],
  [
    'that an operator carries out',
    { submittedAt: null, isManual: true },
    'awaiting_operator',
    'An operator pays it outside of the gateway and records that in the console.',
  ],
  [
    'that another person has to approve',
    { submittedAt: null, awaitsApproval: true, isManual: true },
    'awaiting_approval',
    'Not submitted: another person has to approve it.',
  ],
])('a request %s has a stage and details with times', (_, changed, stage, details) => {
  expect(hangOf({ ...accepted, ...changed })).toEqual({ stage, accountId: 'default', details });
});

test('an inquired order hangs while its provider does not answer', () => {
  expect(hangOfInquired('default', 0, at('06:45'))).toBeNull();
  expect(hangOfInquired('default', 2, at('06:45'))).toEqual({
    stage: 'unanswered',
    accountId: 'default',
    details: 'default did not answer (2 failed calls). Next inquiry 2026-11-28 06:45 UTC.',
  });
});
