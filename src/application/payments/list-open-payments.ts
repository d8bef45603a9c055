import { listPayableInSandbox, type SandboxPayment } from '../../db/orders/orders';
import type { Deps } from '../deps';

export type { SandboxPayment };

const OPEN_PAYMENTS_MAX = 50;

/** Of all merchants, for the sandbox bank, newest first. */
export async function listOpenPayments(deps: Pick<Deps, 'db'>): Promise<readonly SandboxPayment[]> {
  return listPayableInSandbox(deps.db, OPEN_PAYMENTS_MAX);
}
