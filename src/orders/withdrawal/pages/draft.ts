import { z } from 'zod';
import { Problem } from '../../../kernel/rules/problem';
import { openState } from '../../../platform/open-state';
import type { Vault } from '../../../platform/crypto/vault';

/** Sealed in the review page, so that what is withdrawn is what was shown. */
export interface WithdrawalDraft {
  readonly merchantId: string;
  readonly amountSatang: number;
  readonly accountId: string;
  /** A draft submitted twice withdraws once. */
  readonly key: string;
  readonly untilMs: number;
}

const SEALED_AS = 'dashboard.withdrawal_draft';

export const draftText = z.string().max(10_000);

export const sealDraft = (vault: Vault, draft: WithdrawalDraft): string =>
  vault.seal(JSON.stringify(draft), SEALED_AS);

/** Throws Problem `cross_site` for an invalid or expired draft, or one of another merchant. */
export function openDraft(
  vault: Vault,
  sealed: string,
  { merchantId, nowMs }: Pick<WithdrawalDraft, 'merchantId'> & { readonly nowMs: number },
): WithdrawalDraft {
  const draft = openState<WithdrawalDraft>(vault, sealed, SEALED_AS, nowMs);
  if (draft?.merchantId !== merchantId) throw new Problem('cross_site');
  return draft;
}
