import { listMemberships } from '../../db/accounts/memberships';
import { findUserByEmail } from '../../db/accounts/users';
import { Problem } from '../../domain/problem';
import { beginSession } from './begin-session';
import type { ClientInfo } from './begin-session';
import type { Deps } from '../deps';
import { attemptFrom, countPassword, forgivePassword } from './limit-attempts';
import { isPassword } from './passwords';
import { announceSignIn } from './sign-in-places';

/**
 * Begins a session for who knows the password, and returns its secret. An unknown address, a wrong
 * password and an account without a merchant are one answer, after one time. Throws Problem
 * `wrong_credentials`, `rate_limit_exceeded` or `unavailable`.
 */
export async function signIn(
  deps: Deps,
  { email, password }: { readonly email: string; readonly password: string },
  whereabouts: ClientInfo,
): Promise<string> {
  const attempt = attemptFrom(whereabouts, email);
  const user = await findUserByEmail(deps.db, email);
  const countedBy = await countPassword(deps, attempt, user?.id ?? null);
  const isRight = await isPassword(deps, user?.passwordHash ?? null, password);
  if (user === null || !isRight) throw new Problem('wrong_credentials');
  const [place] = await listMemberships(deps.db, user.id);
  if (place === undefined) throw new Problem('wrong_credentials');
  await forgivePassword(deps, attempt, countedBy);
  const { merchantId } = place;
  return deps.db.transaction(async (trx) => {
    await announceSignIn(trx, user, 'dashboard', whereabouts);
    return beginSession(deps, trx, { userId: user.id, merchantId }, whereabouts);
  });
}
