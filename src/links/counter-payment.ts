import { createHash } from 'node:crypto';
import { recordAuditEvent, type AuditContext } from '../kernel/audit/record-audit-event';
import type { Merchant } from '../kernel/merchants/store';
import { createQrCode, noClient } from '../orders/payment/create-qr-code';
import { createQrPayments, type NewQrPayment } from '../orders/payment/store/create-qr-payments';
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
  const write = (payment: NewQrPayment) => writePayment(deps, audit, payment);
  const placement = { paymentLinkId: null, write };
  return (await createQrCode(deps, merchant, request, claim, placement)).order.paymentId;
}

/** False when the key is taken. */
async function writePayment(
  deps: Deps,
  audit: AuditContext,
  payment: NewQrPayment,
): Promise<boolean> {
  const { orderId: subject } = payment;
  const { created, messages } = await deps.db.transaction(async (trx) => {
    const made = await createQrPayments(trx, [payment]);
    if (made.created.has(subject)) {
      await recordAuditEvent(deps, trx, audit, 'payment.opened', { subject });
    }
    return made;
  });
  deps.outbox.enqueue(messages);
  return created.has(subject);
}
