import type { IdempotencyClaim } from '../../db/orders/idempotency';
import type { Merchant } from '../../db/accounts/merchants';
import { paymentEventBody } from '../../domain/event-bodies';
import { bahtToSatang } from '../../domain/money';
import { encodeBillPayment } from '../../domain/promptpay';
import { newId, newPaymentRef, newSecretId } from '../../lib/new-id';
import { answerOnce, sealAnswer } from '../idempotency';
import type { Answer } from '../idempotency';
import type { Deps } from '../deps';

export interface QrCodeRequest {
  readonly amountBaht: number;
  readonly reference: string | null;
  readonly expiryMinutes: number;
  readonly metadata: Readonly<Record<string, unknown>> | null;
  readonly client: QrClient;
}

/** The customer's data from the merchant. Encrypted at rest. */
export interface QrClient {
  readonly name: string | null;
  readonly bankName: string | null;
  readonly bankAccount: string | null;
}

export interface CreatedQrCode extends QrCodeRequest {
  readonly qrCodeId: string;
  readonly paymentId: string;
  readonly payload: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/**
 * Creates a payment with its QR code. Does not wait for Temporal: the outbox row that starts the
 * payment's workflow commits with the payment. `render` writes the response, which is stored for
 * retries with the same idempotency key.
 */
export async function createQrCode(
  deps: Deps,
  merchant: Merchant,
  request: QrCodeRequest,
  claim: IdempotencyClaim | null,
  render: (created: CreatedQrCode) => string,
): Promise<Answer> {
  return answerOnce(deps, claim, 200, async () => {
    const createdAt = new Date();
    const expiresAt = new Date(createdAt.getTime() + request.expiryMinutes * 60_000);
    const paymentId = newId('pay_', createdAt.getTime());
    const amountSatang = bahtToSatang(request.amountBaht);
    const ref = newPaymentRef();
    const { billerId } = deps.config.provider;
    const payload = encodeBillPayment({ billerId, ref1: ref, amountSatang });
    const qrCodeId = newSecretId('qr_');
    const answer = render({ ...request, qrCodeId, paymentId, payload, createdAt, expiresAt });
    const eventId = newId('evt_', createdAt.getTime());

    const created = await deps.batched.createQrPayment({
      orderId: paymentId,
      qrCodeId,
      merchantId: merchant.id,
      amountSatang,
      ref,
      reference: request.reference,
      metadata: request.metadata,
      clientSealed: sealClient(deps, request.client),
      payload,
      createdAt,
      origin: deps.origin ?? null,
      expiresAt,
      event: {
        id: eventId,
        body: paymentEventBody(
          { id: eventId, name: 'payment.pending', sequence: 1, at: createdAt },
          {
            id: paymentId,
            kind: 'payment',
            status: 'pending',
            amountSatang,
            reference: request.reference,
            metadata: request.metadata,
            completedAt: null,
            late: false,
            failure: null,
          },
        ),
      },
      claim: claim === null ? null : { ...claim, answer: sealAnswer(deps, answer) },
    });
    return created ? answer : null;
  });
}

function sealClient(deps: Deps, client: QrClient): string | null {
  const hasClient = Object.values(client).some((value) => value !== null);
  return hasClient ? deps.vault.seal(JSON.stringify(client), 'qr_codes.client') : null;
}
