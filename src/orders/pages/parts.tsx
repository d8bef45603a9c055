import { bankTitle } from '../../kernel/rules/banks';
import type { DisplayStatus } from '../rules/display-status';
import type { OrderKind } from '../rules/kinds';
import { type Described, kindTexts } from './kind-texts';
import type { Language } from '../../pages/kit/language';
import { Badge, type Tone } from '../../pages/kit/parts';

const tones: Readonly<Record<DisplayStatus, Tone>> = {
  pending: 'wait',
  processing: 'wait',
  succeeded: 'good',
  refunded: '',
  expired: '',
  failed: 'bad',
};

/** Throws on a status that the kind does not have. */
export function statusText(language: Language, kind: Described, status: string): string {
  const words: Readonly<Record<string, string>> = kindTexts[language][kind].statuses;
  const text = words[status];
  if (text === undefined) throw new Error(`no ${kind} is ${status}`);
  return text;
}

export const statusBadge = (language: Language, kind: Described, status: DisplayStatus) => (
  <Badge tone={tones[status]}>{statusText(language, kind, status)}</Badge>
);

export const orderPath = (kind: OrderKind, id: string): string => `/dashboard/${kind}s/${id}`;

/** The bank's name, or the merchant's text for an unknown bank, with the masked account number. */
export function accountText(
  language: Language,
  account: {
    readonly bankName: string;
    readonly bankCode?: string | null;
    readonly accountMask: string;
  },
): string {
  const { bankName, bankCode = null, accountMask } = account;
  return `${(bankCode === null ? null : bankTitle(bankCode, language)) ?? bankName} ${accountMask}`;
}
