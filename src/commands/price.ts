import { namedAct } from './act';

export const price = namedAct('price');
export const vat = namedAct('vat_rates');
