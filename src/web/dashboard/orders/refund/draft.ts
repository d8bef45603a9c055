import { z } from 'zod';
import { Problem } from '../../../../domain/problem';
import type { AccountSubject } from '../../../../lib/request-subject';
import type { Vault } from '../../../../lib/vault';

/**
 * A refund between the form and the press that makes it. The page that asks once more holds it
 * sealed: what is pressed is what was shown, and no account number stands in the page's source.
 */
export interface RefundDraft {
  readonly merchantId: string;
  readonly paymentId: string;
  readonly amountSatang: number;
  readonly reason: string | null;
  readonly destination: AccountSubject | null;
  /** One for each state of the payment's refunds: pressed twice, it refunds once. */
  readonly key: string;
  readonly untilMs: number;
}

/** Much less than an idempotency key is kept for. */
export const DRAFT_FOR_MS = 15 * 60 * 1000;

const SEALED_AS = 'dashboard.refund_draft';

export const draftText = z.string().max(10_000);

export const sealDraft = (vault: Vault, draft: RefundDraft): string =>
  vault.seal(JSON.stringify(draft), SEALED_AS);

/** Throws Problem `cross_site` for what is no draft of that payment, or too old. */
export function openDraft(
  vault: Vault,
  sealed: string,
  { merchantId, paymentId, nowMs }: { merchantId: string; paymentId: string; nowMs: number },
): RefundDraft {
  const draft = read(vault, sealed);
  const isOwn = draft?.merchantId === merchantId && draft.paymentId === paymentId;
  if (draft === null || !isOwn || draft.untilMs < nowMs) throw new Problem('cross_site');
  return draft;
}

function read(vault: Vault, sealed: string): RefundDraft | null {
  try {
    return JSON.parse(vault.open(sealed, SEALED_AS)) as RefundDraft;
  } catch {
    // Nothing that we sealed, whatever it is.
    return null;
  }
}
