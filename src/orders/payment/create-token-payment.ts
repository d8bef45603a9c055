import * as payments from './store/create-token-payment';
import type { IdempotencyClaim } from '../../kernel/idempotency/store';
import type { Merchant } from '../../kernel/merchants/store';
import { Problem } from '../../kernel/rules/problem';
import { refundMethodOf, type RefundMethod } from '../refund/rules/refund-method';
import { newId, newSecretId } from '../../platform/new-id';
import { sealSubject } from '../../platform/observe/request-subject';
import {
  findOrderOfKey,
  repeatWhileFreed,
  type Placed,
} from '../../kernel/idempotency/idempotency';
import type { Deps } from '../../deps';
import { accountFor } from '../account-for';
import { firstPaymentEvent } from '../first-payment-event';
import { checkoutDetails, withPayment, type CheckoutRequest } from '../checkout-details';

/** Without a return URL the payer cannot be redirected to the bank. */
export interface TokenPaymentRequest extends CheckoutRequest {
  readonly tokenId: string;
  readonly amountSatang: number;
  readonly reference: string | null;
  readonly metadata: Readonly<Record<string, unknown>> | null;
}

/** As created, whatever has become of the payment since. */
export interface CreatedTokenPayment {
  readonly paymentId: string;
  readonly amountSatang: number;
  readonly reference: string | null;
  readonly metadata: Readonly<Record<string, unknown>> | null;
  readonly createdAt: Date;
  readonly pageToken: string | null;
  readonly refundMethod: RefundMethod;
}

/** Each is named for the outcome of its charge at the sandbox bank. */
const sandboxTokens: readonly string[] = [
  'tok_success',
  'tok_declined',
  'tok_insufficient_funds',
  'tok_timeout',
];

/**
 * The payment's workflow charges the token. Throws Problem `invalid_request` for a token that the
 * sandbox bank does not know, and `invalid_url`.
 */
export const createTokenPayment = (
  deps: Deps,
  merchant: Merchant,
  request: TokenPaymentRequest,
  claim: IdempotencyClaim | null,
): Promise<Placed<CreatedTokenPayment>> =>
  repeatWhileFreed(() => place(deps, merchant, request, claim));

/** Null when the key was in use and is free again. */
async function place(
  deps: Deps,
  merchant: Merchant,
  request: TokenPaymentRequest,
  claim: IdempotencyClaim | null,
): Promise<Placed<CreatedTokenPayment> | null> {
  const { tokenId, amountSatang, reference, metadata, returnUrl = null } = request;
  const isSandbox = deps.config.mode === 'sandbox';
  const details = checkoutDetails(deps, request, 'invalid_url');
  const createdAt = new Date();
  const paymentId = newId('pay_', createdAt.getTime());
  const wanted = { kind: 'charge', amountSatang, bankCode: null } as const;
  const { account, routing } = accountFor(deps, merchant, wanted, createdAt);
  // Other accounts of a sandbox have the tokens of their provider's test mode.
  const isOfBank = isSandbox && account.id === deps.providers.default.id;
  if (isOfBank && !sandboxTokens.includes(tokenId)) {
    const message = `The sandbox has these tokens: ${sandboxTokens.join(', ')}.`;
    throw new Problem('invalid_request', { param: 'token_id', message });
  }
  const shown = { amountSatang, reference, metadata };
  const pageToken = newSecretId('ct_');
  const { created, messages } = await payments.createTokenPayment(deps.db, {
    ...shown,
    orderId: paymentId,
    merchantId: merchant.id,
    accountId: account.id,
    routing,
    subjectSealed: sealSubject(deps.vault, {
      kind: 'charge',
      token: tokenId,
      ...(returnUrl === null ? {} : { returnUrl: withPayment(returnUrl, paymentId) }),
    }),
    checkoutToken: pageToken,
    ...details,
    createdAt,
    origin: deps.origin ?? null,
    event: firstPaymentEvent(
      deps,
      { id: paymentId, kind: 'payment', ...shown, checkoutToken: pageToken },
      createdAt,
    ),
    claim,
  });
  deps.outbox.enqueue(messages);
  if (!created.has(paymentId)) {
    const firstId = await findOrderOfKey(deps, claim);
    if (firstId === null) return null;
    return { order: await findCreatedTokenPayment(deps, firstId), isReplay: true };
  }
  const refundMethod = refundMethodOf(account.connector.traits.refund, 'token');
  return { order: { ...shown, paymentId, createdAt, pageToken, refundMethod }, isReplay: false };
}

/** A charge never moves to another account, so its refund method stays. */
export async function findCreatedTokenPayment(
  { db, providers }: Pick<Deps, 'db' | 'providers'>,
  id: string,
): Promise<CreatedTokenPayment> {
  const { accountId, ...shown } = await payments.findCreatedTokenPayment(db, id);
  const { connector } = await providers.find(accountId);
  return {
    ...shown,
    paymentId: id,
    refundMethod: refundMethodOf(connector.traits.refund, 'token'),
  };
}
