import { createHash } from 'node:crypto';
import { recordAuditEvent, type AuditContext } from '../kernel/audit/record-audit-event';
import type { Merchant } from '../kernel/merchants/store';
import { createQrCode, noClient, writeWithin } from '../orders/payment/create-qr-code';
import type { Deps } from '../deps';

const OPEN_MINUTES = 15;

export interface CounterPayment {
  readonly amountSatang: number;
  readonly reference: string | null;
  /** Of the form: submitting it again leads to the same payment. */
  readonly key: string;
}

/** A QR payment that a person starts; returns its id. Throws Problem as `createQrCode` does. */
export async function openCounterPayment(
  deps: Deps,
  audit: AuditContext,
  merchant: Merchant,
  { amountSatang, reference, key }: CounterPayment,
): Promise<string> {
  const asked = JSON.stringify([amountSatang, reference]);
  const claim = {
    merchantId: merchant.id,
    operation: 'openCounterPayment',
    key,
    fingerprint: createHash('sha256').update(asked).digest(),
  };
  const request = {
    amountSatang,
    reference,
    expiryMinutes: OPEN_MINUTES,
    metadata: null,
    client: noClient,
  };
  const write = writeWithin(deps, async (trx, create, subject) => {
    const made = await create();
    if (made.created.has(subject)) {
      await recordAuditEvent(deps, trx, audit, 'payment.opened', { subject });
    }
    return made;
  });
  const placement = { paymentLinkId: null, write };
  return (await createQrCode(deps, merchant, request, claim, placement)).order.paymentId;
}
