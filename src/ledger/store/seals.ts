import type { Vault } from '../../platform/crypto/vault';
import { appendAuditEvent, type AuditFault } from '../../kernel/audit/store/audit-log';
import { run, type Db } from '../../platform/postgres/connect';
import { raw, sql } from '../../platform/postgres/sql';
import { closedBefore } from './money-days';

/*
 * The ledger is sealed: an audit log of its own has a digest of each range of transfers, so that
 * its head, which is exported with the others, shows a changed or removed transfer (decision 14).
 */

/** Names the audit log of seals. */
const LEDGER = 'ledger';
/** Transfers per seal. */
const BATCH = 5_000;
/** Advisory lock key; arbitrary. */
const SEAL_LOCK = 7_266_427;

/**
 * SQL of the digest of transfers. A movement is named later and is not a part. The lot of pending
 * money is appended, so that the digests of transfers without one stay as they were.
 */
const digest = sql`encode(sha256(convert_to(coalesce(string_agg(
  row(id, merchant_id, order_id, callback_id, exception_id, resolution_id, kind, debit, credit,
      amount_satang, provider_account, extract(epoch from effective_at),
      extract(epoch from created_at))::text
    || coalesce(' ' || to_char(pending_day, 'YYYY-MM-DD') || '/' || pending_days, ''),
  e'\\n' order by id),
  ''), 'UTF8')), 'hex')`;

/**
 * Seals transfers once no running transaction can write one with a smaller number. True if there
 * may be more. Fewer transfers than a batch wait for an hour.
 */
export async function sealNextTransfers(db: Db, vault: Vault): Promise<boolean> {
  return db.transaction(async (trx) => {
    const [lock] = await run<{ taken: boolean }>(
      trx,
      'lock-seals',
      sql`select pg_try_advisory_xact_lock(${SEAL_LOCK}) as taken`,
    );
    if (lock?.taken !== true) return false;
    const [edge] = await run<{ closed: string }>(trx, 'closed-transfers', closedBefore);
    const [next] = await run<{ until: number | null; count: number; digest: string }>(
      trx,
      'digest-next-transfers',
      sql`with last as (
         select subject::bigint as until, at from audit_log where scope = ${LEDGER}
         order by number desc limit 1
       ), next as (
         select *, bool_and(created_at < ${edge?.closed ?? '-infinity'}::timestamptz)
           over (order by id) as closed
         from transfers where id > coalesce((select until from last), 0)
         order by id limit ${raw(BATCH)}
       )
       select case when count(*) = ${raw(BATCH)}
                or coalesce((select at from last), '-infinity') < now() - interval '1 hour'
              then max(id) end as until, count(*), ${digest} as digest
       from next where closed`,
    );
    if (next === undefined || next.until === null) return false;
    await appendAuditEvent(trx, vault, {
      scope: LEDGER,
      actor: { kind: 'command', id: 'housekeeping', address: null },
      act: 'ledger.sealed',
      subject: String(next.until),
      detail: { transfers: next.count, digest: next.digest },
    });
    return next.count === BATCH;
  });
}

/** Finds the first seal whose transfers have changed. `findAuditFaults` verifies the log itself. */
export async function findSealFaults(db: Db): Promise<readonly AuditFault[]> {
  return run<AuditFault>(
    db,
    'find-seal-faults',
    sql`with seals as (
       select number, subject::bigint as until, detail::json->>'digest' as digest,
              coalesce(lag(subject::bigint) over (order by number), 0) as after
       from audit_log where scope = ${LEDGER}
     )
     select ${LEDGER} as scope, number, 'altered' as fault
     from seals cross join lateral (
       select ${digest} as digest from transfers where id > seals.after and id <= seals.until
     ) as present
     where present.digest is distinct from seals.digest
     order by number limit 1`,
  );
}
