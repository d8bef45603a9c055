import type { Merchant } from '../../kernel/merchants/store';
import type { Db } from '../../platform/postgres/connect';
import type { Created } from '../store/create-orders';
import { createQrPayments, type NewQrPayment } from './store/create-qr-payments';
import type { IdempotencyClaim } from '../../kernel/idempotency/store';
import type { Replaced } from '../store/checkouts';
import { findCreatedQrOrder, type CreatedQrOrder } from './store/provider-qr';
import { newId, newPaymentRef, newSecretId } from '../../platform/new-id';
import type { Deps } from '../../deps';
import { repeatWhileFreed, type Placed } from '../../kernel/idempotency/idempotency';
import { accountFor } from '../account-for';
import { firstPaymentEvent } from '../first-payment-event';
import { checkoutDetails, type CheckoutRequest } from '../checkout-details';
import { findFirst, isAbandoned, openQr, payloadOf } from './open-qr';
import { encodeOwnQr, firstInquiryAt } from './own-qr';

export interface QrCodeRequest extends CheckoutRequest {
  readonly amountSatang: number;
  readonly reference: string | null;
  readonly expiryMinutes: number;
  readonly metadata: Readonly<Record<string, unknown>> | null;
  readonly client: QrClient;
}

export type QrTerms = Omit<QrCodeRequest, 'expiryMinutes' | keyof CheckoutRequest>;

/** From the merchant. Encrypted at rest. */
export interface QrClient {
  readonly name: string | null;
  readonly bankName: string | null;
  readonly bankAccount: string | null;
}

/** As created, whatever has become of the payment since. */
export interface CreatedQrCode extends QrTerms {
  readonly qrCodeId: string;
  readonly paymentId: string;
  readonly payload: string;
  readonly expiresAt: Date;
}

/** Where a payment is written, its payment link, and the payment that it replaces. */
export interface Placement {
  readonly paymentLinkId: string | null;
  readonly replaces?: Replaced | null;
  /** False when the payment's idempotency key is taken: nothing was created. */
  readonly write: (payment: NewQrPayment) => Promise<boolean>;
}

/**
 * Creates the payment in a transaction in which `work` also locks, checks or records. A Problem
 * that it throws rolls the transaction back.
 */
export const writeWithin =
  (
    { db, outbox }: Pick<Deps, 'db' | 'outbox'>,
    work: (trx: Db, create: () => Promise<Created>, orderId: string) => Promise<Created>,
  ): Placement['write'] =>
  async (payment) => {
    const { created, messages } = await db.transaction((trx) =>
      work(trx, () => createQrPayments(trx, [payment]), payment.orderId),
    );
    outbox.enqueue(messages);
    return created.has(payment.orderId);
  };

export const noClient: QrClient = { name: null, bankName: null, bankAccount: null };
const SEALED_AS = 'qr_codes.client';

/**
 * Does not wait for Temporal: the outbox row that starts the workflow commits with the payment.
 * Where the provider issues the code, waits for it and may throw Problem `qr_code_refused` or
 * `provider_unavailable`. A retry under the key gets the first payment, but another one when the
 * first cannot get a code any more.
 */
export const createQrCode = (
  deps: Deps,
  merchant: Merchant,
  request: QrCodeRequest,
  claim: IdempotencyClaim | null,
  placement: Placement = { paymentLinkId: null, write: deps.batched.createQrPayment },
): Promise<Placed<CreatedQrCode>> =>
  repeatWhileFreed(() => place(deps, merchant, request, claim, placement));

/** Null when the key was in use and is free again. */
async function place(
  deps: Deps,
  merchant: Merchant,
  request: QrCodeRequest,
  claim: IdempotencyClaim | null,
  { write, ...place }: Placement,
): Promise<Placed<CreatedQrCode> | null> {
  const payment = newPayment(deps, merchant, { ...request, ...place }, claim);
  if (!(await write(payment))) {
    const first = await findFirst(deps, claim);
    if (first === null) return null;
    return { order: asCreated(deps, first), isReplay: true };
  }
  const { orderId: paymentId, qrCodeId, payload, expiresAt } = payment;
  if (payload !== null) {
    return { order: { ...request, paymentId, qrCodeId, payload, expiresAt }, isReplay: false };
  }
  await openQr(deps, { ...payment, ref2: null });
  const opened = await findCreatedQrOrder(deps.db, paymentId);
  return { order: asCreated(deps, opened), isReplay: false };
}

/** Null when the payment got no code and never will. Throws Problem as `createQrCode`. */
export async function findCreatedQrCode(
  deps: Deps,
  paymentId: string,
): Promise<CreatedQrCode | null> {
  const order = await findCreatedQrOrder(deps.db, paymentId);
  return isAbandoned(order) ? null : asCreated(deps, order);
}

function asCreated({ vault }: Deps, order: CreatedQrOrder): CreatedQrCode {
  const { amountSatang, reference, metadata, qrCodeId, expiresAt, clientSealed } = order;
  return {
    paymentId: order.id,
    qrCodeId: qrCodeId ?? '',
    payload: payloadOf(order),
    amountSatang,
    reference,
    metadata,
    client:
      clientSealed === null
        ? noClient
        : (JSON.parse(vault.open(clientSealed, SEALED_AS)) as QrClient),
    expiresAt,
  };
}

function newPayment(
  deps: Deps,
  merchant: Merchant,
  request: QrCodeRequest & Omit<Placement, 'write'>,
  claim: IdempotencyClaim | null,
): NewQrPayment {
  const { amountSatang, reference, expiryMinutes, metadata, client, paymentLinkId } = request;
  const replaces = request.replaces ?? null;
  const createdAt = new Date();
  const expiresAt = new Date(createdAt.getTime() + expiryMinutes * 60_000);
  const orderId = newId('pay_', createdAt.getTime());
  const qrCodeId = newSecretId('qr_');
  const ref = newPaymentRef();
  const wanted = { kind: 'qr', amountSatang, bankCode: null } as const;
  const { account, routing } = accountFor(deps, merchant, wanted, createdAt);
  const hasClient = Object.values(client).some((value) => value !== null);
  return {
    orderId,
    qrCodeId,
    merchantId: merchant.id,
    accountId: account.id,
    routing,
    amountSatang,
    ref,
    reference,
    metadata,
    paymentLinkId,
    chainId: replaces?.chainId ?? null,
    replaces,
    clientSealed: hasClient ? deps.vault.seal(JSON.stringify(client), SEALED_AS) : null,
    ...checkoutDetails(deps, request, 'invalid_url'),
    payload: encodeOwnQr(account, { ref, ref2: null, amountSatang }),
    createdAt,
    expiresAt,
    nextInquiryAt: firstInquiryAt(account, { createdAt, expiresAt }),
    origin: deps.origin ?? null,
    event: firstPaymentEvent(
      deps,
      {
        id: orderId,
        kind: 'payment',
        amountSatang,
        reference,
        metadata,
        paymentLinkId,
        checkoutToken: qrCodeId,
        previousId: replaces?.previousId ?? null,
      },
      createdAt,
    ),
    claim,
  };
}
