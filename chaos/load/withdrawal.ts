import { disturbAtOnce } from '../callbacks/disturb';
import type { Operation } from '../plan/operation';
import { bahtOf } from './baht-of';
import { reportPayout } from '../evidence/report-payout';
import { create } from './create';
import type { Field } from './field';
import { REFUSED_SATANG } from '../verdict/explain-state';
import { followRequest } from './follow-request';

/** A payout that the bank decides by its satang, or somebody there. */
export async function withdrawal(field: Field, operation: Operation): Promise<void> {
  const created = await create(field, operation, {
    kind: 'withdrawal',
    path: '/withdraw/gw',
    body: {
      amount: bahtOf(operation),
      username: operation.mark,
      bankName: 'กสิกรไทย',
      accountNumber: '1234567890',
      firstNameTH: 'สมชาย',
      lastNameTH: 'ใจดี',
    },
    idIn: ({ orderId }) => orderId,
    // Insufficient funds.
    mayBe: operation.shop === 'modest' ? [403] : [],
  });
  if (created === null) return;
  const subject = { kind: 'withdrawal', orderId: created.orderId } as const;
  await disturbAtOnce(field, operation, subject);
  if (operation.payoutEvidence !== null) {
    return reportPayout(field, operation, subject, operation.payoutEvidence);
  }
  // The bank refuses it, and books nothing that could be followed.
  if (operation.amountSatang % 100 === REFUSED_SATANG) return;
  await followRequest(field, operation, subject, 'payout');
}
