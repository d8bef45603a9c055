import { run, type Db } from '../../platform/postgres/connect';
import { sql, type Sql } from '../../platform/postgres/sql';
import type { Merchant } from '../../kernel/merchants/store';

/** `waiting`: for the approval of an operator. */
export type MerchantState = 'all' | 'waiting' | 'active' | 'disabled';

export interface MerchantPage {
  readonly state: MerchantState;
  /** Part of a name, or an ID; null for all. */
  readonly word: string | null;
  /** The ID of the last merchant of the page before. */
  readonly after: string | null;
  readonly limit: number;
}

export interface ListedMerchant extends Merchant {
  readonly createdAt: Date;
  /** Disabled, and not yet reviewed by an operator. */
  readonly isWaiting: boolean;
  readonly availableSatang: number;
}

const waiting = sql`merchants.status = 'disabled' and decided_at is null`;
const conditions: Readonly<Record<MerchantState, Sql>> = {
  all: sql`true`,
  waiting,
  active: sql`merchants.status = 'active'`,
  disabled: sql`merchants.status = 'disabled' and decided_at is not null`,
};

/** Newest first, because IDs are ordered by creation time. */
export async function pageOfMerchants(
  db: Db,
  { state, word, after, limit }: MerchantPage,
): Promise<{ readonly items: readonly ListedMerchant[]; readonly hasMore: boolean }> {
  const like = word === null ? null : `%${word.replace(/[\\%_]/g, String.raw`\$&`)}%`;
  const rows = await run<ListedMerchant>(
    db,
    `page-merchants-${state}`,
    sql`select merchants.id, name, merchants.status, created_at,
            (${waiting}) as is_waiting, available_satang
     from merchants join balances on balances.merchant_id = merchants.id
     where ${conditions[state]} and (${like}::text is null or name ilike ${like}
            or merchants.id = ${word})
       and (${after}::text is null or merchants.id < ${after})
     order by merchants.id desc limit ${limit + 1}`,
  );
  return { items: rows.slice(0, limit), hasMore: rows.length > limit };
}

export interface MerchantFacts extends ListedMerchant {
  readonly heldSatang: number;
  readonly pendingSatang: number;
  /** Limits withdrawals and refunds per day; null for no limit. */
  readonly dayLimitSatang: number | null;
  readonly decidedAt: Date | null;
  readonly decisionReason: string | null;
}

export async function findMerchantFacts(db: Db, merchantId: string): Promise<MerchantFacts | null> {
  const [row] = await run<MerchantFacts>(
    db,
    'find-merchant-facts',
    sql`select merchants.id, name, merchants.status, created_at,
            (${waiting}) as is_waiting, available_satang,
            held_satang, pending_satang, day_limit_satang,
            decided_at, decision_reason
     from merchants join balances on balances.merchant_id = merchants.id
     where merchants.id = ${merchantId}`,
  );
  return row ?? null;
}
