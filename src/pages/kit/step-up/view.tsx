import type { VNode } from 'preact';
import { assetAddress } from '../assets';
import { Field, Form } from '../form';
import type { PageContext, PublicScreen, Refusal } from '../screen';
import { stepUpTexts } from './texts';

export const CODE = 'factor_code';
export const CREDENTIAL = 'factor_credential';

/** Submits its form with the browser's WebAuthn response. Hidden where passkeys are unsupported. */
export function passkeyButton(
  { language }: Pick<PageContext, 'language'>,
  asked: {
    readonly ceremony: 'create' | 'get';
    readonly label: string;
    /** WebAuthn options as JSON. */
    readonly options: string;
  },
) {
  return (
    <>
      <div class="fields" data-passkey={asked.ceremony} data-options={asked.options} hidden>
        <input type="hidden" name={CREDENTIAL} value="" />
        <button type="button" class="button strong wide">
          {asked.label}
        </button>
        <p class="fault" role="alert" hidden>
          {stepUpTexts[language].passkeyFault}
        </p>
      </div>
      <script src={assetAddress('passkey.js')} type="module" />
    </>
  );
}

export function confirmScreen(
  context: PageContext,
  refusal: Refusal | null,
  asked: {
    readonly title: string;
    readonly hint: string | null;
    readonly action: string;
    readonly kept: VNode;
    /** WebAuthn options; null for a person without a passkey. */
    readonly options: string | null;
    readonly cancelPath: string;
    readonly currentUrl: string;
  },
): PublicScreen {
  const t = stepUpTexts[context.language];
  const { title, hint, action, kept, options, cancelPath, currentUrl } = asked;
  const passkey =
    options === null
      ? null
      : passkeyButton(context, { ceremony: 'get', label: t.passkey, options });
  const main = (
    <>
      {hint !== null && <p class="soft">{hint}</p>}
      <Form action={action} refusal={refusal}>
        {kept}
        {passkey}
        <Field
          name={CODE}
          label={t.code}
          hint={t.codeHint}
          autocomplete="one-time-code"
          lengthMax={40}
          autofocus={options === null}
        />
        <button class={`button ${options === null ? 'strong' : ''} wide`}>{t.confirm}</button>
      </Form>
      <p>
        <a class="button quiet wide" href={cancelPath}>
          {t.cancel}
        </a>
      </p>
    </>
  );
  return { title, main, currentUrl };
}

/** For a person without an authenticator. */
export function enrolFirstScreen({ language, root }: PageContext): PublicScreen {
  const t = stepUpTexts[language];
  const path = `${root}/settings/security`;
  const main = (
    <>
      <p>{t.enrolHint}</p>
      <p>
        <a class="button strong wide" href={path}>
          {t.enrol}
        </a>
      </p>
    </>
  );
  return { title: t.enrolTitle, main, currentUrl: path };
}
