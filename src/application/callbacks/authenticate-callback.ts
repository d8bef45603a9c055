import type { KeyHolder } from '../../db/accounts/merchants';
import { allows } from '../../domain/permission';
import { Problem } from '../../domain/problem';
import { authenticateMerchant, isProvider, unauthorized } from '../merchants/authenticate';
import type { Deps } from '../deps';

/** A sender of callbacks; a merchant by the key that it came with. */
export type CallingBack =
  | { readonly kind: 'provider' }
  | { readonly kind: 'merchant'; readonly merchant: KeyHolder };

/**
 * Who may call back: the provider and, where the provider is the sandbox bank, a merchant. A live
 * deployment lets no merchant in: it could mark its own orders as paid. A key that only reads
 * settles nothing. Throws `unauthorized` or `permission_denied`.
 */
export async function authenticateCallback(
  deps: Pick<Deps, 'batched' | 'config'>,
  authorization: string | undefined,
): Promise<CallingBack> {
  if (isProvider(deps, authorization)) return { kind: 'provider' };
  if (deps.config.mode !== 'sandbox') throw unauthorized(authorization);
  const merchant = await authenticateMerchant(deps, authorization);
  if (!allows(merchant.permission, 'write')) throw new Problem('permission_denied');
  return { kind: 'merchant', merchant };
}
