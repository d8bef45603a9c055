import { namedAct } from './act';

export const maturity = namedAct('maturity');
export const holidays = namedAct('bank_holidays');
