import type { AssignedFee } from '../../fees/rules/order-fee';
import { changes, transferKinds, type Transfer } from '../../ledger/rules/ledger';
import { effectiveTimeOf } from '../../ledger/store/movements';
import { run, type Db } from '../../platform/postgres/connect';
import { sql } from '../../platform/postgres/sql';
import { nameOf, type Part } from '../rules/exception';
import type { Sums } from '../rules/resolution';

export interface WrittenResolution {
  readonly id: string;
  readonly exceptionId: string;
  readonly orderId: string | null;
  readonly parts: readonly Part[];
  readonly by: string;
  readonly reason: string;
  readonly sums: Sums;
  /** The order keeps its status, so the merchant gets an adjustment event. */
  readonly isAdjustment: boolean;
  /** Of money without an order. Absent or null: none. */
  readonly fee?: AssignedFee | null;
}

/** Also closes the exception. */
export async function writeResolution(trx: Db, written: WrittenResolution): Promise<void> {
  await insertResolution(trx, written, null);
  await run(
    trx,
    'close-exception',
    sql`update exceptions set resolved_at = now(), resolved_by = ${written.by},
       resolution = ${nameOf(written.parts)}, reason = ${written.reason}
     where id = ${written.exceptionId}`,
  );
}

/** Also reopens the exception. */
export async function writeCorrection(
  trx: Db,
  written: WrittenResolution,
  corrects: string,
): Promise<void> {
  await insertResolution(trx, written, corrects);
  await run(
    trx,
    'reopen-exception',
    sql`update exceptions set resolved_at = null, resolved_by = null, resolution = null,
       reason = null where id = ${written.exceptionId}`,
  );
}

async function insertResolution(
  trx: Db,
  { sums, fee = null, ...written }: WrittenResolution,
  corrects: string | null,
): Promise<void> {
  await run(
    trx,
    'insert-resolution',
    sql`insert into resolutions (id, exception_id, order_id, corrects, parts, reason, decided_by,
                              credited_satang, reversed_satang, refunding_satang, is_adjustment,
                              price_id, fee_satang, fee_vat_satang, fee_vat_rate)
     values (${written.id}, ${written.exceptionId}, ${written.orderId}, ${corrects},
             ${JSON.stringify(written.parts)}, ${written.reason}, ${written.by},
             ${sums.creditedSatang}, ${sums.reversedSatang}, ${sums.refundingSatang},
             ${written.isAdjustment}, ${fee?.priceId ?? null}, ${fee?.feeSatang ?? null},
             ${fee?.vatSatang ?? null}, ${fee?.vatRate ?? null})`,
  );
}

/** The last resolution of an exception that is not corrected. */
export interface StandingResolution extends Pick<Sums, 'creditedSatang'> {
  readonly id: string;
  readonly parts: readonly Part[];
  /** Null when the resolution changed no order. */
  readonly orderId: string | null;
  /** Booked by the resolution's transfers; null for none. */
  readonly movementId: string | null;
  /** Of money without an order; null for none. */
  readonly fee: AssignedFee | null;
}

export async function findStandingResolution(
  trx: Db,
  exceptionId: string,
): Promise<StandingResolution | null> {
  const [row] = await run<StandingResolution>(
    trx,
    'find-standing-resolution',
    sql`select id, parts, order_id, credited_satang,
            (select movement_id from transfers
             where transfers.exception_id = resolutions.exception_id
               and transfers.exception_id is not null
               and transfers.resolution_id = resolutions.id and movement_id is not null limit 1)
              as movement_id,
            case when price_id is not null then json_build_object('priceId', price_id,
              'vatRate', fee_vat_rate, 'feeSatang', fee_satang, 'vatSatang', fee_vat_satang) end
              as fee
     from resolutions where exception_id = ${exceptionId} and corrects is null
       and not exists (select from resolutions as later where later.corrects = resolutions.id)
     order by at desc, id desc limit 1`,
  );
  return row ?? null;
}

/** Postings of a resolution without an order. */
export interface LoosePosting {
  /** Null for money of no merchant. */
  readonly merchantId: string | null;
  readonly exceptionId: string;
  readonly resolutionId: string;
  readonly movementId: string | null;
  readonly transfers: readonly Transfer[];
}

/** Posts, and changes the merchant's balance once: a check constraint rejects a negative one. */
export async function writePosting(trx: Db, posting: LoosePosting): Promise<void> {
  const { transfers, merchantId, movementId } = posting;
  const { available } = changes(transfers);
  const posted = transfers.map(({ kind, amountSatang: amount }) => {
    const { from: debit, to: credit, isOfMovement } = transferKinds[kind];
    return { kind, debit, credit, amount, is_of_movement: isOfMovement };
  });
  await run(
    trx,
    'insert-postings',
    sql`with balance as (
       update balances set available_satang = available_satang + ${available}::bigint
       where merchant_id = ${merchantId} and ${available}::bigint <> 0
     )
     insert into transfers (merchant_id, exception_id, resolution_id, movement_id, kind, debit,
                            credit, amount_satang, provider_account, effective_at)
     select ${merchantId}, ${posting.exceptionId}, ${posting.resolutionId},
            -- What stays inside the ledger is no part of a movement.
            case when 'provider_clearing' in (t.debit, t.credit) then ${movementId}::text end,
            t.kind, t.debit, t.credit, t.amount, movements.account,
            case when t.is_of_movement and movements.id is not null
              then ${effectiveTimeOf('movements')} else now() end
     from json_to_recordset(${JSON.stringify(posted)}::json)
       as t(kind text, debit text, credit text, amount bigint, is_of_movement boolean)
     left join movements on movements.id = ${movementId}::text`,
  );
}
