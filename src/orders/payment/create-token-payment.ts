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
import type { Replaced } from '../store/checkouts';
import type { Created } from '../store/create-orders';
import { findReplaced } from './find-replaced';
import { lockRenewable } from './store/chains';

/** Without a return URL the payer cannot be redirected to the bank. */
export interface TokenPaymentRequest extends CheckoutRequest {
  readonly tokenId: string;
  readonly amountSatang: number;
  readonly reference: string | null;
  readonly metadata: Readonly<Record<string, unknown>> | null;
  /** The payment that this one tries again under the same link. */
  readonly previousId?: string | null;
}

/** As created, whatever has become of the payment since. */
export interface CreatedTokenPayment {
  readonly paymentId: string;
  readonly amountSatang: number;
  readonly reference: string | null;
  readonly metadata: Readonly<Record<string, unknown>> | null;
  readonly createdAt: Date;
  readonly previousId: string | null;
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
 * sandbox bank does not know and for another amount than that of the payment to try again,
 * `payment_not_found`, `state_conflict` when that one cannot be tried again, and `invalid_url`.
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
  const replaces = await findReplaced(deps, merchant, request);
  const { payment, refundMethod } = newPayment(deps, merchant, { ...request, replaces }, claim);
  const { orderId: paymentId, checkoutToken: pageToken } = payment;
  const { created, messages } = await write(deps, payment, replaces);
  deps.outbox.enqueue(messages);
  if (created.has(paymentId)) {
    const previousId = replaces?.previousId ?? null;
    return {
      order: { ...payment, paymentId, pageToken, previousId, refundMethod },
      isReplay: false,
    };
  }
  const firstId = claim && (await findOrderOfKey(deps, claim));
  if (firstId !== null) {
    return { order: await findCreatedTokenPayment(deps, firstId), isReplay: true };
  }
  if (replaces !== null) throw new Problem('state_conflict');
  return null;
}

/** Creates nothing when the payment to try again has no other try. */
const write = (
  { db }: Deps,
  payment: payments.NewTokenPayment,
  replaces: Replaced | null,
): Promise<Created> =>
  replaces === null
    ? payments.createTokenPayment(db, payment)
    : db.transaction(async (trx) =>
        (await lockRenewable(trx, replaces.previousId, replaces.chainId))
          ? payments.createTokenPayment(trx, payment)
          : { created: new Set(), messages: [] },
      );

function newPayment(
  deps: Deps,
  merchant: Merchant,
  request: TokenPaymentRequest & { readonly replaces: Replaced | null },
  claim: IdempotencyClaim | null,
) {
  const { tokenId, amountSatang, reference, metadata, returnUrl = null, replaces } = request;
  const isSandbox = deps.config.mode === 'sandbox';
  const details = checkoutDetails(deps, request, 'invalid_url');
  const createdAt = new Date();
  const orderId = newId('pay_', createdAt.getTime());
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
  const previousId = replaces?.previousId ?? null;
  const event = firstPaymentEvent(
    deps,
    { id: orderId, kind: 'payment', ...shown, previousId, checkoutToken: pageToken },
    createdAt,
  );
  const payment = {
    ...shown,
    orderId,
    merchantId: merchant.id,
    accountId: account.id,
    routing,
    subjectSealed: sealSubject(deps.vault, {
      kind: 'charge',
      token: tokenId,
      ...(returnUrl === null ? {} : { returnUrl: withPayment(returnUrl, orderId) }),
    }),
    checkoutToken: pageToken,
    replaces,
    chainId: replaces?.chainId ?? null,
    ...details,
    createdAt,
    origin: deps.origin ?? null,
    event,
    claim,
  };
  return { payment, refundMethod: refundMethodOf(account.connector.traits.refund, 'token') };
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
