import { Card } from '../../pages/kit/card';
import { Form, Submit } from '../../pages/kit/form';
import type {
  PageContext,
  PublicScreen,
  Refusal,
  Screen,
  SignedInContext,
} from '../../pages/dashboard/frame/screen';
import type { UnsubscribeLink } from '../choose-mails';
import { memberMailKinds, type MemberMailKind } from '../rules/member-mail';
import { mailTexts } from './texts';

export const MAILS = '/dashboard/settings/mails';
export const UNSUBSCRIBE = '/dashboard/unsubscribe';

export function mailsScreen(
  context: SignedInContext,
  chosen: readonly MemberMailKind[],
  refusal: Refusal | null,
): Screen {
  const t = mailTexts[context.language];
  const main = (
    <Card id="mails" title={t.title} hint={t.hint(context.session.merchant.name)} narrow>
      <Form action={MAILS} refusal={refusal}>
        <fieldset class="choices">
          <legend class="spoken">{t.title}</legend>
          {memberMailKinds.map((kind) => (
            <label class="choice">
              <input type="checkbox" name="kinds" value={kind} checked={chosen.includes(kind)} />
              <span>
                <strong>{t.kinds[kind].name}</strong>
                <span class="hint">{t.kinds[kind].hint}</span>
              </span>
            </label>
          ))}
        </fieldset>
        <Submit label={context.t.save} />
      </Form>
    </Card>
  );
  return { title: context.t.sections.mails, section: 'mails', main };
}

/** The token is the credential: the page shows nothing that its mail does not have. */
export function unsubscribeScreen(
  { language }: PageContext,
  token: string,
  { kind, merchantName, isOn }: UnsubscribeLink,
): PublicScreen {
  const t = mailTexts[language];
  const { name } = t.kinds[kind];
  const main = (
    <>
      <p role={isOn ? undefined : 'status'}>{(isOn ? t.isOn : t.isOff)(name, merchantName)}</p>
      <p class="soft">{t.nothingElse}</p>
      {isOn && (
        <Form action={`${UNSUBSCRIBE}/${token}`}>
          <button class="button strong wide">{t.turnOff}</button>
        </Form>
      )}
      <div class="links">
        <p>
          <a href={MAILS}>{t.settings}</a>
        </p>
      </div>
    </>
  );
  return { title: t.unsubscribe, main };
}
