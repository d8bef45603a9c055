import type { ListedAccount } from '../accounts/find-accounts';
import { Card } from '../../pages/kit/card';
import { Badge, Empty, LinkButton, Noted, Pager, Tabs, Time } from '../../pages/kit/parts';
import type { SignedInContext } from '../../pages/kit/screen';
import { Table } from '../../pages/kit/table';
import { providerAccountTexts, type ProviderAccountTexts } from './texts';

export interface AccountListView {
  readonly path: string;
  readonly items: readonly ListedAccount[];
  readonly hasMore: boolean;
  readonly isFirst: boolean;
  /** Null on a merchant's page, which lists its own accounts only. */
  readonly owner: 'platform' | 'merchants' | null;
}

const tones = { on: 'good', paused: 'warn', off: '' } as const;

export const statusOf = ({ status }: Pick<ListedAccount, 'status'>, t: ProviderAccountTexts) => (
  <Badge tone={tones[status]}>{t.statuses[status]}</Badge>
);

/** Reachability as recorded by past calls and tests. */
export function stateOf(
  { isConfigured, testResult, health }: ListedAccount,
  { healths }: ProviderAccountTexts,
) {
  if (testResult === 'rejected') return <Badge tone="bad">{healths.rejected}</Badge>;
  if (health !== null) {
    const { health: state, since } = health;
    return (
      <>
        <Badge tone={state === 'down' ? 'bad' : 'warn'}>{healths[state]}</Badge> <Time at={since} />
      </>
    );
  }
  if (testResult === 'unreachable') return <Badge tone="bad">{healths.unreachable}</Badge>;
  if (testResult === null && !isConfigured) return <Badge tone="warn">{healths.untested}</Badge>;
  return <>{healths.up}</>;
}

export function accountListView(context: SignedInContext, view: AccountListView) {
  const t = providerAccountTexts[context.language];
  const { path, items, hasMore, isFirst, owner } = view;
  const own = owner === null || owner === 'platform' ? path : `${path}?owner=${owner}`;
  const last = items.at(-1);
  const before = hasMore && last !== undefined ? `${path}?owner=${owner}&before=${last.id}` : null;
  return (
    <>
      {owner !== null && (
        <Tabs
          label={t.owner}
          tabs={(['platform', 'merchants'] as const).map((each) => ({
            href: each === 'platform' ? path : `${path}?owner=${each}`,
            text: t.owners[each],
            isCurrent: each === owner,
          }))}
        />
      )}
      <Card label={t.account} flush>
        {items.length === 0 ? <Empty title={t.none} hint={t.noneHint} /> : renderTable(view, t)}
        <Pager newest={isFirst ? null : own} older={before} />
      </Card>
    </>
  );
}

export const addLink = (context: SignedInContext, path: string) => (
  <LinkButton
    tone="strong"
    href={`${path}/new`}
    label={providerAccountTexts[context.language].add}
  />
);

function renderTable({ items, path, owner }: AccountListView, t: ProviderAccountTexts) {
  const row = (account: ListedAccount) => [
    <Noted code={account.id}>
      <a href={`${path}/${account.id}`}>{account.label}</a>
    </Noted>,
    account.connectorTitle,
    owner === 'merchants' && account.merchant !== null ? (
      <a href={`/console/merchants/${account.merchant.id}`}>{account.merchant.name}</a>
    ) : null,
    statusOf(account, t),
    stateOf(account, t),
    String(account.priority),
    <Time at={account.createdAt} />,
  ];
  return (
    <Table
      columns={[
        t.account,
        t.provider,
        owner === 'merchants' ? t.owner : null,
        t.status,
        t.health,
        t.priority,
        t.created,
      ]}
      rows={items.map(row)}
      roomy
    />
  );
}
