import type { BigNumberInput } from '@medusajs/types';
import { BigNumber } from '@medusajs/utils';
import { invalid } from './options';

/** An amount in whole baht, which QR payments have. Throws MedusaError for any other. */
export function wholeBaht(amount: BigNumberInput, currency: string): number {
  if (currency.toUpperCase() !== 'THB') {
    throw invalid(`Saphan takes THB, not ${currency.toUpperCase()}.`);
  }
  const baht = numberOf(amount);
  if (!Number.isSafeInteger(baht) || baht <= 0) {
    throw invalid('Saphan takes whole baht: round the prices and taxes of the shop.');
  }
  return baht;
}

/** An amount in baht with up to two decimals. The gateway decides whether it takes satang. */
export function bahtOf(amount: BigNumberInput): number {
  const baht = numberOf(amount);
  if (!(baht > 0) || Number(baht.toFixed(2)) !== baht) {
    throw invalid('The amount of a refund has at most two decimals.');
  }
  return baht;
}

const numberOf = (amount: BigNumberInput): number => new BigNumber(amount).numeric;
