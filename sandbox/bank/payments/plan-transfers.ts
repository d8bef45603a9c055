import { SATANG_PER_BAHT } from '../../../src/kernel/rules/money';
import type { PaymentMode } from '../records';
import { ApiError } from '../../web/api-error';

/**
 * The amounts of the transfers that pay a bill, in satang. A declined payment has none.
 * `askedSatang` is the amount of a short or excess payment; without it, the difference is 1 baht.
 * In all other modes it must equal the bill's amount, or a 422 ApiError is thrown.
 */
export function planTransfers(
  mode: PaymentMode,
  billedSatang: number,
  askedSatang: number | null,
): readonly number[] {
  switch (mode) {
    case 'pay':
    case 'late':
      return [unchanged(billedSatang, askedSatang)];
    case 'twice':
      return [unchanged(billedSatang, askedSatang), billedSatang];
    case 'decline':
      return [];
    case 'short': {
      const amountSatang = askedSatang ?? oneBahtLess(billedSatang);
      if (amountSatang < 1 || amountSatang >= billedSatang) {
        throw invalidAmount('A short payment must be less than the bill and positive.');
      }
      return [amountSatang];
    }
    case 'over': {
      const amountSatang = askedSatang ?? billedSatang + SATANG_PER_BAHT;
      if (amountSatang <= billedSatang)
        throw invalidAmount('An excess payment must be more than the bill.');
      return [amountSatang];
    }
  }
}

/** Half of a bill of at most 1 baht. */
function oneBahtLess(satang: number): number {
  return satang > SATANG_PER_BAHT ? satang - SATANG_PER_BAHT : Math.floor(satang / 2);
}

function unchanged(billedSatang: number, askedSatang: number | null): number {
  if (askedSatang === null || askedSatang === billedSatang) return billedSatang;
  throw invalidAmount('The QR code fixes the amount. Only the modes short and over pay another.');
}

function invalidAmount(message: string): ApiError {
  return new ApiError(422, 'invalid_amount', message);
}
