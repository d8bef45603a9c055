import { findMerchant } from '../db/merchants';
import type { Db } from '../db/connect';
import { SANDBOX_OPENING_SATANG, createApiKey, createMerchant } from './create-merchant';

export interface SandboxMerchant {
  readonly merchantId: string;
  readonly apiKey: string;
}

/** The merchant of a sandbox: the one that is known from before, if the database has it. */
export async function ensureSandboxMerchant(
  db: Db,
  known: SandboxMerchant | null,
): Promise<SandboxMerchant> {
  if (known !== null && (await findMerchant(db, known.merchantId)) !== null) return known;
  const { merchantId } = await createMerchant(db, 'Sandbox shop', SANDBOX_OPENING_SATANG);
  const { apiKey } = await createApiKey(db, 'sandbox', merchantId, 'sandbox key');
  return { merchantId, apiKey };
}
