import { disturbBeforePayment } from '../callbacks/disturb';
import type { Operation } from '../plan/operation';
import { bahtOf } from './baht-of';
import { reportPayout } from '../evidence/report-payout';
import { create } from './create';
import type { RunContext } from './run-context';
import { REFUSED_SATANG } from '../verdict/explain-state';
import { followRequest } from './follow-request';

/** A payout, decided by its satang or by a person. */
export async function withdrawal(context: RunContext, operation: Operation): Promise<void> {
  const created = await create(context, operation, {
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
    mayBe: operation.merchant === 'modest' ? [403] : [],
  });
  if (created === null) return;
  const subject = { kind: 'withdrawal', orderId: created.orderId } as const;
  await disturbBeforePayment(context, operation, subject);
  if (operation.payoutEvidence !== null) {
    return reportPayout(context, operation, subject, operation.payoutEvidence);
  }
  // The bank rejects it and stores nothing.
  if (operation.amountSatang % 100 === REFUSED_SATANG) return;
  await followRequest(context, operation, subject, 'payout');
}
