import type { z } from 'zod';
import type { DescribedDeposit, FoundDeposit } from '../find-deposit';
import { feeObject, netObject, payerObject } from '../../../kernel/events/rules/event-bodies';
import { satangToBaht } from '../../../kernel/rules/money';
import { checkoutUrl } from '../../../contract/checkout-url';
import type { deposit } from './schema';

/** The customer's account number is masked. */
export function presentListedDeposit(row: DescribedDeposit, publicUrl: string) {
  const url = checkoutUrl(publicUrl, row.pageToken);
  return {
    orderId: row.id,
    status: row.status,
    amount: satangToBaht(row.amountSatang),
    currency: 'THB' as const,
    ref: row.ref,
    url,
    checkout_url: url,
    userName: row.userName,
    bankName: row.bankName,
    bankCode: row.bankCode,
    accountNumber: row.accountMask,
    amount_received: satangToBaht(row.receivedSatang),
    amount_credited: satangToBaht(row.creditedSatang - row.reversedSatang),
    amount_reversed: satangToBaht(row.reversedSatang),
    ...feeObject(row.fee),
    ...netObject(row),
    late: row.late,
    payer: payerObject(row.payer),
    payer_matches: row.payerMatches,
    failure: row.failure,
    created_at: row.createdAt.toISOString(),
    expires_at: row.expiresAt.toISOString(),
    completed_at: row.completedAt?.toISOString() ?? null,
  };
}

export function presentDeposit(
  { deposit: row, slips }: FoundDeposit,
  publicUrl: string,
): z.input<typeof deposit> {
  return {
    ...presentListedDeposit(row, publicUrl),
    slips: slips.map((slip) => ({
      slip_id: slip.id,
      status: slip.status,
      ref_matches: slip.refMatches,
      sending_bank: slip.sendingBank,
      trans_ref: slip.transRef,
      verification: slip.verification,
      duplicate: slip.duplicateOf !== null,
      // The order id of another merchant is not disclosed.
      duplicate_of:
        slip.duplicateOf?.merchantId === row.merchantId ? slip.duplicateOf.orderId : null,
      paid_amount: slip.paidSatang === null ? null : satangToBaht(slip.paidSatang),
      paid_at: slip.paidAt?.toISOString() ?? null,
      received_at: slip.receivedAt.toISOString(),
    })),
  };
}
