import { findBankCode, maskAccount } from '../../../kernel/rules/banks';
import { comparedText, plainDigits } from '../../../kernel/rules/thai-text';

/** Parts may be unknown or masked. */
export interface NamedAccount {
  readonly bankCode: string | null;
  /** Digits, some of which a bank may replace by `x`, `X`, `*` or `•`. Null when unknown. */
  readonly accountNumber: string | null;
}

/** Read from evidence. */
export interface NamedPayer {
  readonly bankName: string | null;
  readonly accountNumber: string | null;
  readonly accountName: string | null;
}

/** The payer's account as stored in plain text, and as events name it. */
export interface MaskedPayer {
  readonly bankName: string | null;
  readonly accountMask: string | null;
}

/** Null when the evidence names neither bank nor account. */
export function maskedPayer(payer: NamedPayer | null): MaskedPayer | null {
  const { bankName = null, accountNumber = null } = payer ?? {};
  if (bankName === null && accountNumber === null) return null;
  return { bankName, accountMask: accountNumber === null ? null : maskPaid(accountNumber) };
}

export interface ShownPayer extends MaskedPayer {
  readonly name: string | null;
}

/** Null when the evidence names nothing of the payer. */
export function shownPayer(payer: NamedPayer | null): ShownPayer | null {
  const { accountName: name = null } = payer ?? {};
  const account = maskedPayer(payer) ?? { bankName: null, accountMask: null };
  return name === null && account.bankName === null && account.accountMask === null
    ? null
    : { name, ...account };
}

/** The bank may have masked the number already. Four digits stay visible. */
function maskPaid(accountNumber: string): string {
  const digits = cellsOf(accountNumber).filter(isDigit).join('');
  return digits.length > BANKS_SHOW
    ? maskAccount(digits)
    : `xxx-x-x${digits.padStart(BANKS_SHOW, 'x')}-x`;
}

/**
 * Of a payer, for comparison: the bank's code, the form of the account number, and values that are
 * stored as keyed digests. Empty texts are unknown.
 */
export interface PayerTraits {
  readonly bankCode: string;
  /** `all` for a whole number; else 1 for each known digit and 0 for each masked one. */
  readonly form: string;
  /** The digits of the number that are not masked. */
  readonly digits: string;
  /** The digits that Thai banks show: the last four but one, and the last four. */
  readonly inner: string;
  readonly last: string;
  /** In Thai: the first name without a title, and the first letter of the last one. */
  readonly name: string;
  readonly initial: string;
  /** The same in another script. */
  readonly otherName: string;
  readonly otherInitial: string;
}

/** Null when nothing distinguishes the payer from another. */
export function payerTraits(payer: NamedPayer): PayerTraits | null {
  const { bankName, accountNumber, accountName } = payer;
  const traits = {
    bankCode: (bankName === null ? null : findBankCode(bankName)) ?? '',
    ...accountTraits(accountNumber ?? ''),
    ...nameTraits(accountName ?? ''),
  };
  return Object.values(traits).every((value) => value === '') ? null : traits;
}

function accountTraits(accountNumber: string) {
  const cells = cellsOf(accountNumber);
  const known = cells.filter(isDigit);
  if (known.length === 0) return { form: '', digits: '', inner: '', last: '' };
  const whole = (part: readonly string[]) =>
    part.length === BANKS_SHOW && part.every(isDigit) ? part.join('') : '';
  return {
    form: known.length === cells.length ? 'all' : cells.map((one) => +isDigit(one)).join(''),
    digits: known.join(''),
    inner: whole(cells.slice(-BANKS_SHOW - 1, -1)),
    last: whole(cells.slice(-BANKS_SHOW)),
  };
}

const titles = /^(?:นาย|นางสาว|นาง|น\.\s*ส\.|ด\.\s*[ชญ]\.|คุณ|(?:mr|mrs|ms|miss|khun)(?:\.|\s))\s*/;

/**
 * Banks cut, mask and transcribe names, so the least that they leave is compared: a name in Thai
 * says nothing about one in Latin letters, and a masked word nothing but its beginning.
 */
function nameTraits(accountName: string) {
  const text = comparedText(accountName).toLowerCase().trim().replace(titles, '');
  const [first = '', ...others] = text.split(/\s+/);
  const isLegible = /^[\p{L}\p{M}.'-]{2,}$/u.test(first);
  const none = { name: '', initial: '', otherName: '', otherInitial: '' };
  if (!isLegible) return none;
  const initial = /^\p{L}/u.exec(others.at(-1) ?? '')?.[0] ?? '';
  const isThai = /[\u0e00-\u0e7f]/.test(first);
  return isThai
    ? { ...none, name: first, initial }
    : { ...none, otherName: first, otherInitial: initial };
}

const hiddenTraits = [
  'digits',
  'inner',
  'last',
  'name',
  'initial',
  'otherName',
  'otherInitial',
] as const;

/** The stored form: bank and form are plain, `digest` hides the others. */
export const storedPayer = (
  traits: PayerTraits,
  digest: (value: string, name: string) => string,
): string => {
  const hidden = hiddenTraits.map((name) =>
    traits[name] === '' ? '' : digest(traits[name], name),
  );
  return [traits.bankCode, traits.form, ...hidden].join('.');
};

/**
 * True when two stored payers, `<key id>:<traits>`, are certainly different: their banks, the
 * digits that both show, or without such digits their names differ. What only one of them shows,
 * and what was digested with different keys, proves nothing. The SQL function `payers_differ` does
 * the same.
 */
export function payersDiffer(one: string | null, other: string | null): boolean {
  const [oneKey, a] = partsOf(one);
  const [otherKey, b] = partsOf(other);
  if (oneKey === '' || oneKey !== otherKey) return false;
  const differ = (at: number): boolean | null => (a[at] && b[at] ? a[at] !== b[at] : null);
  if (differ(0) === true) return true;
  const byDigits = (differ(1) === false ? differ(2) : null) ?? differ(3) ?? differ(4);
  return byDigits ?? [5, 6, 7, 8].some((at) => differ(at) === true);
}

function partsOf(stored: string | null): readonly [string, readonly string[]] {
  const [key = '', traits = ''] = stored?.split(':') ?? [];
  return [key, traits.split('.')];
}

/** Digits of an account number that Thai banks print on slips and statements. */
const BANKS_SHOW = 4;

/** With fewer visible digits, a match is insignificant. */
const SHOWN_DIGITS_MIN = 3;

/** False when the banks or digits differ, null when too little is known. */
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
  Array.from(plainDigits(account).replace(/[\s\p{Dash_Punctuation}]/gu, ''));
