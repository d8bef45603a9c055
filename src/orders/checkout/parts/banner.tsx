import type { VNode } from 'preact';
import { formatMoney } from '../../../kernel/rules/money';
import type { DepositView, PageState } from '../deposit-view';
import type { Texts } from '../texts/texts';
import { circle, icon, icons } from '../../../pages/kit/payment-icons';

const stateIcons: Readonly<Record<PageState, VNode>> = {
  waiting: <span class="pulse" aria-hidden="true" />,
  checking: icon(circle(11, 11, 6), 'm20 20-4.500-4.500'),
  resend: icon('M4 12a8 8 0 1 0 3-6.200M4 4v4h4'),
  wrong_slip: icons.cross,
  short: icon(circle(12, 12, 9), 'M12 3v18M12 12h9'),
  paid: icons.check,
  expired: icons.clock,
  failed: icons.cross,
};

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
