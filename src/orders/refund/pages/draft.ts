import { z } from 'zod';
import { Problem } from '../../../kernel/rules/problem';
import { openState } from '../../../platform/open-state';
import type { BankAccount } from '../../../platform/observe/request-subject';
import type { Vault } from '../../../platform/crypto/vault';

/** Sealed in the preview page: unchangeable, and the source shows no account number. */
export interface RefundDraft {
  readonly merchantId: string;
  readonly paymentId: string;
  readonly amountSatang: number;
  readonly reason: string | null;
  readonly destination: BankAccount | null;
  /** Derived from the state of the payment's refunds, so a draft submitted twice refunds once. */
  readonly key: string;
  readonly untilMs: number;
}

/** Shorter than the retention of idempotency keys, so a key cannot expire before its draft. */
export const DRAFT_FOR_MS = 15 * 60 * 1000;

const SEALED_AS = 'dashboard.refund_draft';

export const draftText = z.string().max(10_000);

export const sealDraft = (vault: Vault, draft: RefundDraft): string =>
  vault.seal(JSON.stringify(draft), SEALED_AS);

/** Throws Problem `cross_site` for an invalid or expired draft, or one of another payment. */
export function openDraft(
  vault: Vault,
  sealed: string,
  { merchantId, paymentId, nowMs }: { merchantId: string; paymentId: string; nowMs: number },
): RefundDraft {
  const draft = openState<RefundDraft>(vault, sealed, SEALED_AS, nowMs);
  const isOwn = draft?.merchantId === merchantId && draft.paymentId === paymentId;
  if (draft === null || !isOwn) throw new Problem('cross_site');
  return draft;
}
