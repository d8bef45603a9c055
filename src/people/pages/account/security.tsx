import { z } from 'zod';
import { claimantOf } from '../../confirm-factor';
import { addFactor, beginEnrolment, continueEnrolment } from '../../enrol-factor';
import {
  demandPassword,
  findOwnFactors,
  makeRecoveryCodes,
  removeFactor,
  renameFactor,
} from '../../own-factors';
import { endOtherSessions, endSession, listSessions, type SessionIn } from '../../sessions';
import { filled, id } from '../../../contract/fields';
import { type Realm, realms } from '../../../kernel/rules/realm';
import type { ApiDeps } from '../../../http/api-deps';
import type { Operation } from '../../../http/operation';
import { nothing, password } from '../../../pages/kit/fields';
import { seeOther } from '../../../pages/kit/reply';
import type { Refusal, Screen, SignedInContext } from '../../../pages/kit/screen';
import type { RealmTexts } from './context';
import { codesView, enrolView } from './enrol-view';
import { enrolFields, enrollingIn } from './enrolling';
import { securityTexts } from './security-texts';
import { securityView } from './security-view';
import { type AccountSite, named } from './site';

const params = z.object({ id: id('fac_', 'factor_not_found') });

export const securityOperations = <
  R extends Realm,
  Texts extends RealmTexts,
  Section extends string,
>(
  site: AccountSite<R, Texts, Section>,
): readonly Operation[] => [
  ...enrolOperations(site),
  ...factorOperations(site),
  ...sessionOperations(site),
];

function screensOf<R extends Realm, Texts extends RealmTexts, Section extends string>({
  realm,
  sections: { security: section },
}: AccountSite<R, Texts, Section>) {
  type Context = SignedInContext<Texts, SessionIn[R]>;
  const path = `${realms[realm].root}/settings/security` as const;
  const titleIn = ({ t }: Context) => t.sections[section] ?? '';
  const below = (context: Context, title: string, main: Screen['main']): Screen<Section> => ({
    title,
    section,
    back: { path, title: titleIn(context) },
    currentUrl: path,
    main: <div class="card stack narrow">{main}</div>,
  });
  return {
    path,
    overview: async (deps: ApiDeps, context: Context, refusal: Refusal | null) => {
      const [own, sessions] = await Promise.all([
        findOwnFactors(deps, context.session),
        listSessions(deps, context.session),
      ]);
      return {
        title: titleIn(context),
        section,
        main: securityView(context, own, sessions, refusal),
        currentUrl: path,
      };
    },
    enrol: async (deps: ApiDeps, context: Context, refusal: Refusal | null) => {
      const claimant = claimantOf(context.session);
      const enrolment =
        refusal === null
          ? await beginEnrolment(deps, claimant)
          : await continueEnrolment(deps, claimant, refusal.values['enrolment'] ?? '');
      const asked = { enrolment, action: path };
      const { addTitle } = securityTexts[context.language];
      return below(context, addTitle, enrolView(context, refusal, asked));
    },
    codes: (context: Context, codes: readonly string[]) =>
      below(context, securityTexts[context.language].codesTitle, codesView(context, codes, path)),
  };
}

function enrolOperations<R extends Realm, Texts extends RealmTexts, Section extends string>(
  site: AccountSite<R, Texts, Section>,
): readonly Operation[] {
  const { realm, pages } = site;
  const { formAction, pageReply } = pages;
  const { path, overview, enrol, codes: codesScreen } = screensOf(site);
  return [
    formAction({
      name: named(realm, 'beginFactor'),
      summary: 'Show the page that adds an authenticator; the first one needs the password',
      path: `${path}/new`,
      role: 'viewer',
      stepUp: 'proof_if_enrolled',
      fields: z.object({ password: password.optional() }),
      errors: ['wrong_credentials', 'rate_limit_exceeded'],
      async handle(deps, context, { fields }) {
        const { session } = context;
        if (session.factor === 'none') {
          await demandPassword(deps, session, fields.password ?? '', context);
        }
        return pageReply(context, await enrol(deps, context, null));
      },
      onError: overview,
    }),

    formAction({
      name: named(realm, 'addFactor'),
      summary: 'Add an authenticator, and show the recovery codes after the first',
      path,
      role: 'viewer',
      fields: enrolFields,
      errors: ['wrong_factor', 'state_conflict'],
      async handle(deps, context, { fields }) {
        const { audit, session } = context;
        const codes = await addFactor(deps, audit, session, enrollingIn(fields), context);
        if (codes === null) return seeOther(path, 'factor_added');
        return pageReply(context, codesScreen(context, codes));
      },
      onError: enrol,
    }),
  ];
}

function factorOperations<R extends Realm, Texts extends RealmTexts, Section extends string>(
  site: AccountSite<R, Texts, Section>,
): readonly Operation[] {
  const { realm, pages } = site;
  const { page, formAction, pageReply } = pages;
  const { path, overview, codes: codesScreen } = screensOf(site);
  return [
    page({
      name: named(realm, 'showSecurity'),
      summary: "The person's authenticators and sessions",
      path,
      render: (deps, context) => overview(deps, context, null),
    }),

    formAction({
      name: named(realm, 'renameFactor'),
      summary: 'Rename an authenticator',
      path: `${path}/:id/name`,
      role: 'viewer',
      params,
      fields: z.object({ name: filled(60) }),
      errors: ['factor_not_found'],
      async handle(deps, { audit, session }, { params: { id: factorId }, fields }) {
        await renameFactor(deps, audit, session, factorId, fields.name);
        return seeOther(path, 'factor_renamed');
      },
      onError: overview,
    }),

    formAction({
      name: named(realm, 'removeFactor'),
      summary: 'Remove an authenticator',
      path: `${path}/:id/remove`,
      role: 'viewer',
      stepUp: 'settled_proof',
      params,
      fields: z.object({ password }),
      errors: [
        'factor_not_found',
        'last_factor',
        'new_factor',
        'wrong_credentials',
        'rate_limit_exceeded',
      ],
      async handle(deps, context, { params: { id: factorId }, fields }) {
        const { audit, session } = context;
        await demandPassword(deps, session, fields.password, context);
        await removeFactor(deps, audit, session, factorId);
        return seeOther(path, 'factor_removed');
      },
      onError: overview,
    }),

    formAction({
      name: named(realm, 'makeRecoveryCodes'),
      summary: 'Replace the recovery codes, and show the new ones once',
      path: `${path}/recovery-codes`,
      role: 'viewer',
      stepUp: 'proof_if_enrolled',
      fields: nothing,
      errors: ['state_conflict'],
      async handle(deps, context) {
        const codes = await makeRecoveryCodes(deps, context.audit, context.session);
        return pageReply(context, codesScreen(context, codes));
      },
      onError: overview,
    }),
  ];
}

function sessionOperations<R extends Realm, Texts extends RealmTexts, Section extends string>({
  realm,
  pages: { formAction },
}: AccountSite<R, Texts, Section>): readonly Operation[] {
  const { root } = realms[realm];
  const path = `${root}/settings/security` as const;
  return [
    formAction({
      name: named(realm, 'endOwnSession'),
      summary: "End one of the person's own other sessions",
      path: `${root}/settings/sessions/:id/end`,
      role: 'viewer',
      params: z.object({ id: id('ses_', 'session_not_found') }),
      fields: nothing,
      errors: ['session_not_found'],
      async handle(deps, { audit, session }, { params: { id: sessionId } }) {
        await endSession(deps, audit, session, sessionId);
        return seeOther(path, 'session_ended');
      },
    }),

    formAction({
      name: named(realm, 'signOutOthers'),
      summary: "End all of the person's own other sessions",
      path: `${root}/sign-out-others`,
      role: 'viewer',
      fields: nothing,
      async handle(deps, context) {
        await endOtherSessions(deps, context.audit, context.session, context);
        return seeOther(path, 'sessions_ended');
      },
    }),
  ];
}
