import { findMerchant } from '../kernel/merchants/store';
import { SANDBOX_OPENING_SATANG } from './create-merchant';
import type { Deps } from '../deps';
import { provisionMerchant } from './provision-merchant';
import type { AuditContext } from '../kernel/audit/record-audit-event';

export interface SandboxMerchant {
  readonly merchantId: string;
  readonly apiKey: string;
}

/**
 * Returns `known` if the database has it, else a new merchant, whose key has the permissions
 * `withdraw`.
 */
export async function ensureSandboxMerchant(
  deps: Pick<Deps, 'config' | 'db' | 'vault'>,
  audit: AuditContext,
  known: SandboxMerchant | null,
  name = 'Sandbox shop',
): Promise<SandboxMerchant> {
  if (known !== null && (await findMerchant(deps.db, known.merchantId)) !== null) return known;
  const { merchantId, apiKey } = await provisionMerchant(deps, audit, {
    name,
    openingSatang: SANDBOX_OPENING_SATANG,
    key: { name: 'sandbox key', permissions: ['withdraw'] },
  });
  return { merchantId, apiKey };
}
