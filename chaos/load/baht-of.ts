import { satangToBaht } from '../../src/domain/money';
import type { Operation } from '../plan/operation';

/** The amount as requests write it. */
export const bahtOf = ({ amountSatang }: Pick<Operation, 'amountSatang'>): number =>
  satangToBaht(amountSatang);
