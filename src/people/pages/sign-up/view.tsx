import { Field, Form } from '../../../pages/kit/form';
import type { PageContext, PublicScreen, Refusal } from '../../../pages/dashboard/frame/screen';
import { signUpTexts } from './texts';

export function signUpScreen(context: PageContext, refusal: Refusal | null): PublicScreen {
  const t = signUpTexts[context.language];
  const main = (
    <>
      <p class="soft">{t.hint}</p>
      <Form action="/dashboard/sign-up" refusal={refusal}>
        <Field
          name="merchant_name"
          label={t.merchant}
          hint={t.merchantHint}
          autocomplete="organization"
          lengthMax={60}
          autofocus
        />
        <Field name="email" label={t.email} type="email" autocomplete="email" lengthMax={254} />
        <button class="button strong wide">{t.press}</button>
      </Form>
      <div class="links">
        <p>
          {t.hasAccount} <a href="/dashboard/sign-in">{t.signIn}</a>
        </p>
      </div>
    </>
  );
  return { title: t.title, main };
}

/**
 * Identical for known and unknown addresses, so the page does not reveal whether an account exists.
 */
export function mailSentScreen(context: PageContext, mailboxUrl: string | null): PublicScreen {
  const t = signUpTexts[context.language];
  const main = (
    <>
      <p>{t.sent}</p>
      <p class="soft">{t.sentHint}</p>
      {mailboxUrl !== null && (
        <p>
          <a class="button strong wide" href={`${mailboxUrl}/mail?lang=${context.language}`}>
            {t.mailbox}
          </a>
        </p>
      )}
      <div class="links">
        <p>
          <a href="/dashboard/sign-in">{t.signIn}</a>
        </p>
      </div>
    </>
  );
  return { title: t.sentTitle, main };
}
