import { Problem } from '../../domain/problem';
import type { Deps } from '../deps';
import { countPassword, forgivePassword } from './limit-attempts';
import type { Attempt } from './limit-attempts';
import { isPassword } from './passwords';

/**
 * Goes on for who knows the password behind a hash. Throws Problem `wrong_credentials`, which names
 * the parameter that the password came in, `rate_limit_exceeded` or `unavailable`.
 */
export async function provePassword(
  deps: Pick<Deps, 'db' | 'passwords'>,
  attempt: Attempt,
  account: { readonly id: string; readonly passwordHash: string | null },
  password: { readonly text: string; readonly param: string },
): Promise<void> {
  const countedBy = await countPassword(deps, attempt, account.id);
  if (!(await isPassword(deps, account.passwordHash, password.text))) {
    throw new Problem('wrong_credentials', { param: password.param });
  }
  await forgivePassword(deps, attempt, countedBy);
}
