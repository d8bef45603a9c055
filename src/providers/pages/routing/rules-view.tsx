import { digestOfRule, type RoutingRule, type RuledAccount } from '../../accounts/routing-rules';
import { routedKinds } from '../../rules/routing';
import { Card } from '../../../pages/kit/card';
import { conditionText, conditionTexts } from '../condition-text';
import {
  ActionButton,
  Choices,
  Confirm,
  Field,
  Form,
  FormFault,
  Submit,
} from '../../../pages/kit/form';
import type { Refusal, SignedInContext } from '../../../pages/console/frame/screen';
import { routingTexts, type RoutingTexts } from './texts';

export interface RulesView {
  readonly path: string;
  readonly rules: readonly RoutingRule[];
  /** The accounts that may take the merchant's orders. */
  readonly accounts: readonly RuledAccount[];
  readonly mayChange: boolean;
  readonly refusal: Refusal | null;
}

export function rulesView(context: SignedInContext, view: RulesView) {
  const t = routingTexts[context.language];
  const { rules, mayChange, refusal } = view;
  const fields = ['min', 'max', 'bank', 'hours'];
  return (
    <>
      <FormFault refusal={refusal} fields={fields} />
      <div class="columns">
        <div class="stack">
          <Card id="rules" title={t.rules} hint={t.rulesHint}>
            {rules.length === 0 ? (
              <p>{t.noRules}</p>
            ) : (
              <ol class="items">
                {rules.map((rule, index) => renderRule(context, view, rule, index + 1))}
              </ol>
            )}
          </Card>
        </div>
        <div class="stack">{mayChange && renderAdd(context, view)}</div>
      </div>
    </>
  );
}

const namedOf = ({ label, status }: RuledAccount, t: RoutingTexts): string =>
  status === 'on' ? label : `${label} (${t.closed[status]})`;

function renderRule(
  context: SignedInContext,
  { path, accounts, mayChange }: RulesView,
  rule: RoutingRule,
  position: number,
) {
  const t = routingTexts[context.language];
  const condition = conditionText(context.language, rule.when);
  const account = accounts.find(({ id }) => id === rule.accountId);
  const label = account === undefined ? '' : namedOf(account, t);
  const about = `${position}. ${condition}`;
  const fields = { position: String(position), digest: digestOfRule(rule) };
  return (
    <li>
      <p>
        <strong>{about}</strong>
      </p>
      <p class="soft small">
        {label} <code>{rule.accountId}</code>
      </p>
      {mayChange && (
        <div class="actions">
          {position !== 1 && (
            <ActionButton
              action={`${path}/raise`}
              tone="plain"
              label={t.raise}
              about={about}
              fields={fields}
            />
          )}
          <Confirm
            action={`${path}/remove`}
            label={t.remove}
            question={t.removeQuestion}
            about={about}
            fields={fields}
          />
        </div>
      )}
    </li>
  );
}

function renderAdd(context: SignedInContext, { path, accounts, refusal }: RulesView) {
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
  const optional = (name: string, label: string, more: object = {}) => (
    <Field refusal={refusal} name={name} label={label} lengthMax={100} optional {...more} />
  );
  return (
    <Card id="add" title={t.add} hint={t.addHint}>
      <Form action={path}>
        <Choices name="account" label={t.account} value={sent['account'] ?? ''} options={named} />
        <Choices name="kind" label={t.kind} value={sent['kind'] ?? ''} options={kinds} />
        <p class="hint">{t.fundedHint}</p>
        {optional('min', t.min, { numeric: true })}
        {optional('max', t.max, { numeric: true })}
        {optional('bank', t.bankName, { hint: t.bankHint })}
        {optional('hours', t.hoursLabel, { hint: t.hoursHint })}
        <Submit label={t.add} />
      </Form>
    </Card>
  );
}
