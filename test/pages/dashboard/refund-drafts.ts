import { sealDraft, type RefundDraft } from '../../../src/orders/refund/pages/draft';
import type { Deps } from '../../../src/deps';

/** The sealed draft of the review page; 40 baht by default. */
export const testDraft = (
  { vault }: Pick<Deps, 'vault'>,
  draft: Partial<RefundDraft> & Pick<RefundDraft, 'merchantId' | 'paymentId'>,
): string =>
  sealDraft(vault, {
    amountSatang: 4_000,
    reason: null,
    destination: null,
    key: `${draft.paymentId} 0`,
    untilMs: Date.now() + 60_000,
    ...draft,
  });
