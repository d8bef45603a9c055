import type { Deps } from '../deps';
import { findBalance, type Balance } from '../ledger/find-balance';
import { maturesOn } from './rules/bank-day';
import { sumMaturing } from './store/pending';
import { listHolidays, usesBankDays } from './store/bank-days';

export { listHolidays, usesBankDays };

export interface Maturing {
  /** In Bangkok. Null while the bank holidays of its year are not known. */
  readonly day: string | null;
  readonly satang: number;
}

export interface MaturingBalance extends Balance {
  /** The pending money by the day on which it becomes available, soonest first. */
  readonly maturing: readonly Maturing[];
}

/** One snapshot. Without pending money it reads the balance alone. */
export async function findMaturingBalance(
  { db }: Pick<Deps, 'db'>,
  merchantId: string,
): Promise<MaturingBalance> {
  const balance = await findBalance(db, merchantId);
  if (balance.pendingSatang === 0) return { ...balance, maturing: [] };
  return db.transaction(
    async (trx) => {
      const holidays = await listHolidays(trx);
      const sums = new Map<string | null, number>();
      for (const { day, days, satang } of await sumMaturing(trx, merchantId)) {
        const on = maturesOn(day, days, holidays);
        sums.set(on, (sums.get(on) ?? 0) + satang);
      }
      const maturing = [...sums].map(([day, satang]) => ({ day, satang }));
      const sooner = ({ day: a }: Maturing, { day: b }: Maturing) =>
        (a ?? '9').localeCompare(b ?? '9');
      return { ...(await findBalance(trx, merchantId)), maturing: maturing.toSorted(sooner) };
    },
    { isolationLevel: 'repeatable read', readOnly: true },
  );
}
