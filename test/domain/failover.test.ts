import { afterFailure } from '../../src/domain/failover';
import type { AfterFailure, CallFailure, OpeningCall } from '../../src/domain/failover';

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
