import type { ListedMerchant, MerchantState } from '../../../reports/find-merchants';
import { formatMoney } from '../../../kernel/rules/money';
import { Card } from '../../../pages/kit/card';
import { Badge, Empty, Noted, Pager, Tabs, Time } from '../../../pages/kit/parts';
import { SearchForm } from '../../../pages/kit/search';
import { Table } from '../../../pages/kit/table';
import type { Screen, SignedInContext } from '../../../pages/console/frame/screen';
import { merchantTexts, type MerchantTexts } from './texts';

export interface MerchantListView {
  readonly items: readonly ListedMerchant[];
  readonly hasMore: boolean;
  readonly state: MerchantState;
  readonly word: string;
  readonly isFirst: boolean;
}

const PATH = '/console/merchants';
const states: readonly MerchantState[] = ['all', 'waiting', 'active', 'disabled'];

const pathOf = (asked: Readonly<Record<string, string>>): string => {
  const given = Object.entries(asked).filter(([, value]) => value !== '' && value !== 'all');
  return given.length === 0 ? PATH : `${PATH}?${new URLSearchParams(given).toString()}`;
};

/** Newest first. */
export function merchantsScreen(context: SignedInContext, view: MerchantListView): Screen {
  const t = merchantTexts[context.language];
  const { items, hasMore, isFirst, state, word } = view;
  const last = items.at(-1);
  const older = hasMore && last !== undefined ? pathOf({ state, q: word, after: last.id }) : null;
  const { label, hint, press } = t;
  const main = (
    <>
      <SearchForm
        path={PATH}
        word={word}
        label={label}
        hint={hint}
        press={press}
        keep={{ state }}
      />
      <Tabs
        label={t.state}
        tabs={states.map((each) => ({
          href: pathOf({ state: each, q: word }),
          text: t.states[each],
          isCurrent: each === state,
        }))}
      />
      <Card label={context.t.sections.merchants} flush>
        {items.length === 0 ? <Empty title={t.none} hint={t.noneHint} /> : renderTable(items, t)}
        <Pager newest={isFirst ? null : pathOf({ state, q: word })} older={older} />
      </Card>
    </>
  );
  return { title: context.t.sections.merchants, section: 'merchants', main };
}

export const standingOf = (
  { status, isWaiting }: Pick<ListedMerchant, 'status' | 'isWaiting'>,
  t: MerchantTexts,
) => {
  if (status === 'active') return <Badge tone="good">{t.states.active}</Badge>;
  return isWaiting ? (
    <Badge tone="warn">{t.states.waiting}</Badge>
  ) : (
    <Badge tone="bad">{t.states.disabled}</Badge>
  );
};

function renderTable(items: readonly ListedMerchant[], t: MerchantTexts) {
  const row = (merchant: ListedMerchant) => [
    <Noted code={merchant.id}>
      <a href={`${PATH}/${merchant.id}`}>{merchant.name}</a>
    </Noted>,
    standingOf(merchant, t),
    <Time at={merchant.createdAt} />,
    formatMoney(merchant.availableSatang),
  ];
  return (
    <Table
      columns={[t.name, t.status, t.created, { money: t.available }]}
      rows={items.map(row)}
      roomy
    />
  );
}
