/** A bank account. Parts of it may be unknown or masked. */
export interface NamedAccount {
  readonly bankCode: string | null;
  /** Digits, some of which a bank may replace by `x`, `X`, `*` or `•`. Null when unknown. */
  readonly accountNumber: string | null;
}

/** A payer as evidence names it. */
export interface NamedPayer {
  readonly bankName: string | null;
  readonly accountNumber: string | null;
  readonly accountName: string | null;
}

/**
 * The identity of a payer: the digits of the account number, or else bank and name. Null without
 * either. Its digests are stored, so its form never changes.
 */
export function payerIdentity(payer: NamedPayer): string | null {
  const { accountNumber, bankName, accountName } = payer;
  const digits = accountNumber?.replace(/[\s-]/g, '') ?? '';
  if (digits !== '') return `account ${digits}`;
  const name = accountName?.toLowerCase() ?? '';
  return name === '' ? null : `name ${bankName?.toLowerCase() ?? ''} ${name}`;
}

/** Minimum number of visible digits. With fewer, a match is insignificant. */
const SHOWN_DIGITS_MIN = 3;

/**
 * Whether the paying account is the expected one. False when the banks or digits differ, null when
 * too little is known.
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
