import { bangkokDay, type Period } from '../../kernel/rules/bangkok-day';
import { formatMoney } from '../../kernel/rules/money';
import { mayActAs } from '../../kernel/rules/realm';
import { postingTexts } from '../../ledger/pages/ledger-texts';
import { addressOf } from '../../orders/pages/list/filters';
import { PRICES } from '../../fees/pages/dashboard/operations';
import { priceTexts } from '../../fees/pages/texts';
import { orderPath } from '../../orders/pages/parts';
import { withdrawTexts } from '../../orders/withdrawal/pages/texts';
import { WITHDRAW } from '../../orders/withdrawal/pages/view';
import type { Maturing } from '../../maturity/find-maturing';
import type { Screen, SignedInContext } from '../../pages/dashboard/frame/screen';
import { Card } from '../../pages/kit/card';
import { FileLinks } from '../../pages/kit/files/links';
import { formatClock, formatPeriod, formatShortDay } from '../../pages/kit/format';
import { icons } from '../../pages/kit/icons';
import { Empty, Facts, LinkButton, Noted, Pager, Time } from '../../pages/kit/parts';
import { PeriodTabs } from '../../pages/kit/periods';
import { Table } from '../../pages/kit/table';
import type { BalancePair, Statement, StatementEntry } from '../read-statement';
import { statementTexts, type StatementTexts } from './texts';

export interface Shown {
  readonly period: Period;
  /** As typed. */
  readonly typed: Partial<Period>;
  readonly fault: 'dayFault' | 'orderFault' | null;
  readonly statement: Statement;
  readonly maturing: readonly Maturing[];
  readonly isFirst: boolean;
}

export function balanceScreen(context: SignedInContext, shown: Shown): Screen {
  const { language, path, session, nowMs } = context;
  const t = statementTexts[language];
  const { period, statement, maturing } = shown;
  const now = new Date(nowMs);
  const actions = (
    <>
      {mayActAs(session, 'owner') && (
        <LinkButton tone="strong" href={WITHDRAW} label={withdrawTexts[language].title} />
      )}
      <LinkButton href={PRICES} label={priceTexts[language].title} />
      <button type="button" class="button" data-print hidden>
        {icons.print}
        <span>{t.print}</span>
      </button>
      <a
        class="button"
        href={`${addressOf(`${path}.pdf`, { ...period })}&lang=${language}`}
        download>
        {icons.down}
        <span>{t.pdf}</span>
      </a>
      <FileLinks addressOf={(type) => addressOf(`${path}.${type}`, { ...period })} />
    </>
  );
  const main = (
    <div class="stack">
      <p class="only-print">
        <strong>{session.merchant.name}</strong> · {formatPeriod(language, period)} ·{' '}
        {t.printed(`${formatShortDay(language, now)}, ${formatClock(now)}`)}
      </p>
      <PeriodTabs
        current={period}
        addressOf={(other) => addressOf(path, { ...(other ?? period) })}
      />
      {renderPeriod(path, shown, t)}
      <section class="card spread" aria-label={t.balance}>
        <Facts
          rows={[
            [t.opening, renderBalance(statement.opening, t)],
            [t.closing, renderBalance(statement.closing, t)],
          ]}
        />
      </section>
      {maturing.length > 0 && renderMaturing(maturing, t)}
      {statement.sums.length > 0 && renderSums(context, statement, t)}
      {renderEntries(context, shown, t)}
    </div>
  );
  const title = context.t.sections.balance;
  return { title, section: 'balance', actions, main, currentUrl: addressOf(path, { ...period }) };
}

function renderPeriod(path: string, { period, typed, fault }: Shown, t: StatementTexts) {
  const field = (name: 'from' | 'until') => (
    <div class="field">
      <label for={name}>{t[name]}</label>
      <input
        id={name}
        name={name}
        type="date"
        value={typed[name] ?? period[name]}
        aria-invalid={fault === null ? undefined : 'true'}
        aria-describedby={fault === null ? undefined : 'period-fault'}
      />
    </div>
  );
  return (
    <form method="get" action={path} class="filters" aria-label={t.period}>
      {field('from')}
      {field('until')}
      <div class="presses">
        <button class="button">{t.show}</button>
      </div>
      {fault !== null && (
        <p id="period-fault" class="fault">
          {t[fault]}
        </p>
      )}
    </form>
  );
}

const notesOf = (...notes: readonly (readonly [satang: number, text: string])[]) =>
  notes
    .filter(([satang]) => satang !== 0)
    .map(([, text]) => text)
    .join(' · ') || undefined;

const renderBalance = (
  { availableSatang, heldSatang, pendingSatang }: BalancePair,
  t: StatementTexts,
) => (
  <Noted
    note={notesOf(
      [heldSatang, t.heldAfter(formatMoney(heldSatang))],
      [pendingSatang, t.pendingAfter(formatMoney(pendingSatang))],
    )}>
    <span class="money">{formatMoney(availableSatang)}</span>
  </Noted>
);

const signed = (satang: number): string => `${satang > 0 ? '+' : ''}${formatMoney(satang)}`;

function renderSums({ language }: SignedInContext, { sums }: Statement, t: StatementTexts) {
  const names = postingTexts(language, 'merchant');
  const isPending = sums.some(({ change }) => change.pendingSatang !== 0);
  return (
    <Card id="sums" title={t.sums} flush>
      <Table
        columns={[
          t.type,
          { money: t.count },
          { money: t.available },
          { money: t.held },
          isPending ? { money: t.pending } : null,
        ]}
        rows={sums.map(({ kind, count, change }) => [
          names[kind],
          count.toLocaleString('en'),
          signed(change.availableSatang),
          signed(change.heldSatang),
          signed(change.pendingSatang),
        ])}
      />
    </Card>
  );
}

function renderEntries(context: SignedInContext, shown: Shown, t: StatementTexts) {
  const { period, statement, isFirst } = shown;
  const { entries, before, closing, hasMore } = statement;
  const last = entries.at(-1);
  const row = (entry: StatementEntry) => [
    <Time at={entry.effectiveAt} />,
    renderEntry(context, entry, t),
    renderChange(entry.change, t),
    renderBalance(entry.balance, t),
  ];
  const total = (text: string, balance: BalancePair) => [text, '', '', renderBalance(balance, t)];
  const at = (cursor: string) => addressOf(context.path, { ...period, cursor });
  return (
    <Card id="entries" title={t.entries} flush>
      {last === undefined ? (
        <Empty title={t.none} hint={t.noneHint} />
      ) : (
        <Table
          columns={[t.when, t.entry, { money: t.change }, { money: t.balance }]}
          rows={[
            total(t.brought, before),
            ...entries.map(row),
            total(t.carried, hasMore ? last.balance : closing),
          ]}
        />
      )}
      <Pager
        newest={isFirst ? null : addressOf(context.path, { ...period })}
        older={hasMore && last !== undefined ? at(last.id.toString(36)) : null}
        labels={t}
      />
    </Card>
  );
}

/** An entry that became known on a later day says so. */
function renderEntry(
  { language }: SignedInContext,
  { kind, orderId, orderKind, reference, effectiveAt, createdAt }: StatementEntry,
  t: StatementTexts,
) {
  const name = postingTexts(language, 'merchant')[kind];
  const isLate = bangkokDay(createdAt.getTime()) !== bangkokDay(effectiveAt.getTime());
  return (
    <span class="entry">
      {orderId === null || orderKind === null ? (
        name
      ) : (
        <a href={orderPath(orderKind, orderId)}>{name}</a>
      )}{' '}
      <small>{reference ?? orderId}</small>
      {isLate && (
        <small>
          {' '}
          {t.posted} <Time at={createdAt} />
        </small>
      )}
    </span>
  );
}

const renderChange = (
  { availableSatang, heldSatang, pendingSatang }: BalancePair,
  t: StatementTexts,
) => (
  <Noted
    note={notesOf(
      [heldSatang, t.heldChange(signed(heldSatang))],
      [pendingSatang, t.pendingChange(signed(pendingSatang))],
    )}>
    {availableSatang === 0 ? '–' : signed(availableSatang)}
  </Noted>
);

const renderMaturing = (maturing: readonly Maturing[], t: StatementTexts) => (
  <Card id="maturing" title={t.maturing} hint={t.maturingHint}>
    <Facts rows={maturing.map(({ day, satang }) => [day ?? t.later, formatMoney(satang)])} />
  </Card>
);
