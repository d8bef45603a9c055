import * as withdrawals from './store/create-withdrawal';
import { feeOfPayout } from '../../fees/rules/order-fee';
import { findPricing } from '../../fees/store/prices';
import type { IdempotencyClaim } from '../../kernel/idempotency/store';
import type { OutboxMessage } from '../../kernel/outbox/store/messages';
import type { Db } from '../../platform/postgres/connect';
import type { Merchant } from '../../kernel/merchants/store';
import { findBankCode, maskAccount } from '../../kernel/rules/banks';
import {
  withdrawalEventBody,
  type WithdrawalSnapshot,
} from '../../kernel/events/rules/event-bodies';
import { Problem } from '../../kernel/rules/problem';
import { newId, newUuid } from '../../platform/new-id';
import type { AuditContext } from '../../kernel/audit/record-audit-event';
import {
  approvalsOf,
  payeeDigestOf,
  requestPayoutApproval,
} from '../../merchants/approval-rules/payout-approval';
import { findOrderOfKey, type Placed } from '../../kernel/idempotency/idempotency';
import type { Deps } from '../../deps';
import { accountFor } from '../account-for';
import { type BankAccount, sealSubject } from '../../platform/observe/request-subject';
import { demandPayee, type PayingKey } from '../../merchants/payees';
import { refusedHold } from './refused-hold';

export interface WithdrawalRequest {
  readonly amountSatang: number;
  readonly username: string;
  /** As the merchant wrote it. An unknown name is passed on as text, without a code. */
  readonly bankName: string;
  /** 6 to 15 digits. */
  readonly accountNumber: string;
  readonly firstNameTh: string;
  readonly lastNameTh: string;
}

export interface CreatedWithdrawal {
  readonly orderId: string;
}

/**
 * Holds the money in the same transaction. Where the merchant's rules demand it, the withdrawal is
 * submitted only after another person approves it. Throws Problem `permission_denied` for an
 * account outside the key's list or as `approvalsOf` does, `insufficient_funds` or
 * `payout_limit_exceeded`; with strict bank names also `invalid_request`.
 */
export async function createWithdrawal(
  deps: Deps,
  audit: AuditContext,
  merchant: Merchant & PayingKey,
  request: WithdrawalRequest,
  claim: IdempotencyClaim | null,
): Promise<Placed<CreatedWithdrawal>> {
  const { amountSatang, username, bankName, accountNumber } = request;
  const bankCode = findBankCode(bankName);
  if (bankCode === null && deps.config.withdrawals.strictBanks) {
    throw new Problem('invalid_request', { param: 'bankName', message: 'No bank has that name.' });
  }
  await demandPayee(deps, merchant, { bankName, accountNumber }, 'accountNumber');
  const accountName = `${request.firstNameTh} ${request.lastNameTh}`;
  const account = { bankCode, bankName, accountNumber, accountName };
  return inTransaction(deps, (trx) =>
    placeWithdrawal(deps, trx, audit, merchant, { amountSatang, username, account }, claim),
  );
}

interface Payout {
  readonly amountSatang: number;
  readonly username: string;
  readonly account: BankAccount;
}

interface InTransaction extends Placed<CreatedWithdrawal> {
  readonly messages: readonly OutboxMessage[];
}

/** Dispatches what the transaction wrote. */
export async function inTransaction(
  deps: Deps,
  place: (trx: Db) => Promise<InTransaction>,
): Promise<Placed<CreatedWithdrawal>> {
  const { messages, ...placed } = await deps.db.transaction(place);
  deps.outbox.enqueue(messages);
  return placed;
}

/** As `createWithdrawal`, in a transaction, to an account that may be paid. */
export async function placeWithdrawal(
  deps: Deps,
  trx: Db,
  audit: AuditContext,
  merchant: Merchant,
  { amountSatang, username, account }: Payout,
  claim: IdempotencyClaim | null,
): Promise<InTransaction> {
  const { bankCode, bankName } = account;
  const createdAt = new Date();
  const wanted = { kind: 'payout', amountSatang, bankCode } as const;
  const { account: provider, routing } = accountFor(deps, merchant, wanted, createdAt);
  const orderId = newUuid(createdAt.getTime());
  const accountMask = maskAccount(account.accountNumber);
  const detail = { amountSatang, bank: bankName, account: accountMask, customer: username };
  const payeeDigest = payeeDigestOf(deps.vault, account);
  const about = { merchantId: merchant.id, orderId, detail, payeeDigest };
  const payout = { kind: 'withdrawal', ...about } as const;
  const needs = await approvalsOf(deps, trx, audit, payout);
  const priced = { merchantId: merchant.id, method: 'withdrawal', accountId: provider.id } as const;
  const fee = feeOfPayout(await findPricing(trx, priced), amountSatang, createdAt);
  const made = await withdrawals.createWithdrawal(trx, {
    orderId,
    merchantId: merchant.id,
    accountId: provider.id,
    routing,
    amountSatang,
    fee,
    username,
    bankName,
    bankCode,
    accountMask,
    subjectSealed: sealSubject(deps.vault, { kind: 'payout', account }),
    awaitsApproval: needs !== 0,
    payeeDigest,
    createdAt,
    origin: deps.origin ?? null,
    event: firstEvent(
      { id: orderId, amountSatang, username, bankName, accountMask, fee },
      createdAt,
    ),
    claim,
  });
  if (!made.created.has(orderId)) {
    const bound = claim && (await findOrderOfKey({ db: trx }, claim));
    if (bound === null || bound === orderId) {
      throw await refusedHold(trx, merchant.id, amountSatang);
    }
    return { order: { orderId: bound }, isReplay: true, messages: [] };
  }
  if (needs !== 0) await requestPayoutApproval(deps, trx, audit, payout, needs);
  return { order: { orderId }, isReplay: false, messages: made.messages };
}

function firstEvent(created: Omit<WithdrawalSnapshot, 'status' | 'failure'>, at: Date) {
  const id = newId('evt_', at.getTime());
  const head = { id, name: 'withdrawal.pending', sequence: 1, at } as const;
  return { id, body: withdrawalEventBody(head, { ...created, status: 'pending', failure: null }) };
}
