import type { DepositView } from '../deposit-view';
import type { Texts } from '../texts/texts';
import { renderAmount } from './amount';

/** A token payment in progress: the step at the card's bank, if it requires one of the payer. */
export function renderCard({ deposit }: DepositView, t: Texts) {
  const { nextActionUrl } = deposit;
  const bank = nextActionUrl === null ? null : URL.parse(nextActionUrl);
  return (
    <section class="card" aria-labelledby="amount">
      {renderAmount(t.ordered, deposit)}
      {bank !== null && /^https?:$/.test(bank.protocol) && (
        <p class="save">
          <a class="button strong" href={bank.href} rel="noreferrer" data-key="authenticate">
            {t.authenticate}
          </a>{' '}
          <small>{bank.host}</small>
        </p>
      )}
    </section>
  );
}
