/** A bank account as far as somebody named it. */
export interface NamedAccount {
  readonly bankCode: string | null;
  /** Digits; a bank may replace some of them by `x`, `X`, `*` or `•`. Null: not named. */
  readonly accountNumber: string | null;
}

/** With fewer digits shown, an equal account says little. */
const SHOWN_DIGITS_MIN = 3;

/**
 * Whether the account that paid is the expected one. False when the banks or the digits differ,
 * null when too little is known of either.
 */
export function payerMatches(expected: NamedAccount, paid: NamedAccount): boolean | null {
  const areKnown = expected.bankCode !== null && paid.bankCode !== null;
  if (areKnown && expected.bankCode !== paid.bankCode) return false;
  if (expected.accountNumber === null || paid.accountNumber === null) return null;
  const wanted = cellsOf(expected.accountNumber);
  const shown = cellsOf(paid.accountNumber);
  const digits = shown.filter(isDigit).length;
  const isMasked = shown.some((cell) => !isDigit(cell));
  if (shown.length !== wanted.length) return isMasked ? null : false;
  if (shown.some((cell, at) => isDigit(cell) && cell !== wanted[at])) return false;
  return digits >= SHOWN_DIGITS_MIN ? true : null;
}

const isDigit = (cell: string): boolean => /^\d$/.test(cell);

const cellsOf = (account: string): readonly string[] =>
  Array.from(account.replace(/[\s\p{Dash_Punctuation}]/gu, ''));
