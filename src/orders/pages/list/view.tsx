import { formatMoney } from '../../../kernel/rules/money';
import { type Position, writeCursor } from '../../../http/cursor';
import { icons } from '../../../pages/kit/icons';
import { kindTexts } from '../kind-texts';
import { Badge, Empty, LinkButton, Pager, Time, Tabs } from '../../../pages/kit/parts';
import type { Screen, SignedInContext } from '../../../pages/dashboard/frame/screen';
import { statusText } from '../parts';
import { type ListDefinition, nounOf } from './definition';
import { renderFilters } from './filter-view';
import { addressOf, type FilterField, type Typed } from './filters';
import { listTexts, type ListTexts } from './texts';

export interface Shown<Item> {
  readonly asked: Typed;
  readonly faults: readonly FilterField[];
  readonly items: readonly Item[];
  readonly hasMore: boolean;
  /** Ids of orders with an open exception. */
  readonly underReview: ReadonlySet<string>;
  readonly isFirst: boolean;
}

export function listScreen<Item extends Position, Status extends string>(
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
      {renderFilters(context, definition, shown, t)}
      <section class="card flush" aria-label={title} data-live>
        {items.length === 0
          ? renderEmpty(context, definition, shown, t)
          : renderTable(context, definition, shown, t)}
        {renderPager(context, shown)}
      </section>
    </div>
  );
  const currentUrl = addressOf(context.path, asked);
  const file = addressOf(`${context.path}.csv`, asked);
  const actions = (
    <a class="button" href={file} download>
      {icons.down}
      <span>CSV</span>
    </a>
  );
  return { title, section: noun, actions, main, live: true, currentUrl };
}

function renderStatuses<Item extends Position, Status extends string>(
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

function renderTable<Item extends Position, Status extends string>(
  context: SignedInContext,
  { kind, row }: ListDefinition<Item, Status>,
  { items, underReview }: Shown<Item>,
  t: ListTexts,
) {
  const { column, about } = kindTexts[context.language][kind];
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
          <Time at={item.createdAt} />
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
          <th scope="col">{t.created}</th>
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

function renderPager<Item extends Position>(context: SignedInContext, shown: Shown<Item>) {
  const { asked, items, hasMore, isFirst } = shown;
  const last = items.at(-1);
  return (
    <Pager
      newest={isFirst ? null : addressOf(context.path, asked)}
      older={
        hasMore && last !== undefined
          ? addressOf(context.path, { ...asked, cursor: writeCursor(last) })
          : null
      }
    />
  );
}

function renderEmpty<Item extends Position, Status extends string>(
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
    return <Empty title={t.noMatch} hint={t.noMatchHint} action={link(context.path, t.clear)} />;
  }
  return nounOf(kind) === 'payments' ? (
    <Empty title={none} hint={noneHint} action={link('/dashboard', t.begin)} />
  ) : (
    <Empty title={none} hint={noneHint} action={link('/docs', t.reference)} />
  );
}
