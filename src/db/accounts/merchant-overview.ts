import type { Db } from '../postgres/connect';
import { run } from '../postgres/connect';
import { sql } from '../postgres/sql';
import type { Sql } from '../postgres/sql';
import type { Merchant } from './merchants';

/** How merchants are asked for: `waiting` are those that nobody has let in yet. */
export type MerchantState = 'all' | 'waiting' | 'active' | 'disabled';

export interface MerchantPage {
  readonly state: MerchantState;
  /** Part of a name, or an id; null: any. */
  readonly word: string | null;
  /** Begins after the one of that id. */
  readonly after: string | null;
  readonly limit: number;
}

export interface ListedMerchant extends Merchant {
  readonly createdAt: Date;
  /** Nobody has decided about it yet, and it may not create. */
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

/** The newest first: an id holds the moment of its birth. */
export async function pageOfMerchants(
  db: Db,
  { state, word, after, limit }: MerchantPage,
): Promise<{ readonly items: readonly ListedMerchant[]; readonly hasMore: boolean }> {
  const like = word === null ? null : `%${word.replace(/[\\%_]/g, String.raw`\$&`)}%`;
  const rows = await run<ListedMerchant>(
    db,
    `page-merchants-${state}`,
    sql`select merchants.id, name, merchants.status, created_at as "createdAt",
            (${waiting}) as "isWaiting", available_satang as "availableSatang"
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
  /** What withdrawals and refunds may ask for in a day; null: no limit. */
  readonly dayLimitSatang: number | null;
  readonly decidedAt: Date | null;
  readonly decisionReason: string | null;
}

export async function findMerchantFacts(db: Db, merchantId: string): Promise<MerchantFacts | null> {
  const [row] = await run<MerchantFacts>(
    db,
    'find-merchant-facts',
    sql`select merchants.id, name, merchants.status, created_at as "createdAt",
            (${waiting}) as "isWaiting", available_satang as "availableSatang",
            held_satang as "heldSatang", day_limit_satang as "dayLimitSatang",
            decided_at as "decidedAt", decision_reason as "decisionReason"
     from merchants join balances on balances.merchant_id = merchants.id
     where merchants.id = ${merchantId}`,
  );
  return row ?? null;
}
