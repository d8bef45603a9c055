import * as deposits from '../../db/orders/create-deposit';
import type { IdempotencyClaim } from '../../db/orders/idempotency';
import type { Merchant } from '../../db/accounts/merchants';
import { findBankCode, maskAccount } from '../../domain/banks';
import { paymentEventBody } from '../../domain/event-bodies';
import { deposit } from '../../domain/orders/deposit';
import { newId, newPaymentRef, newSecretId, newUuid } from '../../lib/new-id';
import { sealAnswer, type Answer } from '../idempotency';
import type { Deps } from '../deps';
import { accountFor } from '../orders/account-for';
import { answerWithQr } from '../orders/open-qr';
import { encodeOwnQr, firstInquiryAt } from '../orders/own-qr';

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

/**
 * Does not wait for Temporal: the outbox row that starts the workflow commits with the deposit.
 * `render` writes the answer. Where the provider issues the QR code, throws Problem
 * `qr_code_refused` or `provider_unavailable`.
 */
export async function createDeposit(
  deps: Deps,
  merchant: Merchant,
  request: DepositRequest,
  claim: IdempotencyClaim | null,
  render: (created: CreatedDeposit) => string,
): Promise<Answer> {
  return answerWithQr(
    deps,
    claim,
    201,
    async () => {
      const createdAt = new Date();
      const nowMs = createdAt.getTime();
      const { amountSatang, userName, bankName, accountNumber } = request;
      const wanted = { kind: 'qr', amountSatang, bankCode: null } as const;
      const { account, routing } = accountFor(deps, merchant, wanted, createdAt);
      const orderId = newUuid(nowMs);
      const pageToken = newSecretId('pt_');
      const ref = newPaymentRef();
      const expiresAt = new Date(nowMs + deps.config.deposits.expiryMinutes * 60_000);
      const payload = encodeOwnQr(account, { ref, ref2: deposit.ref2, amountSatang });
      const answer = payload === null ? null : render({ orderId, pageToken, ref });
      const head = { id: newId('evt_', nowMs), name: 'payment.pending', at: createdAt } as const;
      const { created, messages } = await deposits.createDeposit(deps.db, {
        orderId,
        merchantId: merchant.id,
        accountId: account.id,
        routing,
        amountSatang,
        ref,
        pageToken,
        payload,
        userName,
        bankName,
        bankCode: findBankCode(bankName),
        accountMask: maskAccount(accountNumber),
        customerSealed: sealCustomer(deps, request),
        createdAt,
        origin: deps.origin ?? null,
        expiresAt,
        nextInquiryAt: firstInquiryAt(account, { createdAt, expiresAt }),
        event: { id: head.id, body: firstEvent(head, orderId, amountSatang) },
        claim: claim === null ? null : { ...claim, answer: sealAnswer(deps, answer ?? orderId) },
      });
      deps.outbox.enqueue(messages);
      if (!created.has(orderId)) return null;
      if (answer !== null) return answer;
      const order = { orderId, merchantId: merchant.id, accountId: account.id, amountSatang, ref };
      const { ref2 } = deposit;
      return { ...order, ref2, createdAt, expiresAt, routing: routing === null ? null : [routing] };
    },
    (orderId, { pageToken, ref }) => render({ orderId, pageToken: pageToken ?? '', ref }),
  );
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
