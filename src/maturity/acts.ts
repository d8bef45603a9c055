import { act, approvalsAreOn } from '../kernel/acts/act';
import { accountId, countBetween, entry, merchantId, option, readable } from '../kernel/acts/entry';
import { readHolidays } from './rules/holidays-text';
import {
  changeHolidays,
  holidayDetail,
  HOLIDAYS,
  ruleDetail,
  setRule,
  type HolidaySetting,
  type RuleSetting,
} from './set-rule';

const byAdmin = { realm: 'operator', role: 'admin', stepUp: 'required' } as const;

export const DAYS_MAX = 30;

/** When a merchant may use its money. Money that was credited before keeps its days. */
const maturity = act<RuleSetting, void>({
  ...byAdmin,
  title: { en: 'Maturity of the money of a merchant', th: 'วันครบกำหนดเงินของร้าน' },
  entry: entry('set after how many bank days a merchant may use what an account receives', {
    merchantId,
    accountId,
    days: option(
      'days',
      'bank days; 0: at once',
      readable(`must be a number from 0 to ${DAYS_MAX}`, countBetween(0, DAYS_MAX)),
    ),
  }),
  needsApproval: approvalsAreOn,
  facts: (_deps, setting) => ({
    merchantId: setting.merchantId,
    subject: setting.merchantId,
    detail: ruleDetail(setting),
  }),
  run: setRule,
});

const bank_holidays = act<HolidaySetting, void>({
  ...byAdmin,
  title: { en: 'Bank holidays of a year', th: 'วันหยุดธนาคารของปี' },
  entry: entry(
    'set the bank holidays of a year, which replace those known before',
    {
      days: option(
        'days',
        'such as "2027-01-01 2027-02-22"',
        readable('must be days of one year such as 2027-01-01 2027-02-22', readHolidays),
      ),
    },
    ({ days }) => days,
  ),
  needsApproval: approvalsAreOn,
  facts: (_deps, setting) => ({
    merchantId: null,
    subject: HOLIDAYS,
    detail: holidayDetail(setting),
  }),
  run: changeHolidays,
});

export const maturityActs = { maturity, bank_holidays };
