import type { OfferedConnector } from '../../../application/provider-accounts/find-accounts';
import { html, type Html } from '../../../lib/html';
import { field, formFault, tokenField, type Field } from '../form';
import type { Refusal, SignedInContext } from '../screen';
import { inputName, settingInput } from './setting-fields';
import { providerAccountTexts, type ProviderAccountTexts } from './texts';

export interface AddView {
  readonly path: string;
  readonly connectors: readonly OfferedConnector[];
  readonly connector: OfferedConnector | null;
  /** Whether the form asks for a merchant that owns the account. */
  readonly namesMerchant: boolean;
}

/** First the choice of a connector, then the form of its settings. */
export function addAccountView(
  context: SignedInContext,
  view: AddView,
  refusal: Refusal | null,
): Html {
  const t = providerAccountTexts[context.language];
  const { path, connectors, connector } = view;
  const choice = ({ name, title }: OfferedConnector) =>
    html`<li><a href="${path}/new?connector=${name}"${
      name === connector?.name ? html` aria-current="true"` : null
    }>${title}</a></li>`;
  return html`<ul class="tabs" aria-label="${t.choose}">${connectors.map(choice)}</ul>
${connector === null ? html`<p>${t.choose}</p>` : renderForm(context, view, connector, refusal)}`;
}

export const labelField = (t: ProviderAccountTexts, value: string): Field => ({
  name: 'label',
  label: t.label,
  hint: t.labelHint,
  value,
  lengthMax: 60,
});
export const priorityField = (t: ProviderAccountTexts, value: number): Field => ({
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
): Html {
  const t = providerAccountTexts[context.language];
  const names = ['label', 'priority', 'merchant', ...fields.map((each) => inputName(each.name))];
  return html`<section class="card stack" aria-labelledby="new"><h2 id="new">${title}</h2>
  ${formFault(context, refusal, names)}
  <form method="post" action="${path}" class="fields">${tokenField(context)}
    <input type="hidden" name="connector" value="${name}">
    ${field(context, refusal, labelField(t, title))}
    ${field(context, refusal, priorityField(t, 100))}
    ${
      namesMerchant
        ? field(context, refusal, {
            name: 'merchant',
            label: t.merchant,
            hint: t.merchantHint,
            optional: true,
          })
        : null
    }
    ${fields.map((setting) => settingInput(context, refusal, setting, null))}
    <p class="hint">${t.secretsHint}</p>
    <div><button class="button strong">${t.add}</button></div></form></section>`;
}
