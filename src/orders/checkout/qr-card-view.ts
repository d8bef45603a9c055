import type { QrCard } from '../../platform/images/qr-card';
import type { DepositView } from './deposit-view';
import { formatMoney } from '../../kernel/rules/money';
import { formatClock, formatDay } from '../../pages/kit/format';
import type { Texts } from './texts/texts';

type CardView = Pick<DepositView, 'deposit' | 'shop' | 'language'>;

/** Names the deadline with its date, because the saved card is read later. */
export function cardOf(view: CardView, payload: string, t: Texts): QrCard {
  const { deposit, shop, language } = view;
  const { expiresAt, ref } = deposit;
  const moment = expiresAt && t.moment(formatClock(expiresAt), formatDay(language, expiresAt));
  return {
    payload,
    title: shop.profile.name,
    amountText: formatMoney(deposit.amountSatang),
    lines: t.card.lines(deposit.billerName, ref ?? '', moment ?? ''),
    footer: t.card.footer,
  };
}
