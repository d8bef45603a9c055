import type { IdempotencyClaim } from '../../db/orders/idempotency';
import type { Merchant } from '../../db/accounts/merchants';
import { createProviderQrPayment, type NewQrPayment } from '../../db/orders/create-qr-payments';
import { paymentEventBody } from '../../domain/event-bodies';
import { bahtToSatang } from '../../domain/money';
import { newId, newPaymentRef, newSecretId } from '../../lib/new-id';
import { sealAnswer, type Answer } from '../idempotency';
import type { ProviderAccount } from '../../providers/connector';
import type { Deps } from '../deps';
import { accountFor } from '../orders/account-for';
import { answerWithQr } from '../orders/open-qr';
import { encodeOwnQr, firstInquiryAt } from '../orders/own-qr';

export interface QrCodeRequest {
  readonly amountBaht: number;
  readonly reference: string | null;
  readonly expiryMinutes: number;
  readonly metadata: Readonly<Record<string, unknown>> | null;
  readonly client: QrClient;
}

/** From the merchant. Encrypted at rest. */
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
 * Does not wait for Temporal: the outbox row that starts the workflow commits with the payment.
 * `render` writes the response, which is stored for retries with the same idempotency key. Where
 * the provider issues the code, the response waits for it and may be Problem `qr_code_refused` or
 * `provider_unavailable`.
 */
export async function createQrCode(
  deps: Deps,
  merchant: Merchant,
  request: QrCodeRequest,
  claim: IdempotencyClaim | null,
  render: (created: CreatedQrCode) => string,
): Promise<Answer> {
  return answerWithQr(
    deps,
    claim,
    200,
    async () => {
      const createdAt = new Date();
      const expiresAt = new Date(createdAt.getTime() + request.expiryMinutes * 60_000);
      const paymentId = newId('pay_', createdAt.getTime());
      const amountSatang = bahtToSatang(request.amountBaht);
      const ref = newPaymentRef();
      const wanted = { kind: 'qr', amountSatang, bankCode: null } as const;
      const { account, routing } = accountFor(deps, merchant, wanted, createdAt);
      const payload = encodeOwnQr(account, { ref, ref2: null, amountSatang });
      const qrCodeId = newSecretId('qr_');
      const shown = { ...request, qrCodeId, paymentId, createdAt, expiresAt };
      const answer = payload === null ? null : render({ ...shown, payload });
      const payment = {
        orderId: paymentId,
        qrCodeId,
        merchantId: merchant.id,
        accountId: account.id,
        routing,
        amountSatang,
        ref,
        reference: request.reference,
        metadata: request.metadata,
        clientSealed: sealClient(deps, request.client),
        createdAt,
        origin: deps.origin ?? null,
        expiresAt,
        event: firstEvent(paymentId, amountSatang, request, createdAt),
        claim: claim === null ? null : { ...claim, answer: sealAnswer(deps, answer ?? paymentId) },
      };
      if (!(await store(deps, account, payment, payload))) return null;
      if (answer !== null) return answer;
      const { merchantId, accountId } = payment;
      const order = { orderId: paymentId, merchantId, accountId, amountSatang, ref, ref2: null };
      return { ...order, createdAt, expiresAt, routing: routing === null ? null : [routing] };
    },
    (paymentId, { qrCodeId, payload, createdAt, expiresAt }) =>
      render({ ...request, qrCodeId: qrCodeId ?? '', paymentId, payload, createdAt, expiresAt }),
  );
}

/** False when the idempotency key was in use. */
async function store(
  deps: Deps,
  account: ProviderAccount,
  payment: Omit<NewQrPayment, 'payload'>,
  payload: string | null,
): Promise<boolean> {
  const nextInquiryAt = firstInquiryAt(account, payment);
  if (nextInquiryAt === null && payload !== null) {
    return deps.batched.createQrPayment({ ...payment, payload });
  }
  const inquired = { ...payment, payload, nextInquiryAt: nextInquiryAt ?? payment.expiresAt };
  if (payload !== null) return deps.batched.createInquiredPayment(inquired);
  const { created, messages } = await createProviderQrPayment(deps.db, inquired);
  deps.outbox.enqueue(messages);
  return created.has(payment.orderId);
}

function firstEvent(
  id: string,
  amountSatang: number,
  { reference, metadata }: QrCodeRequest,
  at: Date,
): { readonly id: string; readonly body: string } {
  const eventId = newId('evt_', at.getTime());
  const body = paymentEventBody(
    { id: eventId, name: 'payment.pending', sequence: 1, at },
    {
      id,
      kind: 'payment',
      status: 'pending',
      amountSatang,
      reference,
      metadata,
      completedAt: null,
      late: false,
      failure: null,
    },
  );
  return { id: eventId, body };
}

function sealClient(deps: Deps, client: QrClient): string | null {
  const hasClient = Object.values(client).some((value) => value !== null);
  return hasClient ? deps.vault.seal(JSON.stringify(client), 'qr_codes.client') : null;
}
