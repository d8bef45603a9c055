import type { VNode } from 'preact';
import type { ListedAccount } from '../../../providers/accounts/find-accounts';
import type { CheckKind, FailingWebhook, Health, StuckOrder, WorkName } from '../../measure-health';
import { formatMoney } from '../../../kernel/rules/money';
import { Card } from '../../../pages/kit/card';
import { Badge, Facts, Noted, Time } from '../../../pages/kit/parts';
import { stateOf, statusOf } from '../../../providers/pages/list-view';
import { providerAccountTexts } from '../../../providers/pages/texts';
import { Table } from '../../../pages/kit/table';
import type { Screen, SignedInContext } from '../../../pages/console/frame/screen';
import { overviewTexts, type OverviewTexts } from './texts';

const COUNTED_MAX = 100;
/** Older pending work is marked as late, except webhook retries. */
const LATE_MS = 60_000;
const MINUTE_MS = 60_000;

const workNames: readonly WorkName[] = [
  'outbox',
  'callbacks',
  'deadlines',
  'payouts',
  'deliveries',
  'slips',
  'mails',
];

export function overviewScreen(
  context: SignedInContext,
  {
    health,
    accounts,
    isReachable,
  }: {
    readonly health: Health;
    readonly accounts: readonly ListedAccount[];
    readonly isReachable: boolean;
  },
): Screen {
  const t = overviewTexts[context.language];
  const { openExceptions, waitingMerchants } = context.session;
  const main = (
    <>
      <div class="sums">
        {sum(
          t.exceptions,
          counted(openExceptions),
          t.exceptionsHint,
          '/console/exceptions',
          t.toExceptions,
        )}
        {sum(
          t.merchants,
          counted(waitingMerchants),
          t.merchantsHint,
          '/console/merchants?state=waiting',
          t.toMerchants,
        )}
        <section class="card">
          <h2>{t.temporal}</h2>
          <p class="sum">{isReachable ? t.reachable : t.unreachable}</p>
          <p class="soft">{t.temporalHint}</p>
        </section>
      </div>
      {renderWork(context, health, t)}
      {renderAccounts(context, accounts, t)}
      <div class="columns">
        <div class="stack">
          {renderStuck(health.stuck, t)}
          {renderChecks(health, t)}
        </div>
        {renderWebhooks(health.webhooks, t)}
      </div>
    </>
  );
  return { title: context.t.sections.overview, section: 'overview', main, live: true };
}

const counted = (count: number): string =>
  count >= COUNTED_MAX ? `${COUNTED_MAX}+` : String(count);

const sum = (title: string, count: string, hint: string, path: string, link: string) => (
  <section class="card stack">
    <div>
      <h2>{title}</h2>
      <p class="sum">{count}</p>
      <p class="soft">{hint}</p>
    </div>
    <p>
      <a class="button" href={path}>
        {link}
        <span class="spoken">: {title}</span>
      </a>
    </p>
  </section>
);

function renderWork(context: SignedInContext, { work }: Health, t: OverviewTexts) {
  const row = (name: WorkName) => {
    const { count = 0, oldestAt = null } = work.get(name) ?? {};
    const ageMs = oldestAt === null ? 0 : context.nowMs - oldestAt.getTime();
    const isLate = name !== 'deliveries' && count > 0 && ageMs > LATE_MS;
    const age = Math.floor(ageMs / MINUTE_MS);
    return [
      <Noted note={t.hints[name]}>{t.names[name]}</Noted>,
      count.toLocaleString('en'),
      count === 0 ? '–' : t.minutes(age),
      isLate ? <Badge tone="bad">{t.late}</Badge> : <Badge tone="good">{t.fine}</Badge>,
    ];
  };
  return (
    <Card id="work" title={t.work} hint={t.workHint} flush>
      <Table columns={[t.what, { money: t.count }, t.oldest, t.state]} rows={workNames.map(row)} />
    </Card>
  );
}

function renderAccounts(
  context: SignedInContext,
  accounts: readonly ListedAccount[],
  t: OverviewTexts,
) {
  const a = providerAccountTexts[context.language];
  const row = (account: ListedAccount) => [
    <Noted note={account.merchant === null ? a.owners.platform : account.merchant.name}>
      <a href={`/console/provider-accounts/${account.id}`}>{account.label}</a>
    </Noted>,
    account.connectorTitle,
    statusOf(account, a),
    stateOf(account, a),
  ];
  return (
    <Card id="accounts" title={t.accounts} flush>
      <Table columns={[a.account, a.provider, a.status, a.health]} rows={accounts.map(row)} roomy />
    </Card>
  );
}

function renderStuck(stuck: readonly StuckOrder[], t: OverviewTexts) {
  const item = ({ id, amountSatang, merchantName, createdAt }: StuckOrder) => (
    <li>
      <a href={`/console/orders/${id}`}>
        {formatMoney(amountSatang)} · {merchantName}
      </a>{' '}
      <span class="soft small">
        <Time at={createdAt} />
      </span>
    </li>
  );
  return (
    <Card id="stuck" title={t.stuck} hint={t.stuckHint}>
      {stuck.length === 0 ? <p>{t.noStuck}</p> : <ul class="links">{stuck.map(item)}</ul>}
    </Card>
  );
}

function renderWebhooks(webhooks: readonly FailingWebhook[], t: OverviewTexts) {
  const item = ({ url, merchantId, merchantName, failingSince }: FailingWebhook) => (
    <li>
      <p>
        <a href={`/console/merchants/${merchantId}`}>{merchantName}</a>{' '}
        {failingSince === null && <Badge tone="bad">{t.disabled}</Badge>}
      </p>
      <p class="small">
        <code>{url}</code>
      </p>
      {failingSince !== null && (
        <p class="soft small">
          {t.failingSince} <Time at={failingSince} />
        </p>
      )}
    </li>
  );
  return (
    <Card id="webhooks" title={t.webhooks}>
      {webhooks.length === 0 ? (
        <p>{t.noWebhooks}</p>
      ) : (
        <ul class="items links">{webhooks.map(item)}</ul>
      )}
    </Card>
  );
}

function renderChecks({ checks }: Health, t: OverviewTexts) {
  const row = (kind: CheckKind): readonly [string, VNode | string] => {
    const last = checks.get(kind);
    if (last === undefined) return [t.checkNames[kind], t.never[kind]];
    const state =
      last.differences === 0 ? (
        <Badge tone="good">{t.clean}</Badge>
      ) : (
        <Badge tone="bad">{t.differences(last.differences)}</Badge>
      );
    return [
      t.checkNames[kind],
      <>
        {state} <Time at={last.at} />
      </>,
    ];
  };
  return (
    <Card id="checks" title={t.checks} hint={t.checksHint}>
      <Facts rows={[row('audit'), row('reconciliation')]} />
    </Card>
  );
}
