import { transferKinds, type Transfer } from '../../ledger/rules/ledger';
import { formatMoney } from '../../kernel/rules/money';
import { Table } from '../../pages/kit/table';
import type { SignedInContext } from '../../pages/console/frame/screen';
import { orderDetailTexts } from '../../orders/pages/console/texts';
import type { ExceptionTexts } from './texts';

export function renderPostings(
  context: SignedInContext,
  postings: readonly Transfer[],
  t: ExceptionTexts,
) {
  const { amount } = orderDetailTexts[context.language];
  const row = ({ kind, amountSatang }: Transfer) => [
    t.accounts[transferKinds[kind].from],
    t.accounts[transferKinds[kind].to],
    <strong>{formatMoney(amountSatang)}</strong>,
  ];
  return <Table columns={[t.from, t.to, { money: amount }]} rows={postings.map(row)} plain />;
}
