import { z } from 'zod';
import { Problem } from '../../kernel/rules/problem';
import { openState } from '../../platform/open-state';
import type { Vault } from '../../platform/crypto/vault';

/**
 * What a person has reviewed. Sealed in the page: unchangeable, and the source shows no account
 * number.
 */
export interface Draft {
  readonly merchantId: string;
  /** Of idempotency: a draft submitted twice creates once. */
  readonly key: string;
  readonly untilMs: number;
}

/** Shorter than the retention of idempotency keys, so a key cannot expire before its draft. */
export const DRAFT_FOR_MS = 15 * 60 * 1000;

export const draftText = z.string().max(10_000);

interface Own {
  readonly merchantId: string;
  readonly nowMs: number;
}

export const draftsOf = <D extends Draft>(sealedAs: string) => ({
  sealDraft: (vault: Vault, draft: D): string => vault.seal(JSON.stringify(draft), sealedAs),

  /** Throws Problem `cross_site` for an invalid or expired draft, or one of another merchant. */
  openDraft: (vault: Vault, sealed: string, { merchantId, nowMs }: Own): D => {
    const draft = openState<D>(vault, sealed, sealedAs, nowMs);
    if (draft?.merchantId !== merchantId) throw new Problem('cross_site');
    return draft;
  },
});
