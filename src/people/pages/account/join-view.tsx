import type { InvitationPreview } from '../../../merchants/team/join';
import type { Realm } from '../../../kernel/rules/realm';
import { Field, Form, Username } from '../../../pages/kit/form';
import { MailAddress } from '../../../pages/kit/parts';
import type { PublicScreen, Refusal } from '../../../pages/kit/screen';
import type { PublicContext } from './context';
import { accountTexts } from './texts';

function purposeOf(
  realm: Realm,
  { invitation, hasAccount }: InvitationPreview,
): 'openMerchant' | 'joinMerchant' | 'joinConsole' | 'renew' {
  if (realm === 'operator') return hasAccount ? 'renew' : 'joinConsole';
  return invitation.merchantId === null ? 'openMerchant' : 'joinMerchant';
}

/** An existing user enters the password; a new member, or an operator, chooses one. */
export function joinScreen(
  context: PublicContext,
  refusal: Refusal | null,
  { realm, token, preview }: { realm: Realm; token: string; preview: InvitationPreview },
): PublicScreen {
  const t = accountTexts[context.language].join;
  const { invitation, hasAccount } = preview;
  const { email, invitedBy, role, merchantName } = invitation;
  const purpose = purposeOf(realm, preview);
  const isOwn = hasAccount && realm === 'merchant';
  const intro = {
    openMerchant: null,
    joinMerchant: t.invited(invitedBy, context.t.roles[role] ?? role),
    joinConsole: t.invited(invitedBy, context.t.roles[role] ?? role),
    renew: t.renewHint,
  }[purpose];
  const main = (
    <>
      {intro !== null && <p>{intro}</p>}
      <p class="soft">
        {t.email}:{' '}
        <strong>
          <MailAddress address={email} />
        </strong>
      </p>
      <Form action={`${context.root}/join/${token}`} refusal={refusal}>
        <Username email={email} />
        {!hasAccount && (
          <Field name="name" label={t.name} autocomplete="name" lengthMax={100} autofocus />
        )}
        <Field
          name="password"
          label={isOwn ? t.ownPassword : t.password}
          type="password"
          hint={isOwn ? t.ownPasswordHint : t.passwordHint}
          autocomplete={isOwn ? 'current-password' : 'new-password'}
          autofocus={hasAccount}
        />
        <button class="button strong wide">{t[purpose].press}</button>
      </Form>
    </>
  );
  return { title: t[purpose].title(merchantName), main };
}
