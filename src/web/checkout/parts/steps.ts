import { html, type Html } from '../../../lib/html';
import type { DepositView } from '../deposit-view';
import { formatMoney } from '../../../domain/money';
import type { Texts } from '../texts/texts';

export function renderSteps({ deposit }: DepositView, t: Texts): Html {
  const steps = t.steps(formatMoney(deposit.amountSatang), deposit.billerName);
  return html`<section class="card" aria-labelledby="steps">
  <h2 id="steps">${t.stepsTitle}</h2>
  <ol class="steps">${steps.map((step) => html`<li><span>${step}</span></li>`)}</ol>
</section>`;
}
