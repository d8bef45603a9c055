import { Facts } from '../../../pages/kit/parts';
import type { Language } from '../../../pages/kit/language';
import type { Receipt } from './receipt';
import { receiptTexts } from './texts';

interface ReceiptViewProps {
  readonly receipt: Receipt;
  readonly language: Language;
}
/** The content of a receipt, for a card of the dashboard or of the checkout. */
export const ReceiptView = ({ receipt, language }: ReceiptViewProps) => (
  <>
    <h2>{receipt.merchantName}</h2>
    {receipt.sandbox !== null && <p class="soft">{receipt.sandbox}</p>}
    <Facts
      rows={[
        [receiptTexts[language].amount, <strong class="money">{receipt.amount}</strong>],
        ...receipt.rows,
      ]}
    />
    <p class="soft">{receipt.notice}</p>
  </>
);
