import { namedBank } from '../../../kernel/rules/banks';
import type { ShownPayer } from '../../deposit/rules/payer-match';
import type { Language } from '../../../pages/kit/language';
import { Badge } from '../../../pages/kit/parts';
import { timelineTexts } from './texts/texts';

/** `isOther`: a deposit from an unexpected account may be somebody else's money. */
export function payerText(
  language: Language,
  { name, bankName, accountMask }: ShownPayer,
  isOther: boolean,
) {
  const account = [bankName === null ? null : namedBank(bankName, language), accountMask];
  const other = isOther ? (
    <Badge tone="warn">{timelineTexts[language].facts.otherPayer}</Badge>
  ) : null;
  return (
    <span class="badges">
      {name !== null && <bdi>{name}</bdi>}
      {account.filter((part) => part !== null).join(' ')}
      {other}
    </span>
  );
}
