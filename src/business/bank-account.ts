import { recordAuditEvent, type AuditContext } from '../kernel/audit/record-audit-event';
import { findMerchant, lockMerchant } from '../kernel/merchants/store';
import { isSameAccount, maskAccount } from '../kernel/rules/banks';
import { orProblem, Problem } from '../kernel/rules/problem';
import { notifyOwners } from '../people/send-mail';
import type { Db } from '../platform/postgres/connect';
import type { BankAccount } from '../platform/observe/request-subject';
import { newId } from '../platform/new-id';
import type { Deps } from '../deps';
import { holdHours, whyNotPaid } from './rules/payout-account';
import {
  databaseTime,
  listAccounts,
  replaceAccount,
  type ShopAccount,
} from './store/bank-accounts';
import { endVerification, listVerifications } from './store/verifications';

type Doing = Pick<Deps, 'db' | 'vault'>;
type Changing = Pick<Deps, 'config' | 'db' | 'vault'>;

export interface ChangedAccount {
  readonly merchantId: string;
  readonly account: BankAccount;
  /** Id of the account that the form showed; null for none. */
  readonly before: string | null;
}

/** Null without an account. */
export async function findAccount(
  { db, vault }: Doing,
  merchantId: string,
): Promise<ShopAccount | null> {
  const [latest] = await listAccounts(db, vault, merchantId);
  return latest !== undefined && latest.replacedAt === null ? latest : null;
}

/**
 * Holds the account (`holdHours`), notifies every owner and ends the verification. Does nothing for
 * the same account. Throws Problem `merchant_not_found`, or `state_conflict` when the account has
 * changed since the form.
 */
export async function changeAccount(
  { config, vault, db: database }: Changing,
  audit: AuditContext,
  { merchantId, account, before }: ChangedAccount,
): Promise<void> {
  await database.transaction(async (db) => {
    await lockMerchant(db, merchantId);
    const merchant = orProblem(await findMerchant(db, merchantId), 'merchant_not_found');
    const present = await findAccount({ db, vault }, merchantId);
    if ((present?.id ?? null) !== before) throw new Problem('state_conflict');
    if (present !== null && isUnchanged(present.account, account)) return;
    const id = newId('bac_');
    const hold = holdHours(config.mode, present === null);
    const usableAt = await replaceAccount(db, vault, merchantId, { id, account }, hold);
    const isEnded = present !== null && (await endVerification(db, merchantId, present.id));
    const shown = `${account.bankName} ${maskAccount(account.accountNumber)}`;
    await notifyOwners({ vault }, db, merchantId, {
      kind: 'bank_account_set',
      merchantName: merchant.name,
      account: shown,
      usableAt: usableAt.toISOString(),
    });
    await recordAuditEvent({ vault }, db, audit, 'business.account_set', {
      subject: merchantId,
      detail: { account: shown, id, ...(isEnded ? { verificationEnded: true } : {}) },
    });
  });
}

const isUnchanged = (one: BankAccount, other: BankAccount): boolean =>
  isSameAccount(one, other) && one.accountName === other.accountName;

/**
 * The account that the shop withdraws to. The transaction of the payout asks, so that a change of
 * the account that commits first applies to it. Throws Problem `missing_destination` without an
 * account, `payout_limit_exceeded` with `Retry-After` while it is held, and `permission_denied`
 * until an operator has verified it.
 */
export async function demandPayoutAccount(
  { vault }: Pick<Deps, 'vault'>,
  trx: Db,
  merchantId: string,
): Promise<ShopAccount> {
  await lockMerchant(trx, merchantId);
  const found = await findAccount({ db: trx, vault }, merchantId);
  const verified = await listVerifications(trx, merchantId);
  const isVerified = verified.some(({ subject }) => subject === found?.id);
  const now = await databaseTime(trx);
  const refused = whyNotPaid(found && { ...found, isVerified }, now);
  if (found === null || refused === 'missing') {
    throw new Problem('missing_destination', {
      message: 'The business has no bank account. An owner enters it under Business.',
    });
  }
  if (refused === 'held') {
    const seconds = Math.max(1, Math.ceil((found.usableAt.getTime() - now.getTime()) / 1_000));
    throw new Problem('payout_limit_exceeded', {
      message:
        'The bank account of the business has changed. ' +
        `It can be used from ${found.usableAt.toISOString()}.`,
      headers: { 'Retry-After': String(seconds) },
    });
  }
  if (refused === 'unverified') {
    throw new Problem('permission_denied', {
      message: 'The bank account of the business is not verified yet.',
    });
  }
  return found;
}
