import { z } from 'zod';
import { filled, id } from '../../../contract/fields';
import { countBetween, readable } from '../../../kernel/acts/entry';
import { actForm, page } from '../../../pages/console/frame/page';
import { DAYS_MAX } from '../../acts';
import { listHolidays } from '../../find-maturing';
import { readHolidays } from '../../rules/holidays-text';
import { findRules } from '../../set-rule';
import { HOLIDAYS, holidaysScreen, maturityPath, maturityScreen } from './view';

const PATH = '/console/merchants/:id/maturity';
const params = z.object({ id: id('mer_', 'merchant_not_found') });

const bankDays = readable('must be a number of days', countBetween(0, DAYS_MAX));
const listed = readable('must be days of one year', readHolidays);

export const consoleMaturityOperations = [
  page({
    name: 'showMerchantMaturity',
    summary: 'After how many bank days a merchant may use its money',
    path: PATH,
    params,
    errors: ['merchant_not_found'],
    render: async (deps, context, { params: asked }) =>
      maturityScreen(context, await findRules(deps, asked.id), null),
  }),

  actForm({
    act: 'maturity',
    name: 'setMerchantMaturity',
    path: PATH,
    params,
    fields: z.object({ accountId: filled(100), days: bankDays }),
    errors: ['merchant_not_found', 'provider_account_not_found'],
    input: ({ params: { id: merchantId }, fields }) => ({ merchantId, ...fields }),
    back: ({ id: merchantId }) => maturityPath(merchantId),
    done: 'maturity_set',
    onError: async (deps, context, refusal, { id: merchantId }) =>
      maturityScreen(context, await findRules(deps, merchantId), refusal),
  }),

  page({
    name: 'showBankHolidays',
    summary: 'The days on which no bank works',
    path: HOLIDAYS,
    render: async (deps, context) => holidaysScreen(context, await listHolidays(deps.db), null),
  }),

  actForm({
    act: 'bank_holidays',
    name: 'setBankHolidays',
    path: HOLIDAYS,
    fields: z.object({ days: listed }),
    input: ({ fields: { days } }) => days,
    back: () => HOLIDAYS,
    done: 'bank_holidays_set',
    onError: async (deps, context, refusal) =>
      holidaysScreen(context, await listHolidays(deps.db), refusal),
  }),
];
