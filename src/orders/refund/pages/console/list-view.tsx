import type { ManualRefund } from '../../manual-refunds';
import { formatMoney } from '../../../../kernel/rules/money';
import { accountText } from '../../../pages/parts';
import { Card } from '../../../../pages/kit/card';
import { Badge, Empty, Pager, Time } from '../../../../pages/kit/parts';
import { Table } from '../../../../pages/kit/table';
import type { Screen, SignedInContext } from '../../../../pages/console/frame/screen';
import { refundTaskTexts, type RefundTaskTexts } from './texts';

const PATH = '/console/refunds';

export interface RefundTasks {
  readonly items: readonly ManualRefund[];
  readonly hasMore: boolean;
  readonly isFirst: boolean;
}

/** Oldest first. */
export function refundTasksScreen(context: SignedInContext, view: RefundTasks): Screen {
  const t = refundTaskTexts[context.language];
  const { items, hasMore, isFirst } = view;
  const last = items.at(-1);
  const title = context.t.sections.refunds;
  const main = (
    <Card label={title} flush>
      {items.length === 0 ? (
        <Empty title={t.none} hint={t.noneHint} />
      ) : (
        renderTable(context, items, t)
      )}
      <Pager
        newest={isFirst ? null : PATH}
        older={hasMore && last !== undefined ? `${PATH}?after=${last.id}` : null}
        labels={{ older: t.next, newest: t.first }}
      />
    </Card>
  );
  return { title, section: 'refunds', main, live: true };
}

function renderTable(
  { language }: SignedInContext,
  items: readonly ManualRefund[],
  t: RefundTaskTexts,
) {
  const row = (refund: ManualRefund) => [
    <>
      <a href={`${PATH}/${refund.id}`}>
        <code>{refund.id}</code>
      </a>{' '}
      {refund.proposal?.status === 'pending' && <Badge tone="wait">{t.waiting}</Badge>}
    </>,
    refund.merchantName,
    accountText(language, refund),
    <Time at={refund.createdAt} />,
    formatMoney(refund.amountSatang),
  ];
  return (
    <Table
      columns={[t.refund, t.merchant, t.account, t.created, { money: t.amount }]}
      rows={items.map(row)}
      roomy
    />
  );
}
