import type { Deps } from '../../src/deps';
import type { Merchant } from '../../src/kernel/merchants/store';
import { changeHolidays, setRule } from '../../src/maturity/set-rule';
import { commandAudit } from './gateway';

export const testMaturity = (
  deps: Pick<Deps, 'db' | 'vault'>,
  { id: merchantId }: Pick<Merchant, 'id'>,
  days: number,
  accountId = 'default',
): Promise<void> => setRule(deps, commandAudit, { merchantId, accountId, days });

/** By default makes the years around now known, with New Year as their only bank holiday. */
export async function testHolidays(
  deps: Pick<Deps, 'db' | 'vault'>,
  days?: readonly string[],
): Promise<void> {
  const now = new Date().getUTCFullYear();
  const years = days === undefined ? [now - 1, now, now + 1] : [Number(days[0]?.slice(0, 4))];
  for (const year of years) {
    await changeHolidays(deps, commandAudit, { year, days: days ?? [`${year}-01-01`] });
  }
}
