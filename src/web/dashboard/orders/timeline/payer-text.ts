import { namedBank } from '../../../../domain/banks';
import type { ShownPayer } from '../../../../domain/payer-match';
import { html, type Html } from '../../../../lib/html';
import type { Language } from '../../../kit/language';
import { badge } from '../../../kit/parts';
import { timelineTexts } from './texts/texts';

/** `isOther`: a deposit from an unexpected account may be somebody else's money. */
export function payerText(
  language: Language,
  { name, bankName, accountMask }: ShownPayer,
  isOther: boolean,
): Html {
  const account = [bankName === null ? null : namedBank(bankName, language), accountMask];
  const other = isOther ? badge('warn', timelineTexts[language].facts.otherPayer) : null;
  return html`<span class="badges">${name === null ? null : html`<bdi>${name}</bdi>`}
    ${account.filter((part) => part !== null).join(' ')}${other}</span>`;
}
