import type { ListedAccount } from '../../../application/provider-accounts/find-accounts';
import { html, type Html } from '../../../lib/html';
import { badge, emptyState, moment, pager } from '../parts';
import type { SignedInContext } from '../screen';
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

export const statusOf = ({ status }: Pick<ListedAccount, 'status'>, t: ProviderAccountTexts) =>
  badge(tones[status], t.statuses[status]);

/** Reachability as recorded by past calls and tests. */
export function stateOf(
  context: SignedInContext,
  { isConfigured, testResult, health }: ListedAccount,
  t: ProviderAccountTexts,
): Html {
  if (testResult === 'rejected') return badge('bad', t.healths.rejected);
  if (health !== null) {
    return html`${badge(health.health === 'down' ? 'bad' : 'warn', t.healths[health.health])}
    ${moment(context.language, health.since)}`;
  }
  if (testResult === 'unreachable') return badge('bad', t.healths.unreachable);
  if (testResult === null && !isConfigured) return badge('warn', t.healths.untested);
  return html`${t.healths.up}`;
}

export function accountListView(context: SignedInContext, view: AccountListView): Html {
  const t = providerAccountTexts[context.language];
  const { path, items, hasMore, isFirst, owner } = view;
  const own = owner === null || owner === 'platform' ? path : `${path}?owner=${owner}`;
  const last = items.at(-1);
  const before = hasMore && last !== undefined ? `${path}?owner=${owner}&before=${last.id}` : null;
  const tab = (each: 'platform' | 'merchants') =>
    html`<li><a href="${each === 'platform' ? path : `${path}?owner=${each}`}"${
      each === owner ? html` aria-current="true"` : null
    }>${t.owners[each]}</a></li>`;
  const tabs = html`<ul class="tabs" aria-label="${t.owner}">${tab('platform')}${tab('merchants')}
  </ul>`;
  return html`${owner === null ? null : tabs}
<section class="card flush" aria-label="${t.account}">
  ${items.length === 0 ? emptyState(t.none, t.noneHint) : renderTable(context, view, t)}
  ${pager(context, { newest: isFirst ? null : own, older: before })}
</section>`;
}

export const addLink = (context: SignedInContext, path: string): Html =>
  html`<a class="button strong" href="${path}/new">${
    providerAccountTexts[context.language].add
  }</a>`;

function renderTable(
  context: SignedInContext,
  { items, path, owner }: AccountListView,
  t: ProviderAccountTexts,
): Html {
  const row = (account: ListedAccount) => html`<tr><th scope="row"><span>
    <a href="${path}/${account.id}">${account.label}</a>
    <small><code>${account.id}</code></small></span></th>
  <td data-name="${t.provider}">${account.connectorTitle}</td>
  ${
    owner === 'merchants' && account.merchant !== null
      ? html`<td data-name="${t.owner}">
    <a href="/console/merchants/${account.merchant.id}">${account.merchant.name}</a></td>`
      : null
  }
  <td data-name="${t.status}">${statusOf(account, t)}</td>
  <td data-name="${t.health}">${stateOf(context, account, t)}</td>
  <td data-name="${t.priority}">${String(account.priority)}</td>
  <td data-name="${t.created}">${moment(context.language, account.createdAt)}</td></tr>`;
  return html`<table class="folds roomy"><thead><tr><th scope="col">${t.account}</th>
  <th scope="col">${t.provider}</th>
  ${owner === 'merchants' ? html`<th scope="col">${t.owner}</th>` : null}
  <th scope="col">${t.status}</th><th scope="col">${t.health}</th>
  <th scope="col">${t.priority}</th>
  <th scope="col">${t.created}</th></tr></thead><tbody>${items.map(row)}</tbody></table>`;
}
