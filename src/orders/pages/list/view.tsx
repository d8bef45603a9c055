import { formatMoney } from '../../../kernel/rules/money';
import { mayActAs } from '../../../kernel/rules/realm';
import { type Position, writeCursor } from '../../../http/cursor';
import { FileLinks } from '../../../pages/kit/files/links';
import { PeriodTabs } from '../../../pages/kit/periods';
import type { OrderSums } from '../../list-orders';
import { type Described, kindTexts } from '../kind-texts';
import {
  Badge,
  Empty,
  type FactRow,
  Facts,
  LinkButton,
  Pager,
  Time,
  Tabs,
} from '../../../pages/kit/parts';
import type { Screen, SignedInContext } from '../../../pages/dashboard/frame/screen';
import { statusText } from '../parts';
import { type ListDefinition, type Listed, nounOf } from './definition';
import { renderFilters } from './filter-view';
import { addressOf, type FilterField, timeOf, type Typed } from './filters';
import { listTexts, type ListTexts } from './texts';

/** Reading them takes a tenth of a second, and a busy machine several times as long. */
export const TOTALS_MAX = 20_000;

export interface Shown<Item> {
  readonly asked: Typed;
  readonly faults: readonly FilterField[];
  readonly items: readonly Item[];
  readonly hasMore: boolean;
  readonly last: Position | null;
  /** Null without a filter; `tooMany`: more than `TOTALS_MAX`. */
  readonly totals: OrderSums | 'tooMany' | null;
  /** Ids of orders with an open exception. */
  readonly underReview: ReadonlySet<string>;
  readonly isFirst: boolean;
}

export function listScreen<Item extends Listed, Status extends string>(
  context: SignedInContext,
  definition: ListDefinition<Item, Status>,
  shown: Shown<Item>,
): Screen {
  const t = listTexts[context.language];
  const noun = nounOf(definition.kind);
  const title = context.t.sections[noun];
  const { asked, items } = shown;
  const main = (
    <div class="stack">
      {renderStatuses(context, definition, asked, t)}
      <PeriodTabs
        current={asked}
        withAll
        addressOf={(period) =>
          addressOf(context.path, { ...asked, from: '', until: '', ...period })
        }
      />
      {renderFilters(context, definition, shown, t)}
      {renderTotals(definition.kind, shown.totals, t)}
      <section class="card flush" aria-label={title} data-live>
        {items.length === 0
          ? renderEmpty(context, definition, shown, t)
          : renderTable(context, definition, shown, t)}
        {renderPager(context, shown)}
      </section>
    </div>
  );
  const currentUrl = addressOf(context.path, asked);
  const { form } = definition;
  const actions = (
    <>
      {form !== undefined && mayActAs(context.session, form.role) && (
        <LinkButton tone="strong" href={form.path} label={form.label(context.language)} />
      )}
      <FileLinks addressOf={(type) => addressOf(`${context.path}.${type}`, asked)} />
    </>
  );
  return { title, section: noun, actions, main, live: true, currentUrl };
}

function renderStatuses<Item extends Listed, Status extends string>(
  context: SignedInContext,
  { kind, statuses }: ListDefinition<Item, Status>,
  { status: current, ...rest }: Typed,
  t: ListTexts,
) {
  const tabs = (['', ...statuses] as const).map((status) => ({
    href: addressOf(context.path, { ...rest, status }),
    text: status === '' ? t.all : statusText(context.language, kind, status),
    isCurrent: status === (current ?? ''),
  }));
  return <Tabs label={t.status} tabs={tabs} />;
}

function renderTotals(kind: Described, totals: Shown<unknown>['totals'], t: ListTexts) {
  if (totals === null) return null;
  const money = (satang: number) => <span class="money">{formatMoney(satang)}</span>;
  const rows = (sums: OrderSums): readonly FactRow[] => {
    const { count, inSatang, outSatang, creditedSatang, refundedSatang } = sums;
    const number = [t.count, count.toLocaleString('en')] as const;
    if (kind === 'transaction') {
      return [
        number,
        [t.payments, money(inSatang)],
        [t.refunds, money(outSatang)],
        [t.net, money(inSatang - outSatang)],
      ];
    }
    return [
      number,
      [t.amount, money(inSatang + outSatang)],
      creditedSatang === inSatang ? null : [t.credited, money(creditedSatang)],
      refundedSatang === 0 ? null : [t.refunded, money(refundedSatang)],
    ];
  };
  return totals === 'tooMany' ? (
    <p class="hint">{t.tooMany(TOTALS_MAX.toLocaleString('en'))}</p>
  ) : (
    <section class="card spread" id="totals" aria-label={t.totals} data-live>
      <Facts rows={rows(totals)} />
    </section>
  );
}

function renderTable<Item extends Listed, Status extends string>(
  context: SignedInContext,
  { kind, row }: ListDefinition<Item, Status>,
  { asked, items, underReview }: Shown<Item>,
  t: ListTexts,
) {
  const { column, about, completed } = kindTexts[context.language][kind];
  const isByCompletion = timeOf(asked) === 'completed';
  const note = (text: string | null) => (text === null ? null : <small>{text}</small>);
  const warn = (text: string | null) =>
    text === null ? null : (
      <>
        {' '}
        <Badge tone="warn">{text}</Badge>
      </>
    );
  const line = (item: Item) => {
    const { path, ...each } = row(item, context.language);
    return (
      <tr id={item.id}>
        <td class="when">
          <Time at={(isByCompletion ? item.completedAt : null) ?? item.createdAt} />
        </td>
        <th scope="row">
          <a href={path}>
            <span>{each.name}</span>
            {each.detail === item.id ? <small class="code">{item.id}</small> : note(each.detail)}
          </a>
        </th>
        <td class="about">{each.about}</td>
        <td class="state">
          {each.status}
          {warn(each.warning)}
          {warn(underReview.has(item.id) ? t.underReview : null)}
          {note(each.statusNote)}
        </td>
        <td class="money">
          {formatMoney(each.amountSatang)}
          {note(each.amountNote)}
        </td>
      </tr>
    );
  };
  return (
    <table class="orders">
      <thead>
        <tr>
          <th scope="col">{isByCompletion ? completed : t.created}</th>
          <th scope="col">{column}</th>
          <th scope="col">{about}</th>
          <th scope="col">{t.status}</th>
          <th scope="col" class="money">
            {t.amount}
          </th>
        </tr>
      </thead>
      <tbody>{items.map(line)}</tbody>
    </table>
  );
}

function renderPager<Item>(context: SignedInContext, shown: Shown<Item>) {
  const { asked, last, hasMore, isFirst } = shown;
  return (
    <Pager
      newest={isFirst ? null : addressOf(context.path, asked)}
      older={
        hasMore && last !== null
          ? addressOf(context.path, { ...asked, cursor: writeCursor(last) })
          : null
      }
    />
  );
}

function renderEmpty<Item extends Listed, Status extends string>(
  context: SignedInContext,
  { kind }: ListDefinition<Item, Status>,
  { asked, isFirst, faults }: Shown<Item>,
  t: ListTexts,
) {
  const { none, noneHint } = kindTexts[context.language][kind];
  const link = (path: string, text: string) => <LinkButton href={path} label={text} />;
  if (faults.length > 0)
    return <Empty title={t.unread} hint={t.unreadHint} action={link(context.path, t.clear)} />;
  if (Object.keys(asked).length > 0 || !isFirst) {
    const hint = timeOf(asked) === 'completed' ? t.incompleteHint : t.noMatchHint;
    return <Empty title={t.noMatch} hint={hint} action={link(context.path, t.clear)} />;
  }
  return nounOf(kind) === 'payments' ? (
    <Empty title={none} hint={noneHint} action={link('/dashboard', t.begin)} />
  ) : (
    <Empty title={none} hint={noneHint} action={link('/docs', t.reference)} />
  );
}
