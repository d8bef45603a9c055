import { SATANG_PER_BAHT } from '../../../src/domain/money';
import type { PaymentMode } from '../book/entry';
import { Refusal } from '../refusal';

/**
 * The amounts, in satang, of the transfers that paying a bill makes: none when it is declined.
 * `askedSatang` (null: not said) replaces the usual one baht of difference where the bill is paid
 * short or over; otherwise an app lets nobody change the amount. Throws a 422 Refusal.
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
        throw invalidAmount('A short payment is less than the bill, and more than nothing.');
      }
      return [amountSatang];
    }
    case 'over': {
      const amountSatang = askedSatang ?? billedSatang + SATANG_PER_BAHT;
      if (amountSatang <= billedSatang) throw invalidAmount('An overpayment exceeds the bill.');
      return [amountSatang];
    }
  }
}

/** Half of a bill that has no baht to spare. */
function oneBahtLess(satang: number): number {
  return satang > SATANG_PER_BAHT ? satang - SATANG_PER_BAHT : Math.floor(satang / 2);
}

function unchanged(billedSatang: number, askedSatang: number | null): number {
  if (askedSatang === null || askedSatang === billedSatang) return billedSatang;
  throw invalidAmount('The QR code fixes the amount. Use the mode short or over to pay another.');
}

function invalidAmount(message: string): Refusal {
  return new Refusal(422, 'invalid_amount', message);
}
