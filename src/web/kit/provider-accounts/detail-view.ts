import type {
  AccountDetail,
  SettingField,
  ShownSetting,
} from '../../../application/provider-accounts/find-accounts';
import { html, type Html } from '../../../lib/html';
import { actionButton, confirmButton, digestField, field, formFault, tokenField } from '../form';
import { copyButton, facts, moment } from '../parts';
import type { Refusal, SignedInContext } from '../screen';
import { labelField, priorityField } from './add-view';
import { stateOf, statusOf } from './list-view';
import { inputName, settingInput } from './setting-fields';
import { providerAccountTexts, type ProviderAccountTexts } from './texts';

export interface ShownProbe {
  readonly kind: 'ok' | 'rejected' | 'unreachable';
  readonly reason?: string;
}

export interface AccountView {
  readonly path: string;
  readonly account: AccountDetail;
  readonly mayChange: boolean;
  readonly refusal: Refusal | null;
  /** Null unless the connection was just tested. */
  readonly probe: ShownProbe | null;
}

interface Shown extends AccountView {
  readonly context: SignedInContext;
  readonly t: ProviderAccountTexts;
}

export function accountView(context: SignedInContext, view: AccountView): Html {
  const t = providerAccountTexts[context.language];
  const shown = { ...view, context, t };
  const { account, mayChange, refusal } = view;
  const names = account.settings.map(({ field: { name } }) => inputName(name));
  return html`${formFault(context, refusal, ['label', 'priority', ...names])}
${renderProbe(shown)}
<div class="columns">
  <div class="stack">${renderFacts(shown)}${mayChange ? renderCallback(shown) : null}</div>
  <div class="stack">${mayChange ? renderSettings(shown) : null}
    ${mayChange && !account.isConfigured && !asksSecrets(shown) ? renderSecrets(shown) : null}</div>
</div>`;
}

/** Secrets must be entered again after a change of the provider's URL. */
const asksSecrets = ({ account, refusal }: AccountView): boolean =>
  refusal?.values['label'] !== undefined &&
  account.settings.some(
    ({ field: { name, secret } }) => secret && inputName(name) === refusal.param,
  );

function renderProbe({ probe, t }: Shown): Html | null {
  if (probe === null) return null;
  const { kind, reason } = probe;
  return html`<p class="notice ${kind === 'ok' ? 'good' : 'bad'}" role="status">${t.probes[kind]}
  ${reason === undefined ? null : html`<code>${reason}</code>`}</p>`;
}

function renderFacts(shown: Shown): Html {
  const { account, context, t, mayChange } = shown;
  const { id, connectorTitle, merchant, priority, createdAt, settings } = account;
  const own = mayChange ? settings.filter(({ field: { secret } }) => secret) : settings;
  return html`<section class="card stack" aria-labelledby="facts">
  <div class="card-top"><h2 id="facts">${connectorTitle}</h2>${statusOf(account, t)}</div>
  ${facts([
    ['ID', html`<code>${id}</code>`],
    [t.owner, merchant === null ? t.owners.platform : merchant.name],
    [t.priority, String(priority)],
    [t.health, stateOf(context, account, t)],
    [t.created, moment(context.language, createdAt)],
    ...own.map((each) => [each.field.title[context.language], valueOf(each, t)] as const),
  ])}
  ${account.isConfigured ? html`<p class="soft">${t.configured}</p>` : null}
  ${mayChange ? renderStatus(shown) : null}</section>`;
}

const valueOf = ({ field: { secret }, count, value }: ShownSetting, t: ProviderAccountTexts) =>
  count === 0 ? t.notSet : secret ? t.stored(count) : (value ?? '');

function renderStatus({ account, context, path, t }: Shown): Html {
  const { id, status, label } = account;
  const isTested = account.isConfigured || account.testResult === 'ok';
  const action = `${path}/${id}/status`;
  const press = (to: 'on' | 'paused') =>
    html`<form method="post" action="${action}" class="inline">${tokenField(context)}
  <input type="hidden" name="status" value="${to}"><button class="button">${t.press[to]}</button>
  </form>`;
  const off = html`<details class="confirm"><summary class="button quiet">${t.press.off}</summary>
  <form method="post" action="${action}">${tokenField(context)}<p>${t.offQuestion}</p>
  <input type="hidden" name="status" value="off">
  <button class="button danger">${t.press.off}<span class="spoken"> ${label}</span></button>
  </form></details>`;
  const hint = isTested || status === 'on' ? t.statusHint : t.untestedHint;
  return html`<p class="soft small">${hint}</p>
  <div class="actions">${actionButton(context, `${path}/${id}/test`, t.test)}
    ${status === 'on' || !isTested ? null : press('on')}${status === 'on' ? press('paused') : null}
    ${status === 'off' ? null : off}</div>`;
}

function renderCallback({ account, context, path, t }: Shown): Html | null {
  const { id, label, callbackUrl, acceptsPreviousToken } = account;
  if (callbackUrl === null) return null;
  const change = acceptsPreviousToken
    ? html`<p class="notice warn">${t.formerUrl}</p>${confirmButton(
        context,
        `${path}/${id}/callback/remove-former`,
        { label: t.removeUrl, question: t.removeUrlQuestion, confirm: t.removeUrl, about: label },
      )}`
    : confirmButton(context, `${path}/${id}/callback`, {
        label: t.rotateUrl,
        question: t.rotateUrlQuestion,
        confirm: t.rotateUrl,
        about: label,
      });
  return html`<section class="card stack" aria-labelledby="callback">
  <div><h2 id="callback">${t.callbackUrl}</h2><p class="soft">${t.callbackHint}</p></div>
  <div class="snippet"><pre id="callback-url" tabindex="0">${callbackUrl}</pre>
  ${copyButton(context, 'callback-url', t.callbackUrl)}</div>
  ${change}</section>`;
}

function renderSettings(shown: Shown): Html {
  const { account, context, path, refusal, t } = shown;
  const asks = asksSecrets(shown);
  const inputs = account.settings.flatMap((each) => {
    const { field: setting, count } = each;
    if (!setting.secret) return [settingInput(context, refusal, setting, each)];
    return asks && count > 0 ? [secretInput(shown, setting, t.addressHint)] : [];
  });
  return html`<section class="card stack" aria-labelledby="settings">
  <h2 id="settings">${t.settings}</h2>
  <form method="post" action="${path}/${account.id}" class="fields">${tokenField(context)}
    ${digestField(refusal, account.digest)}${field(context, refusal, labelField(t, account.label))}
    ${field(context, refusal, priorityField(t, account.priority))}
    ${account.isConfigured ? null : inputs}
    <div><button class="button">${context.t.save}</button></div></form></section>`;
}

/** A list of secrets is entered as one value, which becomes its first item. */
function secretInput({ context, refusal }: Shown, setting: SettingField, hint: string): Html {
  const control = setting.control === 'list' ? ('text' as const) : setting.control;
  const help = { en: hint, th: hint };
  const one = { ...setting, help, standard: null, control, isRequired: true };
  return settingInput(context, refusal, one, null);
}

function renderSecrets(shown: Shown): Html {
  const { account, context, path, refusal, t } = shown;
  const secrets = account.settings.filter(({ field: { secret } }) => secret);
  const action = `${path}/${account.id}/secret`;
  const renderSecret = ({ field: setting, count }: ShownSetting) => {
    const title = setting.title[context.language];
    const isList = setting.control === 'list';
    const hint = isList ? t.rotateHint : t.replaceHint;
    const named = { ...setting, title: { en: t.newValue, th: t.newValue } };
    return html`<div class="stack"><h3>${title} <small>${
      count === 0 ? t.notSet : t.stored(count)
    }</small></h3>
    <form method="post" action="${action}" class="fields">${tokenField(context)}
      ${digestField(refusal, account.digest)}
      <input type="hidden" name="setting" value="${setting.name}">
      ${secretInput(shown, named, hint)}
      <div><button class="button">${t.saveSecret}<span class="spoken"> ${title}</span></button>
      </div></form>
    ${isList && count > 1 ? renderRemoval(setting.name, title) : null}</div>`;
  };
  const renderRemoval = (name: string, title: string) => html`<details class="confirm">
  <summary class="button quiet">${t.removeFormer}<span class="spoken"> ${title}</span></summary>
  <form method="post" action="${action}/remove-former">${tokenField(context)}
  <p>${t.removeFormerQuestion}</p><input type="hidden" name="setting" value="${name}">
  <button class="button danger">${t.removeFormer}<span class="spoken"> ${title}</span></button>
  </form></details>`;
  return html`<section class="card stack" aria-labelledby="secrets">
  <div><h2 id="secrets">${t.secrets}</h2><p class="soft">${t.secretsHint}</p></div>
  ${secrets.map(renderSecret)}</section>`;
}
