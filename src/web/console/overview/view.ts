import type { ListedAccount } from '../../../application/provider-accounts/find-accounts';
import type {
  CheckKind,
  FailingWebhook,
  Health,
  StuckOrder,
  WorkName,
} from '../../../application/reports/measure-health';
import { formatMoney } from '../../../domain/money';
import { html, type Html } from '../../../lib/html';
import { badge, facts, moment } from '../../kit/parts';
import { stateOf, statusOf } from '../../kit/provider-accounts/list-view';
import { providerAccountTexts } from '../../kit/provider-accounts/texts';
import type { Screen, SignedInContext } from '../frame/screen';
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
  const main = html`<div class="sums">
  ${sum(
    t.exceptions,
    counted(openExceptions),
    t.exceptionsHint,
    '/console/exceptions',
    t.toExceptions,
  )}
  ${sum(
    t.merchants,
    counted(waitingMerchants),
    t.merchantsHint,
    '/console/merchants?state=waiting',
    t.toMerchants,
  )}
  <section class="card"><h2>${t.temporal}</h2>
    <p class="sum">${isReachable ? t.reachable : t.unreachable}</p>
    <p class="soft">${t.temporalHint}</p></section>
</div>
${renderWork(context, health, t)}
${renderAccounts(context, accounts, t)}
<div class="columns"><div class="stack">${renderStuck(context, health.stuck, t)}
  ${renderChecks(context, health, t)}</div>
  ${renderWebhooks(context, health.webhooks, t)}</div>`;
  return { title: context.t.sections.overview, section: 'overview', main, live: true };
}

const counted = (count: number): string =>
  count >= COUNTED_MAX ? `${COUNTED_MAX}+` : String(count);

const sum = (title: string, count: string, hint: string, path: string, link: string): Html =>
  html`<section class="card stack"><div><h2>${title}</h2><p class="sum">${count}</p>
  <p class="soft">${hint}</p></div>
  <p><a class="button" href="${path}">${link}
    <span class="spoken">: ${title}</span></a></p></section>`;

function renderWork(context: SignedInContext, { work }: Health, t: OverviewTexts): Html {
  const row = (name: WorkName) => {
    const { count = 0, oldestAt = null } = work.get(name) ?? {};
    const ageMs = oldestAt === null ? 0 : context.nowMs - oldestAt.getTime();
    const isLate = name !== 'deliveries' && count > 0 && ageMs > LATE_MS;
    const age = Math.floor(ageMs / MINUTE_MS);
    return html`<tr><th scope="row"><span>${t.names[name]}
    <small>${t.hints[name]}</small></span></th>
  <td data-name="${t.count}" class="money">${count.toLocaleString('en')}</td>
  <td data-name="${t.oldest}">${count === 0 ? '–' : t.minutes(age)}</td>
  <td data-name="${t.state}">${isLate ? badge('bad', t.late) : badge('good', t.fine)}</td></tr>`;
  };
  return html`<section class="card flush" aria-labelledby="work">
  <div class="card-head"><div><h2 id="work">${t.work}</h2>
    <p class="soft">${t.workHint}</p></div></div>
  <table class="folds"><thead><tr><th scope="col">${t.what}</th>
  <th scope="col" class="money">${t.count}</th><th scope="col">${t.oldest}</th>
  <th scope="col">${t.state}</th></tr></thead>
  <tbody>${workNames.map(row)}</tbody></table></section>`;
}

function renderAccounts(
  context: SignedInContext,
  accounts: readonly ListedAccount[],
  t: OverviewTexts,
): Html {
  const a = providerAccountTexts[context.language];
  const row = (account: ListedAccount) => html`<tr><th scope="row"><span>
    <a href="/console/provider-accounts/${account.id}">${account.label}</a>
    <small>${account.merchant === null ? a.owners.platform : account.merchant.name}</small></span>
  </th><td data-name="${a.provider}">${account.connectorTitle}</td>
  <td data-name="${a.status}">${statusOf(account, a)}</td>
  <td data-name="${a.health}">${stateOf(context, account, a)}</td></tr>`;
  return html`<section class="card flush" aria-labelledby="accounts">
  <div class="card-head"><h2 id="accounts">${t.accounts}</h2></div>
  <table class="folds roomy"><thead><tr><th scope="col">${a.account}</th>
  <th scope="col">${a.provider}</th><th scope="col">${a.status}</th>
  <th scope="col">${a.health}</th></tr></thead>
  <tbody>${accounts.map(row)}</tbody></table></section>`;
}

function renderStuck(
  context: SignedInContext,
  stuck: readonly StuckOrder[],
  t: OverviewTexts,
): Html {
  const item = ({ id, amountSatang, merchantName, createdAt }: StuckOrder) => html`<li>
  <a href="/console/orders/${id}">${formatMoney(amountSatang)} · ${merchantName}</a>
  <span class="soft small">${moment(context.language, createdAt)}</span></li>`;
  return html`<section class="card stack" aria-labelledby="stuck">
  <div><h2 id="stuck">${t.stuck}</h2><p class="soft">${t.stuckHint}</p></div>
  ${
    stuck.length === 0 ? html`<p>${t.noStuck}</p>` : html`<ul class="links">${stuck.map(item)}</ul>`
  }</section>`;
}

function renderWebhooks(
  context: SignedInContext,
  webhooks: readonly FailingWebhook[],
  t: OverviewTexts,
): Html {
  const item = ({ url, merchantId, merchantName, failingSince }: FailingWebhook) => html`<li>
  <p><a href="/console/merchants/${merchantId}">${merchantName}</a>
    ${failingSince === null ? badge('bad', t.disabled) : null}</p>
  <p class="small"><code>${url}</code></p>
  ${
    failingSince === null
      ? null
      : html`<p class="soft small">${t.failingSince} ${moment(context.language, failingSince)}</p>`
  }</li>`;
  return html`<section class="card stack" aria-labelledby="webhooks">
  <h2 id="webhooks">${t.webhooks}</h2>
  ${
    webhooks.length === 0
      ? html`<p>${t.noWebhooks}</p>`
      : html`<ul class="items links">${webhooks.map(item)}</ul>`
  }</section>`;
}

function renderChecks(context: SignedInContext, { checks }: Health, t: OverviewTexts): Html {
  const row = (kind: CheckKind): readonly [string, Html | string] => {
    const last = checks.get(kind);
    if (last === undefined) return [t.checkNames[kind], t.never[kind]];
    const state =
      last.differences === 0
        ? badge('good', t.clean)
        : badge('bad', t.differences(last.differences));
    return [t.checkNames[kind], html`${state} ${moment(context.language, last.at)}`];
  };
  return html`<section class="card stack" aria-labelledby="checks">
  <div><h2 id="checks">${t.checks}</h2><p class="soft">${t.checksHint}</p></div>
  ${facts([row('audit'), row('reconciliation')])}</section>`;
}
