import type { MerchantDetail } from '../../../application/merchants/find-merchants';
import { formatBaht, formatMoney } from '../../../domain/money';
import { mayActAs } from '../../../domain/realm';
import { html, type Html } from '../../../lib/html';
import { statusBadge } from '../../dashboard/orders/parts';
import { field, formFault, tokenField } from '../../kit/form';
import { grantsText } from '../../kit/grants-text';
import { kindTexts } from '../../kit/kind-texts';
import { badge, facts, moment } from '../../kit/parts';
import type { Refusal, Screen, SignedInContext } from '../frame/screen';
import { routingTexts } from '../routing/texts';
import { standingOf } from './list-view';
import { merchantTexts, type MerchantTexts } from './texts';

const pathOf = ({ merchant }: MerchantDetail): string => `/console/merchants/${merchant.id}`;

export function merchantScreen(
  context: SignedInContext,
  dossier: MerchantDetail,
  refusal: Refusal | null,
): Screen {
  const t = merchantTexts[context.language];
  const { merchant } = dossier;
  const mayDecide = mayActAs(context.session, 'operator');
  const main = html`${formFault(context, refusal, ['reason', 'limit', 'email'])}
${merchant.isWaiting ? html`<p class="notice warn">${t.waitsNote}</p>` : null}
<div class="columns">
  <div class="stack">${renderFacts(context, dossier, t)}
    ${mayDecide ? renderStatus(context, dossier, refusal, t) : null}
    ${mayDecide ? renderLimit(context, dossier, refusal, t) : null}</div>
  <div class="stack">${renderPeople(context, dossier, mayDecide ? refusal : null, mayDecide, t)}
    ${renderKeys(context, dossier, t)}${renderWebhooks(dossier, t)}</div>
</div>
${renderOrders(context, dossier, t)}`;
  return { title: merchant.name, section: 'merchants', main };
}

function renderFacts(
  context: SignedInContext,
  { merchant }: MerchantDetail,
  t: MerchantTexts,
): Html {
  const { id, availableSatang, heldSatang, dayLimitSatang, createdAt, decidedAt } = merchant;
  const { decisionReason } = merchant;
  return html`<section class="card stack" aria-labelledby="facts">
  <div class="card-top"><h2 id="facts">${formatMoney(availableSatang)}</h2>
    ${standingOf(merchant, t)}</div>
  ${facts([
    ['ID', html`<code>${id}</code>`],
    [t.held, formatMoney(heldSatang)],
    [t.limit, dayLimitSatang === null ? t.noLimit : t.aDay(formatMoney(dayLimitSatang))],
    [t.created, moment(context.language, createdAt)],
    decidedAt === null ? null : [t.decided, moment(context.language, decidedAt)],
    decisionReason === null || decisionReason === '' ? null : [t.why, decisionReason],
  ])}
  <div><a class="button" href="/console/merchants/${id}/routing">${
    routingTexts[context.language].rules
  }</a></div></section>`;
}

function renderStatus(
  context: SignedInContext,
  dossier: MerchantDetail,
  refusal: Refusal | null,
  t: MerchantTexts,
): Html {
  const isActive = dossier.merchant.status === 'active';
  const own = refusal !== null && 'reason' in refusal.values ? refusal : null;
  return html`<section class="card stack" aria-labelledby="status">
  <div><h2 id="status">${isActive ? t.disable : t.enable}</h2>
    <p class="soft">${isActive ? t.disableHint : t.enableHint}</p></div>
  <form method="post" action="${pathOf(dossier)}/${isActive ? 'disable' : 'enable'}" class="fields"
    >${tokenField(context)}
    ${field(context, own, {
      name: 'reason',
      label: t.reason,
      hint: t.reasonHint,
      lengthMax: 1_000,
      lines: 2,
    })}
    <div><button class="button ${isActive ? 'danger' : 'strong'}">${
      isActive ? t.disable : t.enable
    }</button></div></form></section>`;
}

function renderLimit(
  context: SignedInContext,
  dossier: MerchantDetail,
  refusal: Refusal | null,
  t: MerchantTexts,
): Html {
  const { dayLimitSatang } = dossier.merchant;
  const own = refusal !== null && 'limit' in refusal.values ? refusal : null;
  return html`<section class="card stack" aria-labelledby="limit-title">
  <div><h2 id="limit-title">${t.limit}</h2><p class="soft">${t.limitHint}</p></div>
  <form method="post" action="${pathOf(dossier)}/limit" class="fields">${tokenField(context)}
    ${field(context, own, {
      name: 'limit',
      label: t.limitLabel,
      value: dayLimitSatang === null ? '' : formatBaht(dayLimitSatang),
      lengthMax: 20,
      optional: true,
    })}
    <div><button class="button">${t.setLimit}</button></div></form></section>`;
}

function renderPeople(
  context: SignedInContext,
  dossier: MerchantDetail,
  refusal: Refusal | null,
  mayDecide: boolean,
  t: MerchantTexts,
): Html {
  const { members, invitations } = dossier;
  const own = refusal !== null && 'email' in refusal.values ? refusal : null;
  return html`<section class="card stack" aria-labelledby="people"><h2 id="people">${t.people}</h2>
  ${members.length + invitations.length === 0 ? html`<p>${t.nobody}</p>` : null}
  <ul class="items">${members.map(
    ({ name, email, role }) => html`<li><p><strong>${name}</strong> ${badge('', t.roles[role])}</p>
    <p class="soft small">${email}</p></li>`,
  )}${invitations.map(
    ({ email, role }) => html`<li><p>${email} ${badge('wait', t.invited)}
    ${badge('', t.roles[role])}</p></li>`,
  )}</ul>
  ${
    mayDecide
      ? html`<form method="post" action="${pathOf(dossier)}/owner" class="fields"
    >${tokenField(context)}
    ${field(context, own, {
      name: 'email',
      label: t.inviteOwner,
      hint: t.inviteHint,
      type: 'email',
      lengthMax: 254,
    })}
    <div><button class="button">${t.inviteOwner}</button></div></form>`
      : null
  }</section>`;
}

function renderKeys(context: SignedInContext, { keys }: MerchantDetail, t: MerchantTexts): Html {
  return html`<section class="card stack" aria-labelledby="keys"><h2 id="keys">${t.keys}</h2>
  ${keys.length === 0 ? html`<p>${t.noKeys}</p>` : null}
  <ul class="items">${keys.map(
    ({ name, hint, permissions, lastUsedAt }) => html`<li><p><strong>${name}</strong>
    <code>${hint}</code> ${badge('', grantsText(context.language, permissions))}</p>
    <p class="soft small">${
      lastUsedAt === null
        ? t.neverUsed
        : html`${t.lastUsed} ${moment(context.language, lastUsedAt)}`
    }</p></li>`,
  )}</ul></section>`;
}

function renderWebhooks({ webhooks }: MerchantDetail, t: MerchantTexts): Html {
  return html`<section class="card stack" aria-labelledby="hooks"><h2 id="hooks">${t.webhooks}</h2>
  ${webhooks.length === 0 ? html`<p>${t.noWebhooks}</p>` : null}
  <ul class="items">${webhooks.map(
    ({ url, status }) => html`<li><p><code>${url.slice(0, 200)}</code></p>
    <p>${status === 'active' ? badge('good', t.active) : badge('bad', t.paused)}</p></li>`,
  )}</ul></section>`;
}

function renderOrders(
  context: SignedInContext,
  { orders }: MerchantDetail,
  t: MerchantTexts,
): Html {
  const kinds = kindTexts[context.language];
  const row = (order: MerchantDetail['orders'][number]) => html`<tr><th scope="row"><span>
    <a href="/console/orders/${order.id}">${kinds[order.kind].label}</a>
    <small><code>${order.id}</code></small></span></th>
  <td data-name="${t.created}">${moment(context.language, order.createdAt)}</td>
  <td data-name="${t.status}">${statusBadge(context.language, order.kind, order.status)}</td>
  <td data-name="" class="money">${formatMoney(order.amountSatang)}</td></tr>`;
  return html`<section class="card flush" aria-labelledby="orders">
  <div class="card-head"><h2 id="orders">${t.orders}</h2></div>
  ${
    orders.length === 0
      ? html`<p class="empty">${t.noOrders}</p>`
      : html`<table class="folds roomy"><tbody>${orders.map(row)}</tbody></table>`
  }</section>`;
}
