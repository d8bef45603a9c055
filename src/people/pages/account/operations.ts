import { z } from 'zod';
import { revokeInvitation } from '../../../merchants/team/invite';
import { findInvitationPreview, join } from '../../../merchants/team/join';
import { listAuditEvents } from '../../activity/list-audit-events';
import { changeOwnPassword, changeOwnProfile } from '../../own-account';
import { endSession, listOwnMerchants, seatOf, type SessionIn } from '../../sessions';
import { signIn } from '../../sign-in';
import { findTeam } from '../../../merchants/team/team';
import { changeRoleInTeam, inviteToTeam } from '../../../merchants/team/perform-in-team';
import { email, id } from '../../../contract/fields';
import { realms, type Realm, type RoleIn } from '../../../kernel/rules/realm';
import type { ApiDeps } from '../../../http/api-deps';
import type { Operation } from '../../../http/operation';
import { sessionCookies } from '../../../http/session-cookie';
import { actsPage } from '../../activity/pages/view';
import { language, linkParams, nothing, password, personName } from '../../../pages/kit/fields';
import { doneOr, languageCookie, seeOther } from '../../../pages/kit/reply';
import type { Refusal, Screen, SignedInContext } from '../../../pages/kit/screen';
import type { AccountContext, PublicContext, RealmTexts } from './context';
import { factorSignInOperations } from './factor-sign-in';
import { joinScreen } from './join-view';
import { profileView } from './profile-view';
import { securityOperations } from './security';
import { nextWithin, signInScreen } from './sign-in-view';
import { admitted, named, signedIn, type AccountSite } from './site';
import { teamView } from './team-view';

const EVENTS_PER_PAGE = 50;

export const accountOperations = <
  R extends Realm,
  Texts extends RealmTexts,
  Section extends string,
>(
  site: AccountSite<R, Texts, Section>,
): readonly Operation[] => [
  ...joinOperations(site),
  ...signInOperations(site),
  ...factorSignInOperations(site),
  ...profileOperations(site),
  ...securityOperations(site),
  activityOperation(site),
  ...teamOperations(site),
];

function joinOperations<R extends Realm, Texts extends RealmTexts, Section extends string>({
  realm,
  pages: { publicPage, publicFormAction },
}: AccountSite<R, Texts, Section>): readonly Operation[] {
  const { root } = realms[realm];
  const path = `${root}/join/:token` as const;
  const screen = async (
    deps: ApiDeps,
    context: PublicContext,
    refusal: Refusal | null,
    token: string,
  ) => {
    const preview = await findInvitationPreview<Realm>(deps, realm, token);
    return joinScreen(context, refusal, { realm, token, preview });
  };
  return [
    publicPage({
      name: named(realm, 'showJoin'),
      summary: 'The page of an invitation link',
      path,
      params: linkParams,
      errors: ['link_expired'],
      render: (deps, context, { params: { token } }) => screen(deps, context, null, token),
    }),

    publicFormAction({
      name: named(realm, 'join'),
      summary: 'Accept an invitation and start a session',
      path,
      params: linkParams,
      fields: z.object({ name: personName.optional(), password }),
      errors: ['link_expired', 'wrong_credentials', 'weak_password', 'password_used_before'],
      async handle(deps, context, { params, fields }) {
        const joining = { name: fields.name ?? null, password: fields.password };
        const person = { ...joining, language: context.language };
        const admission = await join(deps, realm, params.token, person, context);
        return admitted(deps, realm, admission, context, { next: root, done: 'joined' });
      },
      onError: (deps, context, refusal, { token }) => screen(deps, context, refusal, token),
    }),
  ];
}

function signInOperations<R extends Realm, Texts extends RealmTexts, Section extends string>({
  realm,
  pages: { publicPage, publicFormAction, formAction, pageQuery },
  aroundSignIn,
}: AccountSite<R, Texts, Section>): readonly Operation[] {
  const { root } = realms[realm];
  const next = nextWithin(root);
  return [
    publicPage({
      name: named(realm, 'showSignIn'),
      summary: 'The sign-in page',
      path: `${root}/sign-in`,
      query: pageQuery.extend({ next }),
      render: (_deps, context, { query }) =>
        signInScreen(context, null, query.next, aroundSignIn(context)),
    }),

    publicFormAction({
      name: named(realm, 'signIn'),
      summary: 'Start a session',
      path: `${root}/sign-in`,
      fields: z.object({ email, password, next }),
      errors: ['wrong_credentials'],
      async handle(deps, context, { fields }) {
        const admission = await signIn(deps, realm, fields, context);
        return admitted(deps, realm, admission, context, { next: fields.next, done: null });
      },
      onError: (_deps, context, refusal) =>
        signInScreen(context, refusal, next.parse(refusal.values['next']), aroundSignIn(context)),
    }),

    formAction({
      name: named(realm, 'signOut'),
      summary: 'End this session',
      path: `${root}/sign-out`,
      role: 'viewer',
      fields: nothing,
      async handle(deps, { audit, session }) {
        await endSession(deps, audit, session, session.id);
        const cookie = sessionCookies[realm].clear(deps.config.http.publicUrl);
        const reply = seeOther(`${root}/sign-in`, 'signed_out', cookie);
        // Without "cookies": that would sign out of the other realm and of sibling hosts.
        return { ...reply, headers: { ...reply.headers, 'Clear-Site-Data': '"cache", "storage"' } };
      },
    }),
  ];
}

const profileScreen =
  <Section extends string>(section: Section) =>
  async (
    deps: ApiDeps,
    context: AccountContext,
    refusal: Refusal | null,
  ): Promise<Screen<Section>> => {
    const memberships = await listOwnMerchants(deps, context.session);
    const main = profileView(context, memberships, refusal);
    return { title: context.t.sections[section] ?? '', section, main };
  };

function profileOperations<R extends Realm, Texts extends RealmTexts, Section extends string>({
  realm,
  pages: { page, formAction },
  sections,
}: AccountSite<R, Texts, Section>): readonly Operation[] {
  const { root } = realms[realm];
  const path = `${root}/settings/profile` as const;
  const render = profileScreen(sections.profile);
  return [
    page({
      name: named(realm, 'showProfile'),
      summary: "The person's own profile",
      path,
      render: (deps, context) => render(deps, context, null),
    }),

    formAction({
      name: named(realm, 'changeProfile'),
      summary: "Change the person's own name and language",
      path,
      role: 'viewer',
      fields: z.object({ name: personName, language }),
      async handle(deps, { audit, session }, { fields }) {
        await changeOwnProfile(deps, audit, session, fields);
        const cookie = languageCookie(fields.language, {}, deps.config.http.publicUrl, root);
        return seeOther(path, 'profile_saved', ...(cookie === null ? [] : [cookie]));
      },
      onError: render,
    }),

    formAction({
      name: named(realm, 'changePassword'),
      summary: "Change the person's own password and end all other sessions",
      path: `${root}/settings/password`,
      role: 'viewer',
      stepUp: 'proof_if_enrolled',
      fields: z.object({ old_password: password, password }),
      errors: ['wrong_credentials', 'weak_password', 'password_used_before', 'rate_limit_exceeded'],
      async handle(deps, context, { fields }) {
        const { audit, session, device } = context;
        const passwords = { old: fields.old_password, new: fields.password };
        const token = await changeOwnPassword(deps, audit, session, passwords, context);
        return seeOther(path, 'password_changed', ...signedIn(deps, realm, token, device));
      },
      onError: render,
    }),
  ];
}

/** Numbers of audit events are 32-bit integers in Postgres. */
const NUMBER_MAX = 2 ** 31 - 1;

const activityOperation = <R extends Realm, Texts extends RealmTexts, Section extends string>({
  realm,
  pages: { page, pageQuery },
  sections,
  readsLog,
}: AccountSite<R, Texts, Section>): Operation =>
  page({
    name: named(realm, 'showActivity'),
    summary: 'The audit log',
    path: `${realms[realm].root}/settings/activity`,
    role: readsLog,
    query: pageQuery.extend({
      before: z.coerce.number().int().min(1).max(NUMBER_MAX).optional().catch(undefined),
    }),
    async render(deps, context, { query: { before } }) {
      const slice = { limit: EVENTS_PER_PAGE, before: before ?? null };
      const events = await listAuditEvents(deps, seatOf(context.session), slice);
      const title = context.t.sections[sections.activity] ?? '';
      const main = actsPage(context, title, { ...events, isFirst: before === undefined });
      return { title, section: sections.activity, main };
    },
  });

const teamScreen =
  <R extends Realm, Texts extends RealmTexts, Section extends string>(
    { sections: { team: section }, aboveTeam }: AccountSite<R, Texts, Section>,
    path: string,
  ) =>
  async (
    deps: ApiDeps,
    context: SignedInContext<Texts, SessionIn[R]>,
    refusal: Refusal | null,
  ): Promise<Screen<Section>> => {
    const team = await findTeam(deps, seatOf(context.session));
    const above = (await aboveTeam?.(deps, context, team)) ?? null;
    const main = teamView(context, path, team, refusal, above);
    return { title: context.t.sections[section] ?? '', section, main };
  };

const revokeOperation = <R extends Realm, Texts extends RealmTexts, Section extends string>(
  { realm, pages: { formAction } }: AccountSite<R, Texts, Section>,
  teamPath: string,
): Operation =>
  formAction({
    name: named(realm, 'revokeInvitation'),
    summary: 'Revoke an invitation',
    path: `${realms[realm].root}/settings/invitations/:id/revoke`,
    role: realms[realm].manager as RoleIn[R],
    params: z.object({ id: id(realms[realm].invitationId, 'invitation_not_found') }),
    fields: nothing,
    errors: ['invitation_not_found'],
    async handle(deps, { audit, session }, { params }) {
      await revokeInvitation(deps, audit, seatOf(session), params.id);
      return seeOther(teamPath, 'invitation_revoked');
    },
  });

function leavingOperations<R extends Realm, Texts extends RealmTexts, Section extends string>(
  { realm, pages: { actForm } }: AccountSite<R, Texts, Section>,
  teamPath: `/${string}`,
  onError: ReturnType<typeof teamScreen<R, Texts, Section>>,
): readonly Operation[] {
  const person = z.object({ id: id(realms[realm].personId, 'member_not_found') });
  const ofPerson = {
    onError,
    params: person,
    fields: nothing,
    back: () => teamPath,
    input: (
      { params }: { readonly params: z.output<typeof person> },
      { session }: SignedInContext<Texts, SessionIn[R]>,
    ) => ({ team: seatOf(session), personId: params.id }),
  };
  return [
    actForm({
      ...ofPerson,
      act: 'member_removed',
      name: named(realm, 'removeMember'),
      path: `${teamPath}/:id/remove`,
      errors: ['member_not_found', realms[realm].lastManager],
      done: 'member_removed',
    }),

    actForm({
      ...ofPerson,
      act: 'member_factors',
      name: named(realm, 'resetMemberFactors'),
      path: `${teamPath}/:id/reset-factors`,
      errors: ['member_not_found', 'member_elsewhere', 'new_factor'],
      done: 'factors_reset',
    }),
  ];
}

function teamOperations<R extends Realm, Texts extends RealmTexts, Section extends string>(
  site: AccountSite<R, Texts, Section>,
): readonly Operation[] {
  const { realm, pages, teamPath } = site;
  const { page, formAction } = pages;
  const { root, roles, manager, lastManager, personId } = realms[realm];
  const path = `${root}${teamPath}` as const;
  const render = teamScreen(site, path);
  const role = z.enum(roles);
  const managed = { role: manager as RoleIn[R], onError: render };
  const ofMember = {
    ...managed,
    stepUp: 'proof',
    params: z.object({ id: id(personId, 'member_not_found') }),
    errors: ['member_not_found', lastManager, 'state_conflict'],
  } as const;
  return [
    page({
      name: named(realm, 'showTeam'),
      summary: 'The members of the team and the pending invitations',
      path,
      render: (deps, context) => render(deps, context, null),
    }),

    formAction({
      ...managed,
      stepUp: 'proof',
      name: named(realm, 'inviteMember'),
      summary: 'Invite a member to the team by mail',
      path,
      fields: z.object({ email, role }),
      errors: ['invalid_email', 'member_already', 'rate_limit_exceeded', 'state_conflict'],
      async handle(deps, { audit, session, language: own }, { fields }) {
        const invited = { ...fields, language: own };
        const performed = await inviteToTeam(deps, audit, seatOf(session), invited);
        return seeOther(path, doneOr(performed, 'invited'));
      },
    }),

    formAction({
      ...ofMember,
      name: named(realm, 'changeMemberRole'),
      summary: 'Change the role of a member',
      path: `${path}/:id/role`,
      fields: z.object({ role }),
      async handle(deps, { audit, session }, { params, fields }) {
        const { role: wanted } = fields;
        const team = seatOf(session);
        const performed = await changeRoleInTeam(deps, audit, team, params.id, wanted);
        return seeOther(path, doneOr(performed, 'member_changed'));
      },
    }),

    ...leavingOperations(site, path, render),
    revokeOperation(site, path),
  ];
}
