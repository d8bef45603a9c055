import { formatMoney } from '../../../domain/money';
import type { DepositView } from '../deposit-view';
import type { Texts } from '../texts/texts';
import { stateIcons } from './icons';

/** A live region, whose text the script replaces in place. */
export function renderBanner({ deposit, state }: DepositView, t: Texts) {
  return (
    <div id="banner" class={`banner ${state}`} role="status">
      <span class="sign">{stateIcons[state]}</span>
      <div>
        <p class="name">{t.states[state].name}</p>
        <p>{hintOf({ deposit, state }, t)}</p>
      </div>
    </div>
  );
}

function hintOf({ deposit, state }: Pick<DepositView, 'deposit' | 'state'>, t: Texts): string {
  const { merchantName, amountSatang, receivedSatang } = deposit;
  switch (state) {
    case 'short':
      return t.shortHint(formatMoney(receivedSatang), formatMoney(amountSatang), merchantName);
    case 'expired':
    case 'failed':
      return `${t.states[state].hint} ${t.backTo(merchantName)}`;
    case 'waiting':
    case 'checking':
    case 'resend':
    case 'wrong_slip':
    case 'paid':
      return t.states[state].hint;
  }
}
