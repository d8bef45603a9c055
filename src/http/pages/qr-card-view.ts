import type { QrCard } from '../../lib/qr-card';
import type { DepositView } from './deposit-view';
import { formatMoney } from './format';
import { momentText } from './parts/pay';
import type { Texts } from './texts/texts';

/** What stands on the picture that is kept: it may be looked at long after the page is closed. */
export function cardOf(view: DepositView, t: Texts): QrCard {
  const { deposit } = view;
  return {
    payload: deposit.payload,
    title: deposit.merchantName,
    amountText: formatMoney(deposit.amountSatang),
    lines: t.card.lines(deposit.billerName, deposit.ref, momentText(view, t)),
    footer: t.card.footer,
  };
}
