import type { Deps } from '../deps';
import type { VatRate } from './rules/price';
import * as store from './store/prices';

/** In the order of their ends. */
export const listVatRates = ({ db }: Pick<Deps, 'db'>): Promise<readonly VatRate[]> =>
  store.listVatRates(db);
