import type { IssuedKey } from '../../api-keys';
import { allowsAll, type Grant } from '../../../kernel/rules/permission';
import { permissionsOf } from '../../../kernel/rules/role';
import { Card } from '../../../pages/kit/card';
import { Field } from '../../../pages/kit/form';
import { LinkButton, Notice } from '../../../pages/kit/parts';
import type { Refusal, Screen, SignedInContext } from '../../../pages/dashboard/frame/screen';
import { sections } from '../../../pages/dashboard/frame/sections';
import { renderDocsLink, renderSecret } from './new-key';
import { keysTexts, type KeysTexts } from './texts';

export const KEYS = '/dashboard/developers/keys';

/** Days until a new key expires. */
export const lifetimes = ['30', '90', '180', '366', 'never'] as const;

/** Those below `daysMax` (API_KEY_DAYS_MAX) and `daysMax` itself; all if it is null. */
export const offeredLifetimes = (daysMax: number | null): readonly string[] =>
  daysMax === null
    ? lifetimes
    : [...lifetimes.filter((each) => Number(each) < daysMax), String(daysMax)];

/** Hours for which the old key stays valid after a rotation. */
export const overlaps = ['0', '1', '24', '168'] as const;

/** A key cannot have more permissions than the role of its creator. */
export const mayIssue = ({ session }: SignedInContext, grants: readonly Grant[]): boolean =>
  allowsAll(permissionsOf(session.role), grants);

export const addressesField = (refusal: Refusal | null, t: KeysTexts, value = '') => (
  <Field
    refusal={refusal}
    name="addresses"
    label={t.addresses}
    hint={t.addressesHint}
    value={value}
    lines={3}
    lengthMax={2_000}
    optional
  />
);

export const payeesField = (refusal: Refusal | null, t: KeysTexts, label: string) => (
  <Field
    refusal={refusal}
    name="payees"
    label={label}
    hint={t.payeesHint}
    lines={3}
    lengthMax={8_000}
    optional
  />
);

export const removedPayeesField = (payees: readonly string[], t: KeysTexts) =>
  payees.length === 0 ? null : (
    <fieldset class="choices">
      <legend>{t.removePayees}</legend>
      {payees.map((payee) => (
        <label class="choice">
          <input type="checkbox" name="removed" value={payee} />
          {payee}
        </label>
      ))}
    </fieldset>
  );

export const signedBox = (t: KeysTexts, isChecked: boolean) => (
  <label class="choice">
    <input type="checkbox" name="signed" value="on" checked={isChecked} />
    <span>
      <strong>{t.signed}</strong>
      <span class="hint">{t.signedHint}</span>
    </span>
  </label>
);

export function secretsScreen(
  context: SignedInContext,
  name: string,
  {
    apiKey,
    signingSecret,
    awaitsApproval,
  }: { readonly apiKey: string | null } & Pick<IssuedKey, 'signingSecret' | 'awaitsApproval'>,
): Screen {
  const t = keysTexts[context.language];
  const main = (
    <Card label={name} narrow>
      <Notice tone="warn" role="status" text={t.shown} />
      {awaitsApproval ? (
        <p class="notice">
          {t.approvalHint} <a href={sections.approvals.path}>{context.t.sections.approvals}</a>
        </p>
      ) : null}
      {apiKey !== null && renderSecret('new-key', t.key, apiKey)}
      {signingSecret !== null && (
        <>
          <p>{t.signingSecret}</p>
          {renderSecret('signing-secret', t.signingSecret, signingSecret)}
        </>
      )}
      <p>
        <LinkButton tone="strong" href={KEYS} label={t.done} />{' '}
        {apiKey !== null && !awaitsApproval && renderDocsLink(apiKey, t)}
      </p>
    </Card>
  );
  return { title: name, section: 'keys', main };
}
