import type { z } from 'zod';
import type { CreatedQrCode } from '../../create-qr-code';
import { satangToBaht } from '../../../../kernel/rules/money';
import { checkoutUrl } from '../../../../contract/checkout-url';
import type { qrCode } from './schema';

/** Contains the customer's fields that the request had, and no others. */
export function presentQrCode(created: CreatedQrCode, publicUrl: string): z.input<typeof qrCode> {
  return {
    qr_code_id: created.qrCodeId,
    qr_data: created.payload,
    qr_image_url: `${publicUrl}/Thai/qr-codes/${created.qrCodeId}/image`,
    checkout_url: checkoutUrl(publicUrl, created.qrCodeId),
    amount: satangToBaht(created.amountSatang),
    currency: 'THB',
    reference: created.reference,
    client_name: created.client.name ?? undefined,
    client_bank_name: created.client.bankName ?? undefined,
    client_bank_account: created.client.bankAccount ?? undefined,
    expires_at: created.expiresAt.toISOString(),
    payment_id: created.paymentId,
    status: 'pending',
    metadata: created.metadata,
  };
}
