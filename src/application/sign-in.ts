import { listMemberships } from '../db/memberships';
import { findUserByEmail } from '../db/users';
import { Problem } from '../domain/problem';
import { beginSession } from './begin-session';
import type { Whereabouts } from './begin-session';
import { commit } from './commit';
import type { Deps } from './deps';
import { countPassword, forgivePassword } from './limit-attempts';
import { isPassword } from './passwords';

/**
 * Begins a session for who knows the password, and returns its secret. An unknown address, a wrong
 * password and an account without a merchant are one answer, after one time. Throws Problem
 * `wrong_credentials`, `rate_limit_exceeded` or `unavailable`.
 */
export async function signIn(
  deps: Deps,
  { email, password }: { readonly email: string; readonly password: string },
  whereabouts: Whereabouts,
): Promise<string> {
  const attempt = { email, address: whereabouts.address };
  await countPassword(deps, attempt);
  const user = await findUserByEmail(deps.db, email);
  const isRight = await isPassword(deps, user?.passwordHash ?? null, password);
  if (user === null || !isRight) throw new Problem('wrong_credentials');
  const [place] = await listMemberships(deps.db, user.id);
  if (place === undefined) throw new Problem('wrong_credentials');
  await forgivePassword(deps, attempt);
  const { merchantId } = place;
  return commit(deps, (trx) =>
    beginSession(deps, trx, { userId: user.id, merchantId }, whereabouts),
  );
}
