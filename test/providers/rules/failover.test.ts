import {
  afterFailure,
  causeOf,
  type AfterFailure,
  type CallFailure,
  type OpeningCall,
} from '../../../src/providers/rules/failover';

/** The table of failures by calls, written out from the design. */
const cells: readonly (readonly [OpeningCall, CallFailure, AfterFailure])[] = [
  ['qr', 'unreachable', 'next'],
  ['qr', 'refused_here', 'next'],
  ['qr', 'refused', 'fail'],
  ['qr', 'unknown', 'inquire'],
  ['charge', 'unreachable', 'same'],
  ['charge', 'refused_here', 'fail'],
  ['charge', 'refused', 'fail'],
  ['charge', 'unknown', 'inquire'],
  ['payout', 'unreachable', 'next_funded'],
  ['payout', 'refused_here', 'next'],
  ['payout', 'refused', 'fail'],
  ['payout', 'unknown', 'inquire'],
  ['refund', 'unreachable', 'same'],
  ['refund', 'refused_here', 'manual'],
  ['refund', 'refused', 'fail'],
  ['refund', 'unknown', 'inquire'],
];

test.each(cells)('a %s that is %s is followed by: %s', (call, failure, expected) => {
  expect(afterFailure(call, failure)).toBe(expected);
});

test.each<[Parameters<typeof causeOf>[0] & { readonly reason?: string }, string]>([
  [{ kind: 'unreachable', reason: 'ECONNREFUSED' }, 'unreachable'],
  [{ kind: 'unreachable', reason: 'HTTP 500' }, 'unreachable'],
  [{ kind: 'unreachable', reason: 'HTTP 401' }, 'credentials_refused'],
  [{ kind: 'unreachable', reason: 'credentials' }, 'credentials_refused'],
  [{ kind: 'unreachable', reason: 'key_of_other_mode' }, 'credentials_refused'],
  [{ kind: 'refused', code: 'limit_exceeded' }, 'limit_exceeded'],
  // The account may have carried it out: no statement about the credentials.
  [{ kind: 'unknown', reason: 'HTTP 401' }, 'unknown'],
])('the answer %j is recorded as %s', (answer, cause) => {
  expect(causeOf(answer)).toBe(cause);
});
