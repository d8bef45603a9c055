import { satangToBaht } from '../../src/kernel/rules/money';
import type { Operation } from '../plan/operation';

/** The amount in baht, as requests have it. */
export const bahtOf = ({ amountSatang }: Pick<Operation, 'amountSatang'>): number =>
  satangToBaht(amountSatang);
