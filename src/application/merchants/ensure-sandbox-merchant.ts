import { findMerchant } from '../../db/accounts/merchants';
import type { Actor } from '../../domain/audit-event';
import { SANDBOX_OPENING_SATANG } from './create-merchant';
import type { Deps } from '../deps';
import { provisionMerchant } from './provision-merchant';

export interface SandboxMerchant {
  readonly merchantId: string;
  readonly apiKey: string;
}

/**
 * The merchant of a sandbox: the one that is known from before, if the database has it. Its key may
 * withdraw play money.
 */
export async function ensureSandboxMerchant(
  deps: Pick<Deps, 'db' | 'vault'>,
  actor: Actor,
  known: SandboxMerchant | null,
): Promise<SandboxMerchant> {
  if (known !== null && (await findMerchant(deps.db, known.merchantId)) !== null) return known;
  const { merchantId, apiKey } = await provisionMerchant(deps, actor, {
    name: 'Sandbox shop',
    openingSatang: SANDBOX_OPENING_SATANG,
    key: { mode: 'sandbox', name: 'sandbox key', permission: 'withdraw' },
  });
  return { merchantId, apiKey };
}
