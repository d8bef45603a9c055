import type { Exception } from '../find-order-detail';
import { type ExceptionKind, exceptionKinds } from '../rules/exception';
import { namedBank } from '../../kernel/rules/banks';
import { formatMoney } from '../../kernel/rules/money';
import { Card } from '../../pages/kit/card';
import { kindTexts } from '../../orders/pages/kind-texts';
import { Badge, Empty, Pager, Tabs, Time } from '../../pages/kit/parts';
import { SearchForm } from '../../pages/kit/search';
import { Table } from '../../pages/kit/table';
import type { Screen, SignedInContext } from '../../pages/console/frame/screen';
import { exceptionTexts, type ExceptionTexts } from './texts';

export const ownerFilters = ['anyone', 'mine', 'nobody'] as const;

export interface ExceptionListView {
  readonly items: readonly Exception[];
  readonly hasMore: boolean;
  readonly state: 'open' | 'resolved';
  readonly kind: ExceptionKind | null;
  readonly owner: (typeof ownerFilters)[number];
  /** Names by id. */
  readonly owners: ReadonlyMap<string, string>;
  readonly isFirst: boolean;
  /** Empty without a search. */
  readonly q: string;
}

const PATH = '/console/exceptions';

/** Without null and empty texts. */
const given = (asked: Readonly<Record<string, string | null>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(asked).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  );

const pathOf = (asked: Readonly<Record<string, string | null>>): string => {
  const query = new URLSearchParams(given(asked)).toString();
  return query === '' ? PATH : `${PATH}?${query}`;
};

/** Open exceptions, oldest first; or resolved ones, newest first. */
export function exceptionsScreen(context: SignedInContext, view: ExceptionListView): Screen {
  const t = exceptionTexts[context.language];
  const { items, hasMore, isFirst, state, kind, q } = view;
  const owner = view.owner === 'anyone' ? null : view.owner;
  const last = items.at(-1);
  const asked = { state: state === 'open' ? null : state, kind, owner, q };
  const more = hasMore && last !== undefined ? pathOf({ ...asked, after: last.id }) : null;
  const none = state === 'open' ? t.none : t.noneResolved;
  const isAll = q === '' && kind === null && owner === null;
  const main = (
    <>
      <SearchForm
        path={PATH}
        word={q}
        label={t.search}
        hint={t.searchHint}
        press={t.press}
        keep={given({ ...asked, q: null })}
      />
      {renderFilters(asked, view, t)}
      <Card label={context.t.sections.exceptions} flush>
        {items.length === 0 ? (
          <Empty title={isAll ? none : t.noMatch} hint={isAll ? t.noneHint : t.noMatchHint} />
        ) : (
          renderTable(context, view, t)
        )}
        <Pager
          newest={isFirst ? null : pathOf(asked)}
          older={more}
          labels={state === 'open' ? { older: t.next, newest: t.first } : context.t}
        />
      </Card>
    </>
  );
  return { title: context.t.sections.exceptions, section: 'exceptions', main, live: true };
}

const renderFilters = (
  asked: Readonly<Record<string, string | null>>,
  { state, kind, owner }: ExceptionListView,
  t: ExceptionTexts,
) => (
  <div class="tab-rows">
    <Tabs
      label={t.state}
      tabs={(['open', 'resolved'] as const).map((each) => ({
        href: pathOf({ ...asked, state: each === 'open' ? null : each }),
        text: t[each],
        isCurrent: each === state,
      }))}
    />
    <Tabs
      label={t.owner}
      tabs={ownerFilters.map((each) => ({
        href: pathOf({ ...asked, owner: each === 'anyone' ? null : each }),
        text: t.owners[each],
        isCurrent: each === owner,
      }))}
    />
    <Tabs
      label={t.kind}
      tabs={[null, ...exceptionKinds].map((each) => ({
        href: pathOf({ ...asked, kind: each }),
        text: each === null ? t.all : t.kinds[each],
        isCurrent: each === kind,
      }))}
    />
  </div>
);

function renderTable(
  context: SignedInContext,
  { items, owners }: ExceptionListView,
  t: ExceptionTexts,
) {
  const row = (exception: Exception) => {
    const { id, kind, merchantName, openedAt, ownerId, resolved, waitingApprovalId } = exception;
    return [
      <a href={`${PATH}/${id}`}>{t.kinds[kind]}</a>,
      <span>{aboutOf(context, exception)}</span>,
      payerOf(context, exception),
      merchantName ?? t.unknownMerchant,
      ownerId === null ? '' : (owners.get(ownerId) ?? ownerId),
      <>
        <Time at={openedAt} />
        {resolved !== null && (
          <>
            {' '}
            <Badge tone="good">{t.resolved}</Badge>
          </>
        )}
        {waitingApprovalId !== null && (
          <>
            {' '}
            <Badge tone="wait">{t.waits}</Badge>
          </>
        )}
      </>,
      moneyOf(exception),
    ];
  };
  return (
    <Table
      columns={[t.kind, t.about, t.payer, t.merchant, t.owner, t.opened, { money: t.money }]}
      rows={items.map(row)}
      roomy
    />
  );
}

function aboutOf({ language }: SignedInContext, { order, callback, reference }: Exception) {
  if (order === null) return <code>{callback?.namedOrder ?? ''}</code>;
  return (
    <>
      {kindTexts[language][order.kind].label}{' '}
      <small>
        <code>{order.id}</code>
      </small>
      {reference !== null && <small>{reference}</small>}
    </>
  );
}

/** Masked. Empty where the evidence names no payer. */
function payerOf({ language }: SignedInContext, { payer }: Exception): string {
  if (payer === null) return '';
  const { bankName, accountMask } = payer;
  const bank = bankName === null ? null : namedBank(bankName, language);
  return [bank, accountMask].filter((text) => text !== null).join(' ');
}

/** The amount in suspense, or else the amount of the order or of the callback. */
export function moneyOf({ suspendedSatang, order, callback }: Exception): string {
  const satang = suspendedSatang > 0 ? suspendedSatang : (order?.amountSatang ?? null);
  const spoken = satang ?? callback?.amountSatang ?? null;
  return spoken === null ? '–' : formatMoney(spoken);
}
