import { Problem } from '../../../kernel/rules/problem';
import type { BankAccount } from '../../../platform/observe/request-subject';
import type { Vault } from '../../../platform/crypto/vault';
import { type Draft, draftsOf } from '../../pages/draft';

/** `key` is derived from the state of the payment's refunds. */
export interface RefundDraft extends Draft {
  readonly paymentId: string;
  readonly amountSatang: number;
  readonly reason: string | null;
  readonly destination: BankAccount | null;
}

const drafts = draftsOf<RefundDraft>('dashboard.refund_draft');

export const { sealDraft } = drafts;

/** Throws Problem `cross_site` also for a draft of another payment. */
export function openDraft(
  vault: Vault,
  sealed: string,
  { paymentId, ...own }: { merchantId: string; paymentId: string; nowMs: number },
): RefundDraft {
  const draft = drafts.openDraft(vault, sealed, own);
  if (draft.paymentId !== paymentId) throw new Problem('cross_site');
  return draft;
}
