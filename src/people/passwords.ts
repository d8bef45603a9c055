import { lockPasswordHash } from './store/people';
import type { Db } from '../platform/postgres/connect';
import { Problem } from '../kernel/rules/problem';
import type { Realm } from '../kernel/rules/realm';
import { TooManyPasswords } from '../platform/crypto/passwords';
import type { Deps } from '../deps';
import { countPassword, resetPasswordCounters, type Attempt } from './limit-attempts';

const LENGTH_MIN = 12;
const LENGTH_MAX = 200;
const DIFFERENT_MIN = 5;
/** A shorter core also occurs in strong passwords. */
const CORE_LENGTH_MIN = 4;
const BEGINNING_LENGTH_MIN = 8;

export interface NewPassword {
  readonly password: string;
  readonly email: string;
  /** The hash of the current password included. */
  readonly former: readonly string[];
}

/**
 * Throws Problem `weak_password` for a password that is soon guessed, `password_used_before` for
 * the current or a former one, or `unavailable`.
 */
export async function hashNewPassword(
  deps: Pick<Deps, 'passwords'>,
  { password, email, former }: NewPassword,
): Promise<string> {
  const length = Array.from(password).length;
  const different = new Set(password.toLowerCase()).size;
  const [name = ''] = email.toLowerCase().split('@');
  const holdsName = name.length >= 4 && password.toLowerCase().includes(name);
  const isShort = length < LENGTH_MIN || length > LENGTH_MAX || different < DIFFERENT_MIN;
  if (isShort || holdsName || (await isCommon(password))) {
    throw new Problem('weak_password', { param: 'password' });
  }
  for (const passwordHash of former) {
    if (await isPassword(deps, passwordHash, password)) {
      throw new Problem('password_used_before', { param: 'password' });
    }
  }
  return inTime(deps.passwords.hash(password));
}

let commonest: Promise<ReadonlySet<string>> | null = null;

/** About 49,000 passwords from published leaks. Loaded on first use. */
async function loadCommonest(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(['saphan', ...dictionary['passwords-common']]);
}

/** Also true for a repetition of a common password, and for one with a short suffix. */
async function isCommon(password: string): Promise<boolean> {
  const list = await (commonest ??= loadCommonest());
  const typed = password.normalize('NFKC').toLowerCase();
  return [typed, withLetters(typed)].flatMap(basesOf).some((base) => list.has(base));
}

function basesOf(text: string): readonly string[] {
  const unit = /^(.+?)\1+$/u.exec(text)?.[1] ?? text;
  const core = text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  const beginnings = [1, 2, 3, 4].map((added) => text.slice(0, -added));
  return [
    text,
    unit,
    ...(core.length >= CORE_LENGTH_MIN ? [core] : []),
    ...beginnings.filter(({ length }) => length >= BEGINNING_LENGTH_MIN),
  ];
}

const LETTERS: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

/** Replaces digits and signs that stand for letters: `p@ssw0rd`. */
const withLetters = (text: string): string =>
  text
    .replace(/[^\p{L}]+$/u, '')
    .replace(/[013457@$!]/gu, (character) => LETTERS[character] ?? character);

/** A null hash is verified against a dummy hash, so that timing is equal. */
export const isPassword = (
  deps: Pick<Deps, 'passwords'>,
  passwordHash: string | null,
  password: string,
): Promise<boolean> =>
  // Longer passwords cannot be valid: the excess is not hashed.
  inTime(deps.passwords.verify(passwordHash, password.slice(0, LENGTH_MAX + 1)));

async function inTime<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof TooManyPasswords) throw new Problem('unavailable');
    throw error;
  }
}

/**
 * Throws Problem `wrong_credentials`, which names the parameter that the password came in,
 * `rate_limit_exceeded` or `unavailable`.
 */
export async function verifyPassword(
  deps: Pick<Deps, 'db' | 'passwords' | 'vault'>,
  attempt: Attempt,
  account: { readonly id: string; readonly passwordHash: string | null },
  password: { readonly text: string; readonly param: string },
): Promise<void> {
  const countedBy = await countPassword(deps, attempt, account.id);
  if (!(await isPassword(deps, account.passwordHash, password.text))) {
    throw new Problem('wrong_credentials', { param: password.param });
  }
  await resetPasswordCounters(deps, attempt, countedBy);
}

/**
 * Locks a verified password until the transaction ends. Throws Problem `wrong_credentials` when it
 * has changed since its hash was read, or the person was removed.
 */
export async function keepPassword(
  trx: Db,
  realm: Realm,
  account: { readonly id: string; readonly passwordHash: string },
): Promise<void> {
  const passwordHash = await lockPasswordHash(trx, realm, account.id, 'share');
  if (passwordHash !== account.passwordHash) throw new Problem('wrong_credentials');
}
