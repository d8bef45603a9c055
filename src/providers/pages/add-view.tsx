import type { OfferedConnector } from '../accounts/find-accounts';
import { Card } from '../../pages/kit/card';
import { Field, type FieldProps, Form, Submit } from '../../pages/kit/form';
import { Tabs } from '../../pages/kit/parts';
import type { Refusal, SignedInContext } from '../../pages/kit/screen';
import { settingInput } from './setting-fields';
import { providerAccountTexts, type ProviderAccountTexts } from './texts';

export interface AddView {
  readonly path: string;
  readonly connectors: readonly OfferedConnector[];
  readonly connector: OfferedConnector | null;
  /** Whether the form asks for a merchant that owns the account. */
  readonly namesMerchant: boolean;
}

/** First the choice of a connector, then the form of its settings. */
export function addAccountView(context: SignedInContext, view: AddView, refusal: Refusal | null) {
  const t = providerAccountTexts[context.language];
  const { path, connectors, connector } = view;
  return (
    <>
      <Tabs
        label={t.choose}
        tabs={connectors.map(({ name, title }) => ({
          href: `${path}/new?connector=${name}`,
          text: title,
          isCurrent: name === connector?.name,
        }))}
      />
      {connector === null ? <p>{t.choose}</p> : renderForm(context, view, connector, refusal)}
    </>
  );
}

export const labelField = (t: ProviderAccountTexts, value: string): FieldProps => ({
  name: 'label',
  label: t.label,
  hint: t.labelHint,
  value,
  lengthMax: 60,
});
export const priorityField = (t: ProviderAccountTexts, value: number): FieldProps => ({
  name: 'priority',
  label: t.priority,
  hint: t.priorityHint,
  value: String(value),
  lengthMax: 7,
  numeric: true,
});

function renderForm(
  context: SignedInContext,
  { path, namesMerchant }: AddView,
  { name, title, fields }: OfferedConnector,
  refusal: Refusal | null,
) {
  const t = providerAccountTexts[context.language];
  return (
    <Card id="new" title={title}>
      <Form action={path} refusal={refusal}>
        <input type="hidden" name="connector" value={name} />
        <Field {...labelField(t, title)} />
        <Field {...priorityField(t, 100)} />
        {namesMerchant ? (
          <Field name="merchant" label={t.merchant} hint={t.merchantHint} optional />
        ) : null}
        {fields.map((setting) => settingInput(context, refusal, setting, null))}
        <p class="hint">{t.secretsHint}</p>
        <Submit label={t.add} />
      </Form>
    </Card>
  );
}
