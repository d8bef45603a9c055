import type { z } from 'zod';
import type { CreatedTokenPayment } from '../create-token-payment';
import type { FoundPayment } from '../find-payment';
import { feeObject, netObject, payerObject } from '../../../kernel/events/rules/event-bodies';
import { satangToBaht } from '../../../kernel/rules/money';
import { checkoutUrl } from '../../../contract/checkout-url';
import type { payment } from './schema';

export function presentPayment(row: FoundPayment, publicUrl: string): z.input<typeof payment> {
  return {
    payment_id: row.id,
    qr_code_id: row.qrCodeId,
    status: row.status,
    amount: satangToBaht(row.amountSatang),
    currency: 'THB',
    reference: row.reference,
    created_at: row.createdAt.toISOString(),
    completed_at: row.completedAt?.toISOString() ?? null,
    expires_at: row.expiresAt?.toISOString() ?? null,
    metadata: row.metadata,
    late: row.late,
    amount_received: satangToBaht(row.receivedSatang),
    amount_credited: satangToBaht(row.creditedSatang - row.reversedSatang),
    amount_refunded: satangToBaht(row.refundedSatang),
    amount_reversed: satangToBaht(row.reversedSatang),
    ...feeObject(row.fee),
    ...netObject(row),
    payer: payerObject(row.payer),
    failure: row.failure,
    method: row.method,
    refund_method: row.refundMethod,
    next_action: row.nextAction,
    checkout_url: row.pageToken === null ? null : checkoutUrl(publicUrl, row.pageToken),
    payment_link_id: row.paymentLinkId,
    previous_payment_id: row.previousId,
  };
}

export function presentTokenPayment(
  created: CreatedTokenPayment,
  publicUrl: string,
): z.input<typeof payment> {
  return {
    payment_id: created.paymentId,
    qr_code_id: null,
    status: 'pending',
    amount: satangToBaht(created.amountSatang),
    currency: 'THB',
    reference: created.reference,
    created_at: created.createdAt.toISOString(),
    completed_at: null,
    expires_at: null,
    metadata: created.metadata,
    late: false,
    amount_received: 0,
    amount_credited: 0,
    amount_refunded: 0,
    amount_reversed: 0,
    fee: 0,
    fee_vat: 0,
    net: 0,
    payer: null,
    failure: null,
    method: 'token',
    refund_method: created.refundMethod,
    next_action: null,
    checkout_url: created.pageToken === null ? null : checkoutUrl(publicUrl, created.pageToken),
    payment_link_id: null,
    previous_payment_id: created.previousId,
  };
}
