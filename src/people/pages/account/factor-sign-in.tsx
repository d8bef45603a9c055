import { beginEnrolment, continueEnrolment } from '../../enrol-factor';
import { passkeyOptions } from '../../passkeys';
import { confirmSignIn, enrolAtSignIn, findHalfSession, type HalfSession } from '../../sign-in';
import { type Realm, realms } from '../../../kernel/rules/realm';
import type { ApiDeps } from '../../../http/api-deps';
import type { Operation } from '../../../http/operation';
import { factorErrors } from '../../../pages/kit/pages';
import { seeOther } from '../../../pages/kit/reply';
import type { PublicScreen, Refusal } from '../../../pages/kit/screen';
import { proofFields, proofIn } from '../../../pages/kit/step-up/proof';
import { stepUpTexts } from '../../../pages/kit/step-up/texts';
import { confirmScreen } from '../../../pages/kit/step-up/view';
import type { PublicContext, RealmTexts } from './context';
import { codesView, enrolView } from './enrol-view';
import { enrolFields, enrollingIn } from './enrolling';
import { securityTexts } from './security-texts';
import { nextWithin } from './sign-in-view';
import { type AccountSite, named, signedIn } from './site';

/**
 * A half-session has passed the password only. These pages ask for the second factor, or add one to
 * a person who must have it and has none.
 */
export function factorSignInOperations<
  R extends Realm,
  Texts extends RealmTexts,
  Section extends string,
>({ realm, pages }: AccountSite<R, Texts, Section>): readonly Operation[] {
  const { publicPage, publicFormAction, publicReply, pageQuery } = pages;
  const { root } = realms[realm];
  const path = `${root}/sign-in/factor` as const;
  const next = nextWithin(root);
  const show = async (
    deps: ApiDeps,
    context: PublicContext,
    refusal: Refusal | null,
    target: string,
  ) => screenOf(deps, context, refusal, realm, target);
  const onError = (deps: ApiDeps, context: PublicContext, refusal: Refusal) =>
    show(deps, context, refusal, next.parse(refusal.values['next']));
  return [
    publicPage({
      name: named(realm, 'showSecondFactor'),
      summary: 'The page that asks for the second factor after the password',
      path,
      query: pageQuery.extend({ next }),
      errors: ['signed_out'],
      render: (deps, context, { query }) => show(deps, context, null, query.next),
    }),

    publicFormAction({
      name: named(realm, 'confirmSecondFactor'),
      summary: 'Confirm the second factor and start the session',
      path,
      fields: proofFields.extend({ next }),
      errors: ['signed_out', ...factorErrors],
      async handle(deps, context, { fields }) {
        const half = await findHalfSession(deps, realm, context.half);
        const token = await confirmSignIn(deps, realm, half, proofIn(fields), context);
        return seeOther(fields.next, null, ...signedIn(deps, realm, token, context.device));
      },
      onError,
    }),

    publicFormAction({
      name: named(realm, 'enrolSecondFactor'),
      summary: 'Add the first authenticator, start the session and show the recovery codes',
      path: `${path}/new`,
      fields: enrolFields.extend({ next }),
      errors: ['signed_out', 'wrong_factor', 'state_conflict'],
      async handle(deps, context, { fields }) {
        const half = await findHalfSession(deps, realm, context.half);
        const enrolling = enrollingIn(fields);
        const { token, codes } = await enrolAtSignIn(deps, realm, half, enrolling, context);
        const screen = {
          title: securityTexts[context.language].codesTitle,
          main: codesView(context, codes, fields.next),
          currentUrl: fields.next,
        };
        return publicReply(context, screen, ...signedIn(deps, realm, token, context.device));
      },
      onError,
    }),
  ];
}

async function screenOf(
  deps: ApiDeps,
  context: PublicContext,
  refusal: Refusal | null,
  realm: Realm,
  next: string,
): Promise<PublicScreen> {
  const half = await findHalfSession(deps, realm, context.half);
  const { root, language } = context;
  const path = `${root}/sign-in/factor`;
  const currentUrl = `${path}?next=${encodeURIComponent(next)}`;
  const kept = <input type="hidden" name="next" value={next} />;
  const claimant = claimantIn(realm, half);
  if (!half.hasFactor) {
    const enrolment =
      refusal?.code === 'wrong_factor'
        ? await continueEnrolment(deps, claimant, refusal.values['enrolment'] ?? '')
        : await beginEnrolment(deps, claimant);
    const main = (
      <>
        <p>{securityTexts[language].factorsHint}</p>
        {enrolView(context, refusal, { enrolment, action: `${path}/new`, kept })}
      </>
    );
    return { title: securityTexts[language].addTitle, main, currentUrl };
  }
  return confirmScreen(context, refusal, {
    title: stepUpTexts[language].signInTitle,
    hint: null,
    action: path,
    kept,
    options: await passkeyOptions(deps, claimant),
    cancelPath: `${root}/sign-in`,
    currentUrl,
  });
}

const claimantIn = (realm: Realm, { id, person, merchantId }: HalfSession) => ({
  realm,
  personId: person.id,
  merchantId,
  person,
  sessionId: id,
});
