import { OPERATORS, recordAuditEvent, type AuditContext } from '../kernel/audit/record-audit-event';
import { lockMerchant } from '../kernel/merchants/store';
import { Problem } from '../kernel/rules/problem';
import { newId } from '../platform/new-id';
import type { Deps } from '../deps';
import { findAccount } from './bank-account';
import { findBusiness } from './find-business';
import { hasIdentity } from './rules/details';
import { IDENTITY, insertVerification, isMember } from './store/verifications';

type Doing = Pick<Deps, 'db' | 'vault'>;

export interface Verified {
  readonly merchantId: string;
  /** `identity`, or the id of the account that the operator saw. */
  readonly subject: string;
  /** Of the profile that the operator saw. */
  readonly digest: string;
  /** As the evidence has it: the console shows no account number. Absent for the identity. */
  readonly accountNumber?: string;
  /** What was checked, and where. */
  readonly evidence: string;
}

/**
 * Throws Problem `state_conflict` when the value has changed since the operator saw it, is verified
 * already or is incomplete; `invalid_request` for another account number than that of the shop; and
 * `not_permitted` for a member of the merchant's team.
 */
export async function verifyBusiness(
  { db: database, vault }: Doing,
  audit: AuditContext,
  { merchantId, subject, evidence, ...seen }: Verified,
): Promise<void> {
  const { kind, id: operatorId } = audit.actor;
  if (kind !== 'operator' || audit.scope !== OPERATORS) throw new Problem('not_permitted');
  await database.transaction(async (db) => {
    await lockMerchant(db, merchantId);
    if (await isMember(db, merchantId, operatorId)) throw new Problem('not_permitted');
    const demand = subject === IDENTITY ? demandIdentity : demandAccount;
    await demand({ db, vault }, { merchantId, subject, ...seen });
    const id = newId('ver_');
    const verified = { id, merchantId, subject, evidence, operatorId };
    if (!(await insertVerification(db, verified))) throw new Problem('state_conflict');
    const what = subject === IDENTITY ? IDENTITY : 'account';
    await recordAuditEvent({ vault }, db, audit, 'business.verified', {
      subject: merchantId,
      detail: { what, evidence },
      merchant: { id: merchantId, detail: { what } },
    });
  });
}

type Seen = Omit<Verified, 'evidence'>;

async function demandIdentity(deps: Doing, { merchantId, digest }: Seen): Promise<void> {
  const { profile, digest: present } = await findBusiness(deps, merchantId);
  if (present !== digest || !hasIdentity(profile)) throw new Problem('state_conflict');
}

async function demandAccount(
  deps: Doing,
  { merchantId, subject, accountNumber }: Seen,
): Promise<void> {
  const found = await findAccount(deps, merchantId);
  if (found === null || found.id !== subject) throw new Problem('state_conflict');
  if (found.account.accountNumber !== accountNumber) {
    throw new Problem('invalid_request', { param: 'account_number' });
  }
}
