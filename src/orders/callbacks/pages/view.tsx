import type { ListedRefusal } from '../list-refused-callbacks';
import { Card } from '../../../pages/kit/card';
import { Empty, Noted, Pager, Time } from '../../../pages/kit/parts';
import { Table } from '../../../pages/kit/table';
import type { Screen, SignedInContext } from '../../../pages/console/frame/screen';
import { refusedCallbackTexts, type RefusedCallbackTexts } from './texts';

const PATH = '/console/refused-callbacks';

export interface RefusedCallbackList {
  readonly items: readonly ListedRefusal[];
  readonly hasMore: boolean;
  readonly isFirst: boolean;
}

/** Newest first. */
export function refusedCallbacksScreen(
  context: SignedInContext,
  { items, hasMore, isFirst }: RefusedCallbackList,
): Screen {
  const t = refusedCallbackTexts[context.language];
  const last = items.at(-1);
  const title = context.t.sections.refused;
  const main = (
    <>
      <p class="soft">{t.hint}</p>
      <Card label={title} flush>
        {items.length === 0 ? <Empty title={t.none} hint={t.noneHint} /> : renderTable(items, t)}
        <Pager
          newest={isFirst ? null : PATH}
          older={hasMore && last !== undefined ? `${PATH}?before=${last.id}` : null}
        />
      </Card>
    </>
  );
  return { title, section: 'refused', main };
}

function renderTable(items: readonly ListedRefusal[], t: RefusedCallbackTexts) {
  const order = ({ orderId, namedOrder }: ListedRefusal) =>
    orderId === null ? (
      <Noted code={namedOrder}>{t.unknown}</Noted>
    ) : (
      <a href={`/console/orders/${orderId}`}>
        <code>{orderId}</code>
      </a>
    );
  const row = (refused: ListedRefusal) => [
    <Time at={refused.receivedAt} />,
    <Noted code={refused.accountId}>{refused.accountLabel}</Noted>,
    order(refused),
    <Noted code={refused.code}>{refused.message}</Noted>,
  ];
  return <Table columns={[t.received, t.account, t.order, t.reason]} rows={items.map(row)} roomy />;
}
