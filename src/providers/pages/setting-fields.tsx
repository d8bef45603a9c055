import type { SettingField, ShownSetting } from '../accounts/find-accounts';
import { Choices, Field } from '../../pages/kit/form';
import type { Refusal, SignedInContext } from '../../pages/kit/screen';
import { providerAccountTexts } from './texts';

export const inputName = (name: string): string => `setting_${name}`;

const LENGTH_MAX = 10_000;
const LINES = 4;

/** A secret is never filled in, not even with the value that was just sent. */
export function settingInput(
  context: SignedInContext,
  refusal: Refusal | null,
  setting: SettingField,
  stored: ShownSetting | null,
) {
  const t = providerAccountTexts[context.language];
  const { control, secret, isRequired, multiline } = setting;
  const name = inputName(setting.name);
  const label = setting.title[context.language];
  const sent = refusal?.values[name];
  const value = (secret ? undefined : sent) ?? stored?.value ?? '';
  const chosen = value === '' ? setting.standard : value;
  if (control === 'switch') {
    const options = [
      { value: 'true', label: t.yes },
      { value: 'false', label: t.no },
    ];
    return <Choices name={name} label={label} value={chosen ?? 'false'} options={options} />;
  }
  if (control === 'choice') {
    const options = setting.options.map((option) => ({ value: option, label: option }));
    return <Choices name={name} label={label} value={chosen ?? ''} options={options} />;
  }
  const hints = [
    setting.help?.[context.language],
    control === 'list' ? t.onePerLine : undefined,
    setting.standard === null ? undefined : t.standard(setting.standard),
  ];
  const hint = hints.filter((each) => each !== undefined).join(' ');
  const input = (
    <Field
      refusal={refusal === null || !secret ? refusal : { ...refusal, values: {} }}
      name={name}
      label={label}
      value={value}
      lengthMax={LENGTH_MAX}
      optional={!isRequired}
      {...(sent && setting.rule !== null ? { rule: setting.rule[context.language] } : {})}
      {...(hint === '' ? {} : { hint })}
      {...(secret ? { type: 'password' as const, autocomplete: 'new-password' } : {})}
      {...(multiline || control === 'list' ? { lines: LINES } : {})}
      {...(control === 'number' ? { numeric: true } : {})}
    />
  );
  return secret ? (
    <>
      {noUserName}
      {input}
    </>
  ) : (
    input
  );
}

/**
 * Browsers take the text field before a password as its account. This empty one prevents that they
 * save the secret as the person's password. It has no name, so it is not sent.
 */
const noUserName = <input type="text" autocomplete="username" hidden />;

/** Blank becomes null, which removes a value; a setting without a field in the form is absent. */
export const settingsSent = (
  fields: readonly SettingField[],
  sent: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    fields.flatMap((setting) => {
      const value = sent[inputName(setting.name)];
      return typeof value === 'string' ? [[setting.name, valueOf(setting, value)]] : [];
    }),
  );

/** Text that does not parse stays text, so the connector's schema rejects it. */
function valueOf({ control }: SettingField, sent: string): unknown {
  const text = sent.replaceAll('\r\n', '\n').trim();
  if (text === '') return null;
  if (control === 'switch') return text === 'true';
  if (control === 'number') return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
  if (control !== 'list') return text;
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
