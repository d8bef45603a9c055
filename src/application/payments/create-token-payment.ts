import * as payments from '../../db/orders/create-token-payment';
import type { IdempotencyClaim } from '../../db/orders/idempotency';
import type { Merchant } from '../../db/accounts/merchants';
import { paymentEventBody } from '../../domain/event-bodies';
import { bahtToSatang } from '../../domain/money';
import { Problem } from '../../domain/problem';
import { refundMethodOf, type RefundMethod } from '../../domain/refund-method';
import { newId } from '../../lib/new-id';
import { sealSubject } from '../../lib/request-subject';
import { answerOnce, sealAnswer, type Answer } from '../idempotency';
import type { Deps } from '../deps';
import { accountFor } from '../orders/account-for';

export interface TokenPaymentRequest {
  readonly tokenId: string;
  readonly amountBaht: number;
  readonly reference: string | null;
  readonly metadata: Readonly<Record<string, unknown>> | null;
  /** Where the payer's browser returns to. Without it the payer cannot be redirected. */
  readonly returnUrl?: string | null;
}

export interface CreatedTokenPayment extends TokenPaymentRequest {
  readonly paymentId: string;
  readonly createdAt: Date;
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
export async function createTokenPayment(
  deps: Deps,
  merchant: Merchant,
  request: TokenPaymentRequest,
  claim: IdempotencyClaim | null,
  render: (created: CreatedTokenPayment) => string,
): Promise<Answer> {
  const { tokenId, reference, metadata, returnUrl = null } = request;
  const isSandbox = deps.config.mode === 'sandbox';
  if (!isSandbox && returnUrl !== null && new URL(returnUrl).protocol !== 'https:') {
    const message = 'return_url must be an absolute https URL.';
    throw new Problem('invalid_url', { param: 'return_url', message });
  }
  return answerOnce(deps, claim, 200, async () => {
    const createdAt = new Date();
    const paymentId = newId('pay_', createdAt.getTime());
    const amountSatang = bahtToSatang(request.amountBaht);
    const wanted = { kind: 'charge', amountSatang, bankCode: null } as const;
    const { account, routing } = accountFor(deps, merchant, wanted, createdAt);
    // Other accounts of a sandbox have the tokens of their provider's test mode.
    const isOfBank = isSandbox && account.id === deps.providers.default.id;
    if (isOfBank && !sandboxTokens.includes(tokenId)) {
      const message = `The sandbox has these tokens: ${sandboxTokens.join(', ')}.`;
      throw new Problem('invalid_request', { param: 'token_id', message });
    }
    const eventId = newId('evt_', createdAt.getTime());
    const refundMethod = refundMethodOf(account.connector.traits.refund, 'token');
    const answer = render({ ...request, paymentId, createdAt, refundMethod });
    const { created, messages } = await payments.createTokenPayment(deps.db, {
      orderId: paymentId,
      merchantId: merchant.id,
      accountId: account.id,
      routing,
      amountSatang,
      reference,
      metadata,
      subjectSealed: sealSubject(deps.vault, {
        kind: 'charge',
        token: tokenId,
        ...(returnUrl === null ? {} : { returnUrl }),
      }),
      createdAt,
      origin: deps.origin ?? null,
      event: {
        id: eventId,
        body: paymentEventBody(
          { id: eventId, name: 'payment.pending', sequence: 1, at: createdAt },
          {
            id: paymentId,
            kind: 'payment',
            status: 'pending',
            amountSatang,
            reference,
            metadata,
            completedAt: null,
            late: false,
            failure: null,
          },
        ),
      },
      claim: claim === null ? null : { ...claim, answer: sealAnswer(deps, answer) },
    });
    deps.outbox.enqueue(messages);
    return created.has(paymentId) ? answer : null;
  });
}
