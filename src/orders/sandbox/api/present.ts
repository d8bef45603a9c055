import type { z } from 'zod';
import type { SandboxPayment } from '../../payment/list-open-payments';
import { satangToBaht } from '../../../kernel/rules/money';
import type { openPayments } from './schema';

export function presentOpenPayments(rows: readonly SandboxPayment[]): z.input<typeof openPayments> {
  return {
    payments: rows.map((row) => ({
      payment_id: row.id,
      kind: row.kind,
      qr_data: row.payload,
      amount: satangToBaht(row.amountSatang),
      reference: row.reference,
      merchant: row.merchantName,
      expires_at: row.expiresAt.toISOString(),
      status: row.status,
    })),
  };
}
