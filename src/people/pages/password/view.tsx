import { Field, Form, Username } from '../../../pages/kit/form';
import { MailAddress } from '../../../pages/kit/parts';
import type { PageContext, PublicScreen, Refusal } from '../../../pages/dashboard/frame/screen';
import { passwordTexts } from './texts';

export function forgotScreen(context: PageContext, refusal: Refusal | null): PublicScreen {
  const t = passwordTexts[context.language];
  const main = (
    <>
      <p class="soft">{t.forgotHint}</p>
      <Form action="/dashboard/forgot-password" refusal={refusal}>
        <Field
          name="email"
          label={t.email}
          type="email"
          autocomplete="username"
          lengthMax={254}
          autofocus
        />
        <button class="button strong wide">{t.send}</button>
      </Form>
      <div class="links">
        <p>
          <a href="/dashboard/sign-in">{t.back}</a>
        </p>
      </div>
    </>
  );
  return { title: t.forgotTitle, main };
}

export function resetScreen(
  context: PageContext,
  refusal: Refusal | null,
  link: { readonly token: string; readonly email: string },
): PublicScreen {
  const t = passwordTexts[context.language];
  const main = (
    <>
      <p class="soft">
        {t.account}:{' '}
        <strong>
          <MailAddress address={link.email} />
        </strong>
      </p>
      <Form action={`/dashboard/reset-password/${link.token}`} refusal={refusal}>
        <Username email={link.email} />
        <Field
          name="password"
          label={t.password}
          type="password"
          hint={t.passwordHint}
          autocomplete="new-password"
          autofocus
        />
        <button class="button strong wide">{t.set}</button>
      </Form>
    </>
  );
  return { title: t.resetTitle, main };
}
