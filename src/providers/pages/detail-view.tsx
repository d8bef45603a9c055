import type { AccountDetail, SettingField, ShownSetting } from '../accounts/find-accounts';
import { Card } from '../../pages/kit/card';
import {
  ActionButton,
  Confirm,
  Digest,
  Field,
  Form,
  FormFault,
  Submit,
} from '../../pages/kit/form';
import { CopyButton, Facts, Time } from '../../pages/kit/parts';
import type { Refusal, SignedInContext } from '../../pages/kit/screen';
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

export function accountView(context: SignedInContext, view: AccountView) {
  const t = providerAccountTexts[context.language];
  const shown = { ...view, context, t };
  const { account, mayChange, refusal } = view;
  const names = account.settings.map(({ field: { name } }) => inputName(name));
  return (
    <>
      <FormFault refusal={refusal} fields={['label', 'priority', ...names]} />
      {renderProbe(shown)}
      <div class="columns">
        <div class="stack">
          {renderFacts(shown)}
          {mayChange && renderCallback(shown)}
        </div>
        <div class="stack">
          {mayChange && renderSettings(shown)}
          {mayChange && !account.isConfigured && !asksSecrets(shown) && renderSecrets(shown)}
        </div>
      </div>
    </>
  );
}

/** Secrets must be entered again after a change of the provider's URL. */
const asksSecrets = ({ account, refusal }: AccountView): boolean =>
  refusal?.values['label'] !== undefined &&
  account.settings.some(
    ({ field: { name, secret } }) => secret && inputName(name) === refusal.param,
  );

function renderProbe({ probe, t }: Shown) {
  if (probe === null) return null;
  const { kind, reason } = probe;
  return (
    <p class={`notice ${kind === 'ok' ? 'good' : 'bad'}`} role="status">
      {t.probes[kind]} {reason !== undefined && <code>{reason}</code>}
    </p>
  );
}

function renderFacts(shown: Shown) {
  const { account, context, t, mayChange } = shown;
  const { id, connectorTitle, merchant, priority, createdAt, settings } = account;
  const own = mayChange ? settings.filter(({ field: { secret } }) => secret) : settings;
  return (
    <Card id="facts" title={connectorTitle} mark={statusOf(account, t)}>
      <Facts
        rows={[
          ['ID', <code>{id}</code>],
          [t.owner, merchant === null ? t.owners.platform : merchant.name],
          [t.priority, String(priority)],
          [t.health, stateOf(account, t)],
          [t.created, <Time at={createdAt} />],
          ...own.map((each) => [each.field.title[context.language], valueOf(each, t)] as const),
        ]}
      />
      {account.isConfigured && <p class="soft">{t.configured}</p>}
      {mayChange && renderStatus(shown)}
    </Card>
  );
}

const valueOf = ({ field: { secret }, count, value }: ShownSetting, t: ProviderAccountTexts) =>
  count === 0 ? t.notSet : secret ? t.stored(count) : (value ?? '');

function renderStatus({ account, path, t }: Shown) {
  const { id, status } = account;
  const isTested = account.isConfigured || account.testResult === 'ok';
  const action = `${path}/${id}/status`;
  const press = (to: 'on' | 'paused') => (
    <Form action={action} class="inline">
      <input type="hidden" name="status" value={to} />
      <button class="button">{t.press[to]}</button>
    </Form>
  );
  const off = (
    <Confirm action={action} label={t.press.off} question={t.offQuestion}>
      <input type="hidden" name="status" value="off" />
    </Confirm>
  );
  const hint = isTested || status === 'on' ? t.statusHint : t.untestedHint;
  return (
    <>
      <p class="soft small">{hint}</p>
      <div class="actions">
        <ActionButton action={`${path}/${id}/test`} label={t.test} />
        {status === 'on' || !isTested ? null : press('on')}
        {status === 'on' && press('paused')}
        {status !== 'off' && off}
      </div>
    </>
  );
}

function renderCallback({ account, path, t }: Shown) {
  const { id, label, callbackUrl, acceptsPreviousToken } = account;
  if (callbackUrl === null) return null;
  const change = acceptsPreviousToken ? (
    <>
      <p class="notice warn">{t.formerUrl}</p>
      <Confirm
        action={`${path}/${id}/callback/remove-former`}
        label={t.removeUrl}
        question={t.removeUrlQuestion}
        about={label}
      />
    </>
  ) : (
    <Confirm
      action={`${path}/${id}/callback`}
      label={t.rotateUrl}
      question={t.rotateUrlQuestion}
      about={label}
    />
  );
  return (
    <Card id="callback" title={t.callbackUrl} hint={t.callbackHint}>
      <div class="snippet">
        <pre id="callback-url" tabindex={0}>
          {callbackUrl}
        </pre>
        <CopyButton of="callback-url" about={t.callbackUrl} />
      </div>
      {change}
    </Card>
  );
}

function renderSettings(shown: Shown) {
  const { account, context, path, refusal, t } = shown;
  const asks = asksSecrets(shown);
  const inputs = account.settings.flatMap((each) => {
    const { field: setting, count } = each;
    if (!setting.secret) return [settingInput(context, refusal, setting, each)];
    return asks && count > 0 ? [secretInput(shown, setting, t.addressHint)] : [];
  });
  return (
    <Card id="settings" title={t.settings}>
      <Form action={`${path}/${account.id}`}>
        <Digest refusal={refusal} digest={account.digest} />
        <Field refusal={refusal} {...labelField(t, account.label)} />
        <Field refusal={refusal} {...priorityField(t, account.priority)} />
        {!account.isConfigured && inputs}
        <Submit tone="plain" label={context.t.save} />
      </Form>
    </Card>
  );
}

/** A list of secrets is entered as one value, which becomes its first item. */
function secretInput({ context, refusal }: Shown, setting: SettingField, hint: string) {
  const control = setting.control === 'list' ? ('text' as const) : setting.control;
  const help = { en: hint, th: hint };
  const one = { ...setting, help, standard: null, control, isRequired: true };
  return settingInput(context, refusal, one, null);
}

function renderSecrets(shown: Shown) {
  const { account, context, path, refusal, t } = shown;
  const secrets = account.settings.filter(({ field: { secret } }) => secret);
  const action = `${path}/${account.id}/secret`;
  const renderSecret = ({ field: setting, count }: ShownSetting) => {
    const title = setting.title[context.language];
    const isList = setting.control === 'list';
    const hint = isList ? t.rotateHint : t.replaceHint;
    const named = { ...setting, title: { en: t.newValue, th: t.newValue } };
    return (
      <div class="stack">
        <h3>
          {title} <small>{count === 0 ? t.notSet : t.stored(count)}</small>
        </h3>
        <Form action={action}>
          <Digest refusal={refusal} digest={account.digest} />
          <input type="hidden" name="setting" value={setting.name} />
          {secretInput(shown, named, hint)}
          <Submit tone="plain" label={t.saveSecret} about={title} />
        </Form>
        {isList && count > 1 && renderRemoval(setting.name, title)}
      </div>
    );
  };
  const renderRemoval = (name: string, title: string) => (
    <Confirm
      action={`${action}/remove-former`}
      label={t.removeFormer}
      about={title}
      question={t.removeFormerQuestion}>
      <input type="hidden" name="setting" value={name} />
    </Confirm>
  );
  return (
    <Card id="secrets" title={t.secrets} hint={t.secretsHint}>
      {secrets.map(renderSecret)}
    </Card>
  );
}
