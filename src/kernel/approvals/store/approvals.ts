import {
  APPROVAL_HOURS,
  type Approval,
  type ApprovalAct,
  type ApprovalStatus,
} from '../rules/approval';
import { approvalEventBody } from '../../events/rules/event-bodies';
import type { Realm } from '../../rules/realm';
import { newId } from '../../../platform/new-id';
import { run, type Db } from '../../../platform/postgres/connect';
import { raw, sql, type Sql } from '../../../platform/postgres/sql';
import { announce } from '../../events/store/announce';

const columns = sql`approvals.id, realm, merchant_id, act, subject, detail,
       json_build_object('kind', proposer_kind, 'id', proposer_id) as proposer,
       person_id, needs, first_by, status, problem,
       created_at,
       expires_at, decided_at, decided_by`;

export type NewApproval = Pick<
  Approval,
  'id' | 'realm' | 'merchantId' | 'act' | 'subject' | 'detail' | 'proposer' | 'needs'
> & {
  /** Null when the approval's object exists and only waits. */
  readonly proposalSealed: string | null;
};

/**
 * Writes the event too. The person behind an API key is the maker of the key. Null when the same
 * act on the same object is pending.
 */
export async function insertApproval(trx: Db, approval: NewApproval): Promise<Approval | null> {
  const { id, realm, merchantId, act, subject, detail, proposer, proposalSealed, needs } = approval;
  const isPerson = proposer.kind === 'user' || proposer.kind === 'operator';
  const [row] = await run<Approval>(
    trx,
    'insert-approval',
    sql`insert into approvals (id, realm, merchant_id, act, subject, detail, proposal_sealed,
                           proposer_kind, proposer_id, person_id, needs, expires_at)
     values (${id}, ${realm}, ${merchantId}, ${act}, ${subject}, ${JSON.stringify(detail)},
             ${proposalSealed}, ${proposer.kind}, ${proposer.id},
             coalesce(${isPerson ? proposer.id : null}::text,
               (select made_by_id from api_keys
                where id = ${proposer.id} and made_by_kind in ('user', 'operator'))),
             ${needs}, now() + interval '${raw(String(APPROVAL_HOURS))} hours')
     on conflict do nothing returning ${columns}`,
  );
  if (row === undefined) return null;
  await announceApproval(trx, 'approval.requested', row);
  return row;
}

export interface ApprovalScope {
  readonly realm: Realm;
  /** Null: the operators' approvals, about any merchant. */
  readonly merchantId: string | null;
}

const inScope = ({ realm, merchantId }: ApprovalScope) =>
  sql`realm = ${realm} and (${merchantId}::text is null or merchant_id = ${merchantId})`;

export async function findApproval(
  db: Db,
  scope: ApprovalScope,
  id: string,
): Promise<Approval | null> {
  const [row] = await run<Approval>(
    db,
    'find-approval',
    sql`select ${columns} from approvals where id = ${id} and ${inScope(scope)}`,
  );
  return row ?? null;
}

/** Null for an act whose object exists already. */
export async function findProposal(db: Db, id: string): Promise<string | null> {
  const [row] = await run<{ sealed: string | null }>(
    db,
    'find-proposal',
    sql`select proposal_sealed as sealed from approvals where id = ${id}`,
  );
  return row?.sealed ?? null;
}

export interface LockedApproval extends Approval {
  readonly proposalSealed: string | null;
  readonly isOverdue: boolean;
}

const lockedColumns = sql`${columns}, proposal_sealed,
       expires_at <= clock_timestamp() as is_overdue`;

/** Of two people who decide at the same time, the second waits. */
export async function lockApproval(
  trx: Db,
  scope: ApprovalScope,
  id: string,
): Promise<LockedApproval | null> {
  const [row] = await run<LockedApproval>(
    trx,
    'lock-approval',
    sql`select ${lockedColumns} from approvals
     where id = ${id} and ${inScope(scope)} for no key update`,
  );
  return row ?? null;
}

/** Locks a pending approval that is overdue or whose order has ended; null without one. */
export async function lockOverdueApproval(trx: Db): Promise<LockedApproval | null> {
  const [row] = await run<LockedApproval>(
    trx,
    'lock-overdue-approval',
    sql`select ${lockedColumns} from approvals
     where status = 'pending' and (expires_at <= clock_timestamp()
       or exists (select from orders where orders.id = subject
                  and orders.status in ('succeeded', 'failed')))
     order by expires_at limit 1 for no key update skip locked`,
  );
  return row ?? null;
}

/** Locks one pending approval of a payout that the key requested; null when there is none. */
export async function lockPayoutApprovalOfKey(
  trx: Db,
  keyId: string,
): Promise<LockedApproval | null> {
  const [row] = await run<LockedApproval>(
    trx,
    'lock-payout-approval-of-key',
    sql`select ${lockedColumns} from approvals
     where status = 'pending' and act in ('withdrawal', 'refund') and realm = 'merchant'
       and merchant_id = (select merchant_id from api_keys where id = ${keyId})
       and proposer_kind = 'key' and proposer_id = ${keyId}
     order by id limit 1 for no key update`,
  );
  return row ?? null;
}

export interface ApprovalEnd {
  readonly status: Exclude<ApprovalStatus, 'pending'>;
  /** Null for the sweeper. */
  readonly decidedBy: string | null;
  readonly problem?: string;
}

/** The approval stays pending for the second person. */
export async function noteFirstApproval(trx: Db, id: string, personId: string): Promise<void> {
  await run(
    trx,
    'note-first-approval',
    sql`update approvals set first_by = ${personId}, first_at = clock_timestamp()
     where id = ${id} and status = 'pending'`,
  );
}

/** Writes the event too. Throws when the approval is not pending. */
export async function endApproval(
  trx: Db,
  id: string,
  { status, decidedBy, problem }: ApprovalEnd,
): Promise<void> {
  const [ended] = await run<Approval>(
    trx,
    'end-approval',
    sql`update approvals set status = ${status}, decided_at = clock_timestamp(),
       decided_by = ${decidedBy}, problem = ${problem ?? null}
     where id = ${id} and status = 'pending' returning ${columns}`,
  );
  if (ended === undefined) throw new Error(`${id} is not pending`);
  await announceApproval(trx, 'approval.ended', ended);
}

/** The object of an approval of a member can be an email address, which no event contains. */
const announcedActs: ReadonlySet<ApprovalAct> = new Set(['withdrawal', 'refund', 'key', 'rules']);

/** Does nothing for approvals of operators, and for acts without an event. */
async function announceApproval(
  trx: Db,
  name: 'approval.requested' | 'approval.ended',
  approval: Approval,
): Promise<void> {
  const { id, realm, merchantId, act } = approval;
  if (realm !== 'merchant' || merchantId === null || !announcedActs.has(act)) return;
  const sequence = name === 'approval.requested' ? 1 : 2;
  const head = { id: newId('evt_'), name, sequence, at: new Date() };
  await announce(trx, merchantId, id, head, approvalEventBody(head, approval));
}

export interface ApprovalFilter {
  readonly scope: ApprovalScope;
  readonly status: ApprovalStatus | null;
}

/** Newest first, ties by id, after a position. */
export async function listApprovals(
  db: Db,
  { scope, status }: ApprovalFilter,
  slice: {
    readonly limit: number;
    readonly after: { readonly createdAt: Date; readonly id: string } | null;
  },
): Promise<{ readonly items: readonly Approval[]; readonly hasMore: boolean }> {
  const { limit, after } = slice;
  const rows = await run<Approval>(
    db,
    'list-approvals',
    sql`select ${columns} from approvals
     where ${inScope(scope)} and status = coalesce(${status}::text, status)
       and (created_at, id) < (${after?.createdAt ?? 'infinity'}::timestamptz,
                               ${after?.id ?? ''}::text)
     order by created_at desc, id desc limit ${limit + 1}`,
  );
  return { items: rows.slice(0, limit), hasMore: rows.length > limit };
}

/** A column with the order's OrderApproval as JSON, or null. */
export const orderApproval = (orderId: Sql): Sql => sql`(
  select json_build_object('id', approvals.id, 'status', approvals.status, 'expiresAt',
    to_char(approvals.expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  from approvals
  where approvals.subject = ${orderId} and act in ('withdrawal', 'refund')) as approval`;
