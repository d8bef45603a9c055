import { Problem } from '../domain/problem';
import { TooManyPasswords } from '../lib/passwords';
import type { Deps } from './deps';

const LENGTH_MIN = 10;
const LENGTH_MAX = 200;
/** Fewer make a pattern, not a password. */
const DIFFERENT_MIN = 5;

/** The hash of a new password. Throws Problem `weak_password` for one that is soon guessed. */
export async function hashNewPassword(
  deps: Pick<Deps, 'passwords'>,
  password: string,
  email: string,
): Promise<string> {
  const length = Array.from(password).length;
  const different = new Set(password.toLowerCase()).size;
  const [name = ''] = email.toLowerCase().split('@');
  const holdsName = name.length >= 4 && password.toLowerCase().includes(name);
  if (length < LENGTH_MIN || length > LENGTH_MAX || different < DIFFERENT_MIN || holdsName) {
    throw new Problem('weak_password', { param: 'password' });
  }
  return inTime(deps.passwords.hash(password));
}

/** Whether a password is the one behind a hash; null is nobody's. Takes as long for nobody's. */
export const isPassword = (
  deps: Pick<Deps, 'passwords'>,
  passwordHash: string | null,
  password: string,
): Promise<boolean> =>
  // Longer ones are nobody's, and are not worth the time.
  inTime(deps.passwords.verify(passwordHash, password.slice(0, LENGTH_MAX + 1)));

async function inTime<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof TooManyPasswords) throw new Problem('unavailable');
    throw error;
  }
}
