import { formatMoney } from '../../../kernel/rules/money';
import type { DepositView } from '../deposit-view';
import type { Texts } from '../texts/texts';

export function renderSteps({ deposit }: DepositView, t: Texts) {
  const steps = t.steps(formatMoney(deposit.amountSatang), deposit.billerName);
  return (
    <section class="card" aria-labelledby="steps">
      <h2 id="steps">{t.stepsTitle}</h2>
      <ol class="steps">
        {steps.map((step) => (
          <li>
            <span>{step}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
