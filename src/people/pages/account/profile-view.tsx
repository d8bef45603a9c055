import { type Membership, seatOf } from '../../sessions';
import { Card } from '../../../pages/kit/card';
import { Choices, Field, Form, Submit, Username } from '../../../pages/kit/form';
import { Facts, MailAddress } from '../../../pages/kit/parts';
import type { Refusal } from '../../../pages/kit/screen';
import type { AccountContext } from './context';
import { accountTexts, type AccountTexts } from './texts';

type ProfileTexts = AccountTexts['profile'];

export function profileView(
  context: AccountContext,
  memberships: readonly Membership[],
  refusal: Refusal | null,
) {
  const t = accountTexts[context.language].profile;
  const isOfPassword = refusal !== null && 'old_password' in refusal.values;
  return (
    <div class="stack narrow">
      {memberships.length > 1 && renderMerchants(context, memberships, t)}
      {renderProfile(context, isOfPassword ? null : refusal, t)}
      {renderPassword(context, isOfPassword ? refusal : null, t)}
    </div>
  );
}

function renderMerchants(
  context: AccountContext,
  memberships: readonly Membership[],
  t: ProfileTexts,
) {
  const { merchantId: current } = seatOf(context.session);
  return (
    <Card id="merchants" title={t.merchants} hint={t.merchantsHint}>
      <Form action={`${context.root}/switch`}>
        <Choices
          name="merchant"
          label={t.switchTo}
          value={current ?? ''}
          options={memberships.map(({ merchantId, merchantName }) => ({
            value: merchantId,
            label: merchantName,
            hint: merchantId,
          }))}
        />
        <Submit tone="plain" label={t.switch} />
      </Form>
    </Card>
  );
}

function renderProfile(context: AccountContext, refusal: Refusal | null, t: ProfileTexts) {
  const { person } = context.session;
  return (
    <Card id="you" title={t.you}>
      <Facts rows={[[t.email, <MailAddress address={person.email} />]]} />
      <Form action={`${context.root}/settings/profile`} refusal={refusal}>
        <Field name="name" label={t.name} value={person.name} autocomplete="name" lengthMax={100} />
        <Choices
          name="language"
          label={t.language}
          value={person.language}
          options={[
            { value: 'th', label: 'ไทย' },
            { value: 'en', label: 'English' },
          ]}
        />
        <p class="hint">{t.languageHint}</p>
        <Submit label={context.t.save} />
      </Form>
    </Card>
  );
}

function renderPassword(context: AccountContext, refusal: Refusal | null, t: ProfileTexts) {
  return (
    <Card id="password-title" title={t.password} hint={t.passwordHint}>
      <Form action={`${context.root}/settings/password`} refusal={refusal}>
        <Username email={context.session.person.email} />
        <Field
          name="old_password"
          label={t.oldPassword}
          type="password"
          autocomplete="current-password"
        />
        <Field
          name="password"
          label={t.newPassword}
          type="password"
          hint={t.newPasswordHint}
          autocomplete="new-password"
        />
        <Submit label={t.changePassword} />
      </Form>
    </Card>
  );
}
