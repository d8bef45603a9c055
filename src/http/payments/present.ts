import type { z } from 'zod';
import type { Payment } from '../../application/find-payment';
import type { Page } from '../../application/list-payments';
import { satangToBaht } from '../../domain/money';
import { writeCursor } from '../cursor';
import type { payment, paymentPage } from './schema';

export function presentPayment(row: Payment): z.input<typeof payment> {
  return {
    payment_id: row.id,
    qr_code_id: row.qrCodeId,
    status: row.status,
    amount: satangToBaht(row.amountSatang),
    currency: 'THB',
    reference: row.reference,
    created_at: row.createdAt.toISOString(),
    completed_at: row.completedAt?.toISOString() ?? null,
    expires_at: row.expiresAt.toISOString(),
    metadata: row.metadata,
    late: row.late,
    amount_received: satangToBaht(row.receivedSatang),
    amount_refunded: 0,
    failure: row.failure,
    method: 'qr',
  };
}

export function presentPaymentPage(
  page: Page<Payment>,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): z.input<typeof paymentPage> {
  const last = page.items.at(-1);
  return {
    payments: page.items.map(presentPayment),
    total: page.total,
    limit,
    offset,
    has_more: page.hasMore,
    next_cursor: page.hasMore && last !== undefined ? writeCursor(last) : null,
  };
}
