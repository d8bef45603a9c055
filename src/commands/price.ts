import { namedAct } from './act';

export const price = namedAct('price');
export const cost = namedAct('expected_cost');
export const vat = namedAct('vat_rates');
