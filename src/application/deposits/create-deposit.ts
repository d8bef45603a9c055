import * as deposits from '../../db/orders/create-deposit';
import type { IdempotencyClaim } from '../../db/orders/idempotency';
import type { Merchant } from '../../db/accounts/merchants';
import { findBankCode, maskAccount } from '../../domain/banks';
import { paymentEventBody } from '../../domain/event-bodies';
import { encodeBillPayment } from '../../domain/promptpay';
import { newId, newPaymentRef, newSecretId, newUuid } from '../../lib/new-id';
import { answerOnce, sealAnswer } from '../idempotency';
import type { Answer } from '../idempotency';
import type { Deps } from '../deps';

export interface DepositRequest {
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

/** The second reference of a deposit's QR code, by which the provider selects the callback URL. */
export const DEPOSIT_REF2 = 'DEPOSIT';

/**
 * Creates a deposit with the page on which it is paid. Does not wait for Temporal: the outbox row
 * that starts its workflow commits with it. `render` writes the answer.
 */
export async function createDeposit(
  deps: Deps,
  merchant: Merchant,
  request: DepositRequest,
  claim: IdempotencyClaim | null,
  render: (created: CreatedDeposit) => string,
): Promise<Answer> {
  return answerOnce(deps, claim, 201, async () => {
    const createdAt = new Date();
    const nowMs = createdAt.getTime();
    const { amountSatang, userName, bankName, accountNumber } = request;
    const { billerId } = deps.config.provider;
    const orderId = newUuid(nowMs);
    const pageToken = newSecretId('pt_');
    const ref = newPaymentRef();
    const answer = render({ orderId, pageToken, ref });
    const head = { id: newId('evt_', nowMs), name: 'payment.pending', at: createdAt } as const;
    const { created, dispatches } = await deposits.createDeposit(deps.db, {
      orderId,
      merchantId: merchant.id,
      amountSatang,
      ref,
      pageToken,
      payload: encodeBillPayment({ billerId, ref1: ref, ref2: DEPOSIT_REF2, amountSatang }),
      userName,
      bankName,
      bankCode: findBankCode(bankName),
      accountMask: maskAccount(accountNumber),
      customerSealed: sealCustomer(deps, request),
      createdAt,
      origin: deps.origin ?? null,
      expiresAt: new Date(nowMs + deps.config.deposits.expiryMinutes * 60_000),
      event: { id: head.id, body: firstEvent(head, orderId, amountSatang) },
      claim: claim === null ? null : { ...claim, answer: sealAnswer(deps, answer) },
    });
    deps.outbox.enqueue(dispatches);
    return created.has(orderId) ? answer : null;
  });
}

const firstEvent = (
  head: { readonly id: string; readonly name: 'payment.pending'; readonly at: Date },
  id: string,
  amountSatang: number,
): string =>
  paymentEventBody(
    { ...head, sequence: 1 },
    {
      id,
      kind: 'deposit',
      status: 'pending',
      amountSatang,
      reference: null,
      metadata: null,
      completedAt: null,
      late: false,
      failure: null,
    },
  );

function sealCustomer(deps: Deps, request: DepositRequest): string {
  const { firstName, lastName, accountNumber } = request;
  return deps.vault.seal(
    JSON.stringify({ firstName, lastName, accountNumber }),
    'deposits.customer',
  );
}
