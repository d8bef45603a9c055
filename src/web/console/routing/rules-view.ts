import {
  digestOfRule,
  type RoutingRule,
  type RuledAccount,
} from '../../../application/provider-accounts/routing-rules';
import { routedKinds } from '../../../domain/routing';
import { html, type Html } from '../../../lib/html';
import { conditionText, conditionTexts } from '../../kit/condition-text';
import { choices, field, formFault, tokenField } from '../../kit/form';
import type { Refusal, SignedInContext } from '../frame/screen';
import { routingTexts, type RoutingTexts } from './texts';

export interface RulesView {
  readonly path: string;
  readonly rules: readonly RoutingRule[];
  /** The accounts that may take the merchant's orders. */
  readonly accounts: readonly RuledAccount[];
  readonly mayChange: boolean;
  readonly refusal: Refusal | null;
}

export function rulesView(context: SignedInContext, view: RulesView): Html {
  const t = routingTexts[context.language];
  const { rules, mayChange, refusal } = view;
  const fields = ['min', 'max', 'bank', 'hours'];
  return html`${formFault(context, refusal, fields)}
<div class="columns"><div class="stack">
<section class="card stack" aria-labelledby="rules">
  <div><h2 id="rules">${t.rules}</h2><p class="soft">${t.rulesHint}</p></div>
  ${
    rules.length === 0
      ? html`<p>${t.noRules}</p>`
      : html`<ol class="items">${rules.map((rule, index) =>
          renderRule(context, view, rule, index + 1),
        )}</ol>`
  }</section></div>
<div class="stack">${mayChange ? renderAdd(context, view) : null}</div></div>`;
}

const namedOf = ({ label, status }: RuledAccount, t: RoutingTexts): string =>
  status === 'on' ? label : `${label} (${t.closed[status]})`;

function renderRule(
  context: SignedInContext,
  { path, accounts, mayChange }: RulesView,
  rule: RoutingRule,
  position: number,
): Html {
  const t = routingTexts[context.language];
  const condition = conditionText(context.language, rule.when);
  const account = accounts.find(({ id }) => id === rule.accountId);
  const label = account === undefined ? '' : namedOf(account, t);
  const named = html`${tokenField(context)}<input type="hidden" name="position"
    value="${String(position)}"><input type="hidden" name="digest" value="${digestOfRule(rule)}">`;
  const about = html`<span class="spoken"> ${String(position)}. ${condition}</span>`;
  const raise = html`<form method="post" action="${path}/raise" class="inline">${named}
    <button class="button">${t.raise}${about}</button></form>`;
  const remove = html`<details class="confirm"><summary class="button quiet">${t.remove}${about}
    </summary><form method="post" action="${path}/remove">${named}<p>${t.removeQuestion}</p>
    <button class="button danger">${t.remove}${about}</button></form></details>`;
  return html`<li><p><strong>${String(position)}. ${condition}</strong></p>
  <p class="soft small">${label} <code>${rule.accountId}</code></p>
  ${
    mayChange ? html`<div class="actions">${position === 1 ? null : raise}${remove}</div>` : null
  }</li>`;
}

function renderAdd(context: SignedInContext, { path, accounts, refusal }: RulesView): Html {
  const t = routingTexts[context.language];
  const { anyOrder, kinds: kindLabels } = conditionTexts[context.language];
  const sent = refusal?.values ?? {};
  const kinds = [
    { value: '', label: anyOrder },
    ...routedKinds.map((kind) => ({ value: kind, label: kindLabels[kind] })),
  ];
  const named = accounts.map((each) => ({
    value: each.id,
    label: namedOf(each, t),
    hint: each.id,
  }));
  const optional = (name: string, label: string, more: object = {}) =>
    field(context, refusal, { name, label, lengthMax: 100, optional: true, ...more });
  return html`<section class="card stack" aria-labelledby="add">
  <div><h2 id="add">${t.add}</h2><p class="soft">${t.addHint}</p></div>
  <form method="post" action="${path}" class="fields">${tokenField(context)}
    ${choices({ name: 'account', label: t.account, value: sent['account'] ?? '' }, named)}
    ${choices({ name: 'kind', label: t.kind, value: sent['kind'] ?? '' }, kinds)}
    <p class="hint">${t.fundedHint}</p>
    ${optional('min', t.min, { numeric: true })}${optional('max', t.max, { numeric: true })}
    ${optional('bank', t.bankName, { hint: t.bankHint })}
    ${optional('hours', t.hoursLabel, { hint: t.hoursHint })}
    <div><button class="button strong">${t.add}</button></div></form></section>`;
}
