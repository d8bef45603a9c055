/** Amounts are integers of satang (1/100 baht). Baht exist on the wire only. */
import { plainDigits } from './thai-text';

export const SATANG_PER_BAHT = 100;
export const QR_AMOUNT_MIN_BAHT = 1;
export const QR_AMOUNT_MAX_BAHT = 2_000_000;
export const QR_LOWEST_SATANG = QR_AMOUNT_MIN_BAHT * SATANG_PER_BAHT;
export const QR_HIGHEST_SATANG = QR_AMOUNT_MAX_BAHT * SATANG_PER_BAHT;
/** Of deposits and withdrawals. */
export const TRANSFER_MIN_SATANG = 100;
export const TRANSFER_MAX_SATANG = 200_000_000;

/** The largest amount that a JSON number of baht represents exactly to the satang. */
export const DECIMAL_BAHT_MAX = 9_999_999_999_999.99;

/** The QR family uses whole baht. Throws RangeError for a fraction. */
export function bahtToSatang(baht: number): number {
  if (!Number.isSafeInteger(baht) || !Number.isSafeInteger(baht * SATANG_PER_BAHT)) {
    throw new RangeError(`not a whole number of baht: ${baht}`);
  }
  return baht * SATANG_PER_BAHT;
}

/**
 * The bank-transfer family and the provider use decimal baht. Exact: reads the digits of the
 * number's shortest decimal form, without multiplication. Null for a number that is not finite, is
 * negative, has more than two decimals or exceeds the safe range.
 */
export function decimalBahtToSatang(baht: number): number | null {
  const match = /^(\d{1,13})(?:\.(\d{1,2}))?$/.exec(String(baht));
  if (match === null) return null;
  const [, whole = '', fraction = ''] = match;
  const satang = Number(whole) * SATANG_PER_BAHT + Number(fraction.padEnd(2, '0'));
  return Number.isSafeInteger(satang) ? satang : null;
}

/** A JSON number: 1999 is 19.99. */
export function satangToBaht(satang: number): number {
  return Number(formatBaht(satang));
}

/** Exactly two decimals: 1999 is "19.99", as a payment QR carries it. */
export function formatBaht(satang: number): string {
  if (!Number.isSafeInteger(satang)) throw new RangeError(`not satang: ${satang}`);
  const digits = String(Math.abs(satang)).padStart(3, '0');
  return `${satang < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** For display: "฿1,234.50", always with two decimals. */
export function formatMoney(satang: number): string {
  const [whole = '', fraction = ''] = formatBaht(Math.abs(satang)).split('.');
  return `${satang < 0 ? '−' : ''}฿${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${fraction}`;
}

/**
 * As typed by a person: "1,234.50", "฿ 1234", "๑๐๐". Null for invalid and for ambiguous input such
 * as "1,5".
 */
export function readBaht(typed: string): number | null {
  const bare = plainDigits(typed).replace(/\s|฿/g, '');
  if (!/^(\d{1,13}|\d{1,3}(,\d{3}){1,4})(\.\d{1,2})?$/.test(bare)) return null;
  const [whole = '', fraction = ''] = bare.replaceAll(',', '').split('.');
  const satang = Number(whole) * SATANG_PER_BAHT + Number(fraction.padEnd(2, '0'));
  return Number.isSafeInteger(satang) ? satang : null;
}

/** The amount of a QR payment as a person types it; null for any but whole baht in the range. */
export function readQrAmount(typed: string): number | null {
  const satang = readBaht(typed);
  if (satang === null || satang % SATANG_PER_BAHT !== 0) return null;
  return satang >= QR_LOWEST_SATANG && satang <= QR_HIGHEST_SATANG ? satang : null;
}
