import { formatBaht, formatMoney } from '../../../domain/money';
import { isRuled, type ApprovalRules } from '../../../domain/approval';
import { mayActAs } from '../../../domain/realm';
import { html, type Html } from '../../../lib/html';
import { maskedPayee } from '../../../application/payouts/payees';
import { field, formFault, tokenField } from '../../kit/form';
import { facts } from '../../kit/parts';
import type { Refusal, SignedInContext } from '../frame/screen';
import { sections } from '../frame/sections';
import { payeesField, removedPayeesField } from '../developers/keys/parts';
import { keysTexts } from '../developers/keys/texts';
import { rulesTexts, type RulesTexts } from './texts';

const amounts = [
  { name: 'from', field: 'from', of: ({ fromSatang }: ApprovalRules) => fromSatang },
  { name: 'day', field: 'day', of: ({ daySatang }: ApprovalRules) => daySatang },
  {
    name: 'keysFrom',
    field: 'keys_from',
    of: ({ keysFromSatang }: ApprovalRules) => keysFromSatang,
  },
  {
    name: 'keysWaiting',
    field: 'keys_waiting',
    of: ({ keysWaitingSatang }: ApprovalRules) => keysWaitingSatang,
  },
] as const;

interface ShownRules {
  readonly rules: ApprovalRules;
  /** API keys whose payouts are refused if they need an approval. */
  readonly refusedKeys: number;
}

/** Only owners can change the rules. */
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
  const { newPayees, payees, withdrawKeys } = rules;
  return facts([
    ...amounts.map(({ name, of }) => {
      const satang = of(rules);
      return satang === null ? null : ([t[name], formatMoney(satang)] as const);
    }),
    newPayees ? [t.newPayees, t.yes] : null,
    payees.length === 0 ? null : [t.payees, payees.map(maskedPayee).join(', ')],
    withdrawKeys ? [t.withdrawKeys, t.yes] : null,
  ]);
}

function renderForm(
  context: SignedInContext,
  rules: ApprovalRules,
  refusal: Refusal | null,
  t: RulesTexts,
): Html {
  const { newPayees, payees, withdrawKeys } = rules;
  const keys = keysTexts[context.language];
  return html`${formFault(context, refusal, [...amounts.map(({ field: name }) => name), 'payees'])}
  ${isRuled(rules) ? null : html`<p class="soft">${t.first}</p>`}
  <form method="post" action="/dashboard/approvals" class="fields">${tokenField(context)}
    ${amounts.map(({ name, field: input, of }) => {
      const satang = of(rules);
      return field(context, refusal, {
        name: input,
        label: t[name],
        hint: t.hints[name],
        value: satang === null ? '' : formatBaht(satang),
        lengthMax: 20,
        optional: true,
        numeric: true,
      });
    })}
    ${checkBox('new_payees', t.newPayees, newPayees)}
    ${removedPayeesField(payees.map(maskedPayee), keys)}
    ${payeesField(context, refusal, keys, t.addPayees)}
    ${checkBox('withdraw_keys', t.withdrawKeys, withdrawKeys)}
    <div><button class="button strong">${t.save}</button></div></form>`;
}

const checkBox = (name: string, label: string, isOn: boolean): Html =>
  html`<label class="choice"><input type="checkbox" name="${name}" value="on"${
    isOn ? html` checked` : null
  }><span>${label}</span></label>`;
