/*
 * Texts that look the same are compared as equal, however they were typed. Only comparisons use
 * these forms: a text is stored and returned as it came.
 */

const TONE = '[\u0e48-\u0e4b]';
const twoPartSaraAm = new RegExp(`\u0e4d(${TONE}?)\u0e32`, 'g');
const toneAfterSaraAm = new RegExp(`\u0e33(${TONE})`, 'g');

/**
 * A text for comparison: NFC, without format characters, with one spelling of ำ (some keyboards and
 * PDF files write ํ and า, and the tone mark before, between or after them) and of แ (for เเ).
 * The SQL function `compared_text` does the same. Pure and idempotent.
 */
export const comparedText = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/\p{Cf}/gu, '')
    .replace(twoPartSaraAm, '$1\u0e33')
    .replace(toneAfterSaraAm, '$1\u0e33')
    .replace(/\u0e40\u0e40/g, '\u0e41');

/** Removes format characters, such as a zero-width space, and writes digits in ASCII. */
export const plainDigits = (text: string): string =>
  text.replace(/\p{Cf}/gu, '').replace(/\p{Nd}/gu, asciiDigit);

/** Unicode encodes the ten digits of a script consecutively, 0 first. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let first = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1;
  return String((code - first) % 10);
}
