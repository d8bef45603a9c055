import { plainDigits } from '../../kernel/rules/thai-text';

/** Without spaces and dashes, digits of any script in ASCII. */
const digitsIn = (text: string): string =>
  plainDigits(text).replace(/[\s\p{Dash_Punctuation}]/gu, '');

/**
 * The 13 digits of a Thai taxpayer: a company's registration number or a person's identity number.
 * Null for another length or a wrong check digit.
 */
export function readTaxId(text: string): string | null {
  const digits = digitsIn(text);
  if (!/^\d{13}$/.test(digits)) return null;
  const sum = Array.from(digits.slice(0, 12)).reduce(
    (total, digit, at) => total + Number(digit) * (13 - at),
    0,
  );
  return (11 - (sum % 11)) % 10 === Number(digits[12]) ? digits : null;
}

/** The Revenue Department's number of a branch: 5 digits, 00000 is the head office. */
export function readBranch(text: string): string | null {
  const digits = digitsIn(text);
  return /^\d{5}$/.test(digits) ? digits : null;
}

/** A Thai number in its national form, 9 or 10 digits, such as 021234567. */
export function readPhone(text: string): string | null {
  const digits = digitsIn(text).replace(/[().]/g, '');
  const national = digits.replace(/^\+?66(?=\d{8,9}$)/, '0');
  return /^0\d{8,9}$/.test(national) ? national : null;
}
