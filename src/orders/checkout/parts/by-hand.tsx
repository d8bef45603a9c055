import type { DepositView } from '../deposit-view';
import type { Texts } from '../texts/texts';
import { icons } from '../../../pages/kit/payment-icons';

/** Bill payment details for manual entry in a banking app, or why there are none. */
export function renderByHand({ deposit: { bill, billerName } }: DepositView, t: Texts) {
  if (bill === null) {
    return (
      <section class="card" aria-labelledby="by-hand">
        <h2 id="by-hand">{t.scanOnly}</h2>
        <p class="soft">{t.scanOnlyHint}</p>
      </section>
    );
  }
  const { billerId, ref1, ref2 } = bill;
  return (
    <section class="card" aria-labelledby="by-hand">
      <h2 id="by-hand">{t.byHand}</h2>
      <p class="soft">{t.byHandHint}</p>
      <dl class="rows">
        {renderCopyRow('ref1', t.ref1, ref1, t)}
        {ref2 !== null && renderCopyRow('ref2', t.ref2, ref2, t)}
        <div>
          <dt>{t.billerName}</dt>
          <dd>{billerName}</dd>
        </div>
        {renderCopyRow('biller', t.billerId, billerId, t)}
      </dl>
    </section>
  );
}

/** The script shows the copy button, which does not work without it. */
export function renderCopyRow(key: string, name: string, value: string, t: Texts) {
  return (
    <div class="copied-row">
      <dt>{name}</dt>
      <dd class="code">{value}</dd>
      <dd class="press">
        <button
          type="button"
          class="copy"
          data-copy={value}
          data-copied={t.copied}
          data-key={`copy-${key}`}
          hidden>
          {icons.copy}
          <span>{t.copy}</span> <span class="spoken">{name}</span>
        </button>
      </dd>
    </div>
  );
}
