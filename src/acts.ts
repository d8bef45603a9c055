import type { ApprovalAct } from './kernel/approvals/rules/approval';
import { businessActs } from './business/acts';
import { exceptionActs } from './exceptions/acts';
import { feeActs } from './fees/acts';
import { linkActs } from './links/acts';
import { keyActs } from './approvals/key-acts';
import { maturityActs } from './maturity/acts';
import { merchantActs } from './merchants/acts';
import { providerAccountActs } from './providers/acts';
import { refundActs } from './orders/refund/acts';
import { ruleActs } from './merchants/approval-rules/acts';
import { teamActs } from './merchants/team/acts';

/** Stored with proposals: a name never changes. */
export const acts = {
  ...businessActs,
  ...exceptionActs,
  ...feeActs,
  ...keyActs,
  ...linkActs,
  ...maturityActs,
  ...merchantActs,
  ...providerAccountActs,
  ...refundActs,
  ...ruleActs,
  ...teamActs,
};

export type ActName = keyof typeof acts;
export type InputOf<A extends ActName> = Parameters<(typeof acts)[A]['run']>[2];
export type ResultOf<A extends ActName> = Awaited<ReturnType<(typeof acts)[A]['run']>>;

export const isAct = (name: string): name is ActName => Object.hasOwn(acts, name);

type Title = { readonly en: string; readonly th: string };

/** Of what exists before its approval, and is submitted or effective after it. */
const waiting: Readonly<Record<string, Title>> = {
  withdrawal: { en: 'Withdrawal', th: 'ถอนเงิน' },
  refund: { en: 'Refund', th: 'คืนเงิน' },
  key: { en: 'API key that may withdraw', th: 'คีย์ API ที่ถอนเงินได้' },
};

/** Throws for an act that needs no approval. */
export function titleOf(name: ApprovalAct): Title {
  const title = isAct(name) ? acts[name].title : waiting[name];
  if (title === undefined) throw new Error(`the act ${name} has no title`);
  return title;
}
