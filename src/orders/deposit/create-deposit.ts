import * as deposits from './store/create-deposit';
import type { IdempotencyClaim } from '../../kernel/idempotency/store';
import type { Merchant } from '../../kernel/merchants/store';
import { findCreatedQrOrder, type CreatedQrOrder } from '../payment/store/provider-qr';
import { findBankCode, maskAccount } from '../../kernel/rules/banks';
import { deposit as kind } from '../rules/kinds/deposit';
import { newPaymentRef, newSecretId, newUuid } from '../../platform/new-id';
import { repeatWhileFreed, type Placed } from '../../kernel/idempotency/idempotency';
import type { Deps } from '../../deps';
import { accountFor } from '../account-for';
import { firstPaymentEvent } from '../first-payment-event';
import { checkoutDetails, type CheckoutRequest } from '../checkout-details';
import { findFirst, isAbandoned, openQr, payloadOf } from '../payment/open-qr';
import { encodeOwnQr, firstInquiryAt } from '../payment/own-qr';

export interface DepositRequest extends CheckoutRequest {
  readonly amountSatang: number;
  readonly userName: string;
  readonly firstName: string;
  readonly lastName: string;
  /** As the merchant wrote it; any name is accepted. */
  readonly bankName: string;
  /** 6 to 15 digits. */
  readonly accountNumber: string;
}

export interface CreatedDeposit {
  readonly orderId: string;
  readonly pageToken: string;
  readonly ref: string;
}

const { ref2 } = kind;

/**
 * Does not wait for Temporal: the outbox row that starts the workflow commits with the deposit.
 * Where the provider issues the QR code, as `createQrCode`.
 */
export const createDeposit = (
  deps: Deps,
  merchant: Merchant,
  request: DepositRequest,
  claim: IdempotencyClaim | null,
): Promise<Placed<CreatedDeposit>> => repeatWhileFreed(() => place(deps, merchant, request, claim));

/** Null when the key was in use and is free again. */
async function place(
  deps: Deps,
  merchant: Merchant,
  request: DepositRequest,
  claim: IdempotencyClaim | null,
): Promise<Placed<CreatedDeposit> | null> {
  const deposit = newDeposit(deps, merchant, request, claim);
  const { created, messages } = await deposits.createDeposit(deps.db, deposit);
  deps.outbox.enqueue(messages);
  if (!created.has(deposit.orderId)) {
    const first = await findFirst(deps, claim);
    if (first === null) return null;
    return { order: asCreated(first), isReplay: true };
  }
  if (deposit.payload !== null) return { order: deposit, isReplay: false };
  await openQr(deps, { ...deposit, ref2 });
  const opened = await findCreatedQrOrder(deps.db, deposit.orderId);
  return { order: asCreated(opened), isReplay: false };
}

/** Null when the deposit got no code and never will. Throws Problem as `createDeposit`. */
export async function findCreatedDeposit(
  { db }: Pick<Deps, 'db'>,
  orderId: string,
): Promise<CreatedDeposit | null> {
  const order = await findCreatedQrOrder(db, orderId);
  return isAbandoned(order) ? null : asCreated(order);
}

function asCreated(order: CreatedQrOrder): CreatedDeposit {
  payloadOf(order);
  return { orderId: order.id, pageToken: order.pageToken ?? '', ref: order.ref };
}

function newDeposit(
  deps: Deps,
  merchant: Merchant,
  request: DepositRequest,
  claim: IdempotencyClaim | null,
): deposits.NewDeposit {
  const { amountSatang, userName, bankName, accountNumber } = request;
  const createdAt = new Date();
  const nowMs = createdAt.getTime();
  const expiresAt = new Date(nowMs + deps.config.deposits.expiryMinutes * 60_000);
  const orderId = newUuid(nowMs);
  const ref = newPaymentRef();
  const pageToken = newSecretId('pt_');
  const wanted = { kind: 'qr', amountSatang, bankCode: null } as const;
  const { account, routing } = accountFor(deps, merchant, wanted, createdAt);
  const snapshot = { id: orderId, kind: 'deposit', amountSatang } as const;
  return {
    orderId,
    merchantId: merchant.id,
    accountId: account.id,
    routing,
    amountSatang,
    ref,
    pageToken,
    payload: encodeOwnQr(account, { ref, ref2, amountSatang }),
    userName,
    bankName,
    bankCode: findBankCode(bankName),
    accountMask: maskAccount(accountNumber),
    customerSealed: sealCustomer(deps, request),
    ...checkoutDetails(deps, request, 'invalid_request'),
    createdAt,
    expiresAt,
    nextInquiryAt: firstInquiryAt(account, { createdAt, expiresAt }),
    origin: deps.origin ?? null,
    event: firstPaymentEvent(
      deps,
      { ...snapshot, reference: null, metadata: null, checkoutToken: pageToken },
      createdAt,
    ),
    claim,
  };
}

function sealCustomer(deps: Deps, request: DepositRequest): string {
  const { firstName, lastName, accountNumber } = request;
  return deps.vault.seal(
    JSON.stringify({ firstName, lastName, accountNumber }),
    'deposits.customer',
  );
}
