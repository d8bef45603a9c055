import { transferKinds, type Transfer } from '../../../domain/ledger';
import { formatMoney } from '../../../domain/money';
import { Table } from '../../kit/table';
import type { SignedInContext } from '../frame/screen';
import { orderDetailTexts } from '../orders/texts';
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
