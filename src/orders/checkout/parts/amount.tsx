import type { HostedPayment } from '../../deposit/find-hosted-deposit';
import { formatMoney } from '../../../kernel/rules/money';

/** What is paid, and for what. */
export const renderAmount = (label: string, { amountSatang, description }: HostedPayment) => (
  <>
    <h1 id="amount">
      <span class="label">{label}</span> <span class="amount">{formatMoney(amountSatang)}</span>
    </h1>
    {description !== null && <p class="order">{description}</p>}
  </>
);
