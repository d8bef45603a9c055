import type { ApprovalAct } from '../../domain/approval';
import type { Act } from './act';
import { exceptionActs } from './exceptions';
import { merchantActs } from './merchants';
import { providerAccountActs } from './provider-accounts';
import { refundActs } from './refunds';
import { ruleActs } from './rules';
import { teamActs } from './team';

/** Acts that are proposed before they are carried out. Stored: a name never changes. */
export const acts = {
  ...exceptionActs,
  ...merchantActs,
  ...providerAccountActs,
  ...refundActs,
  ...ruleActs,
  ...teamActs,
};

export type ProposedAct = keyof typeof acts;
export type InputOf<A extends ProposedAct> =
  (typeof acts)[A] extends Act<infer Input, infer _Result> ? Input : never;
export type ResultOf<A extends ProposedAct> =
  (typeof acts)[A] extends Act<infer _Input, infer Result> ? Result : never;

export const isProposed = (name: ApprovalAct): name is ProposedAct => Object.hasOwn(acts, name);

/** Titles of objects that exist before their approval, and are submitted or effective after it. */
const waiting: Readonly<Record<string, Act<never>['title']>> = {
  withdrawal: { en: 'Withdrawal', th: 'ถอนเงิน' },
  refund: { en: 'Refund', th: 'คืนเงิน' },
  key: { en: 'API key that may withdraw', th: 'คีย์ API ที่ถอนเงินได้' },
};

/** Throws for an unknown act. */
export function titleOf(name: ApprovalAct): Act<never>['title'] {
  const title = isProposed(name) ? acts[name].title : waiting[name];
  if (title === undefined) throw new Error(`the act ${name} has no title`);
  return title;
}
