import { findMerchant } from '../../db/accounts/merchants';
import { SANDBOX_OPENING_SATANG } from './create-merchant';
import type { Deps } from '../deps';
import { provisionMerchant } from './provision-merchant';
import type { AuditContext } from '../accounts/record-audit-event';

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
  audit: AuditContext,
  known: SandboxMerchant | null,
): Promise<SandboxMerchant> {
  if (known !== null && (await findMerchant(deps.db, known.merchantId)) !== null) return known;
  const { merchantId, apiKey } = await provisionMerchant(deps, audit, {
    name: 'Sandbox shop',
    openingSatang: SANDBOX_OPENING_SATANG,
    key: { mode: 'sandbox', name: 'sandbox key', permission: 'withdraw' },
  });
  return { merchantId, apiKey };
}
