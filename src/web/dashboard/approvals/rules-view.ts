import type { ApprovalRules } from '../../../application/approvals/change-approval-rules';
import { formatBaht, formatMoney } from '../../../domain/money';
import { isRuled } from '../../../domain/approval';
import { mayActAs } from '../../../domain/realm';
import { html } from '../../../lib/html';
import type { Html } from '../../../lib/html';
import { field, formFault, tokenField } from '../../kit/form';
import { facts } from '../../kit/parts';
import type { Refusal, SignedInContext } from '../frame/screen';
import { sections } from '../frame/sections';
import { rulesTexts } from './texts';
import type { RulesTexts } from './texts';

interface ShownRules {
  readonly rules: ApprovalRules;
  /** Number of keys whose payouts are refused where they need an approval. */
  readonly refusedKeys: number;
}

/** Which acts need an approval; owners change it. */
export function rulesView(
  context: SignedInContext,
  { rules, refusedKeys }: ShownRules,
  refusal: Refusal | null,
): Html {
  const t = rulesTexts[context.language];
  return html`<section class="card stack narrow" aria-labelledby="rules">
  <div><h2 id="rules">${t.title}</h2><p class="soft">${t.hint}</p></div>
  ${
    mayActAs(context.session, 'owner')
      ? renderForm(context, rules, refusal, t)
      : renderRules(rules, t)
  }
  ${
    refusedKeys === 0
      ? null
      : html`<p class="notice"><span>${t.refusedKeys(refusedKeys)} ${t.refusedHint}
          <a href="${sections.keys.path}">${context.t.sections.keys}</a></span></p>`
  }</section>`;
}

function renderRules(rules: ApprovalRules, t: RulesTexts): Html {
  if (!isRuled(rules)) return html`<p>${t.off}</p>`;
  const { fromSatang, daySatang, newPayees, withdrawKeys } = rules;
  return facts([
    fromSatang === null ? null : [t.from, formatMoney(fromSatang)],
    daySatang === null ? null : [t.day, formatMoney(daySatang)],
    newPayees ? [t.newPayees, t.yes] : null,
    withdrawKeys ? [t.withdrawKeys, t.yes] : null,
  ]);
}

function renderForm(
  context: SignedInContext,
  rules: ApprovalRules,
  refusal: Refusal | null,
  t: RulesTexts,
): Html {
  const { fromSatang, daySatang, newPayees, withdrawKeys } = rules;
  return html`${formFault(context, refusal, ['from', 'day'])}
  ${isRuled(rules) ? null : html`<p class="soft">${t.first}</p>`}
  <form method="post" action="/dashboard/approvals" class="fields">${tokenField(context)}
    ${field(context, refusal, {
      name: 'from',
      label: t.from,
      hint: t.fromHint,
      value: fromSatang === null ? '' : formatBaht(fromSatang),
      lengthMax: 20,
      optional: true,
      numeric: true,
    })}
    ${field(context, refusal, {
      name: 'day',
      label: t.day,
      hint: t.dayHint,
      value: daySatang === null ? '' : formatBaht(daySatang),
      lengthMax: 20,
      optional: true,
      numeric: true,
    })}
    ${checkBox('new_payees', t.newPayees, newPayees)}
    ${checkBox('withdraw_keys', t.withdrawKeys, withdrawKeys)}
    <div><button class="button strong">${t.save}</button></div></form>`;
}

const checkBox = (name: string, label: string, isOn: boolean): Html =>
  html`<label class="choice"><input type="checkbox" name="${name}" value="on"${
    isOn ? html` checked` : null
  }><span>${label}</span></label>`;
