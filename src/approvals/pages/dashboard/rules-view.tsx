import { maskedPayee } from '../../../merchants/payees';
import { type ApprovalRules, isRuled } from '../../../kernel/approvals/rules/approval';
import { formatBaht, formatMoney } from '../../../kernel/rules/money';
import { mayActAs } from '../../../kernel/rules/realm';
import { Card } from '../../../pages/kit/card';
import { Field, Form, FormFault, Submit } from '../../../pages/kit/form';
import { Facts } from '../../../pages/kit/parts';
import { payeesField, removedPayeesField } from '../../../merchants/pages/keys/parts';
import { keysTexts } from '../../../merchants/pages/keys/texts';
import type { Refusal, SignedInContext } from '../../../pages/dashboard/frame/screen';
import { sections } from '../../../pages/dashboard/frame/sections';
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
) {
  const t = rulesTexts[context.language];
  return (
    <Card id="rules" title={t.title} hint={t.hint} narrow>
      {mayActAs(context.session, 'owner')
        ? renderForm(context, rules, refusal, t)
        : renderRules(rules, t)}
      {refusedKeys !== 0 && (
        <p class="notice">
          <span>
            {t.refusedKeys(refusedKeys)} {t.refusedHint}{' '}
            <a href={sections.keys.path}>{context.t.sections.keys}</a>
          </span>
        </p>
      )}
    </Card>
  );
}

function renderRules(rules: ApprovalRules, t: RulesTexts) {
  if (!isRuled(rules)) return <p>{t.off}</p>;
  const { newPayees, payees, withdrawKeys } = rules;
  return (
    <Facts
      rows={[
        ...amounts.map(({ name, of }) => {
          const satang = of(rules);
          return satang === null ? null : ([t[name], formatMoney(satang)] as const);
        }),
        newPayees ? [t.newPayees, t.yes] : null,
        payees.length === 0 ? null : [t.payees, payees.map(maskedPayee).join(', ')],
        withdrawKeys ? [t.withdrawKeys, t.yes] : null,
      ]}
    />
  );
}

function renderForm(
  context: SignedInContext,
  rules: ApprovalRules,
  refusal: Refusal | null,
  t: RulesTexts,
) {
  const { newPayees, payees, withdrawKeys } = rules;
  const keys = keysTexts[context.language];
  return (
    <>
      <FormFault refusal={refusal} fields={[...amounts.map(({ field: name }) => name), 'payees']} />
      {!isRuled(rules) && <p class="soft">{t.first}</p>}
      <Form action="/dashboard/approvals">
        {amounts.map(({ name, field: input, of }) => {
          const satang = of(rules);
          return (
            <Field
              refusal={refusal}
              name={input}
              label={t[name]}
              hint={t.hints[name]}
              value={satang === null ? '' : formatBaht(satang)}
              lengthMax={20}
              optional
              numeric
            />
          );
        })}
        {checkBox('new_payees', t.newPayees, newPayees)}
        {removedPayeesField(payees.map(maskedPayee), keys)}
        {payeesField(refusal, keys, t.addPayees)}
        {checkBox('withdraw_keys', t.withdrawKeys, withdrawKeys)}
        <Submit label={t.save} />
      </Form>
    </>
  );
}

const checkBox = (name: string, label: string, isOn: boolean) => (
  <label class="choice">
    <input type="checkbox" name={name} value="on" checked={isOn} />
    <span>{label}</span>
  </label>
);
