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
  beyond_link: icons.clock,
  link_closed: icons.cross,
  paid: icons.check,
  expired: icons.clock,
  failed: icons.cross,
  authenticate: icons.lock,
  charging: icons.clock,
};

/** A live region, whose text the script replaces in place. */
export function renderBanner(view: DepositView, t: Texts) {
  const { state } = view;
  return (
    <div id="banner" class={`banner ${state}`} role="status">
      <span class="sign">{stateIcons[state]}</span>
      <div>
        <p class="name">{t.states[state].name}</p>
        <p>{hintOf(view, t)}</p>
      </div>
    </div>
  );
}

function hintOf({ deposit, shop, state }: DepositView, t: Texts): string {
  const { method, amountSatang, receivedSatang } = deposit;
  const { name } = shop.profile;
  switch (state) {
    case 'short':
      return t.shortHint(formatMoney(receivedSatang), formatMoney(amountSatang), name);
    case 'beyond_link':
      return t.beyondHints[deposit.link?.beyond ?? 'held'](formatMoney(receivedSatang), name);
    case 'failed':
      if (method === 'token' && deposit.renewal === null) return t.cardFailed(name);
      if (method === 'token') return `${t.cardFailed(name)} ${t.orPayByQr}`;
      return `${t.states[state].hint} ${t.backTo(name)}`;
    case 'expired':
      if (deposit.renewal !== null) return `${t.states[state].hint} ${t.renewable}`;
      return `${t.states[state].hint} ${t.backTo(name)}`;
    case 'waiting':
    case 'checking':
    case 'resend':
    case 'wrong_slip':
    case 'link_closed':
    case 'paid':
    case 'authenticate':
    case 'charging':
      return t.states[state].hint;
  }
}
