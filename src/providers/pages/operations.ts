import { z } from 'zod';
import { PRIORITY_DEFAULT } from '../accounts/change-accounts';
import {
  findAccountDetail,
  listAccounts,
  offeredConnectors,
  type AccountDetail,
  type SettingField,
  type ShownSetting,
} from '../accounts/find-accounts';
import type { AuditContext } from '../../kernel/audit/record-audit-event';
import type { SessionIn } from '../../people/sessions';
import { filled, says } from '../../contract/fields';
import { Problem } from '../../kernel/rules/problem';
import { realms, type Realm, type RoleIn } from '../../kernel/rules/realm';
import type { ApiDeps } from '../../http/api-deps';
import type { Operation } from '../../http/operation';
import { nothing } from '../../pages/kit/fields';
import type { Pages } from '../../pages/kit/pages';
import { withoutStale } from '../../pages/kit/refusal';
import { seeOther } from '../../pages/kit/reply';
import type { Refusal, Screen, SignedInContext } from '../../pages/kit/screen';
import type { CommonTexts } from '../../pages/kit/texts';
import { addAccountView } from './add-view';
import { accountView, type ShownProbe } from './detail-view';
import { accountListView, addLink } from './list-view';
import { inputName, settingsSent } from './setting-fields';
import { providerAccountTexts } from './texts';

const PER_PAGE = 50;

export interface ProviderAccountSite<
  R extends Realm,
  Texts extends CommonTexts & { readonly sections: Readonly<Record<string, string>> },
  Section extends string,
> {
  readonly realm: R;
  readonly pages: Pages<R, Texts, Section>;
  readonly section: Section;
  readonly path: `/${string}`;
  /** The merchant of a session; null for operators, who see all accounts. */
  readonly merchantOf: (session: SessionIn[R]) => string | null;
  /** Throws Problem `not_found` if the installation does not offer these pages. */
  readonly demandPages: (deps: ApiDeps) => void;
}

type Texts = CommonTexts & { readonly sections: Readonly<Record<string, string>> };

const accountId = z
  .string()
  .regex(/^(default|pac_[0-9a-z]{1,64})$/, says('provider_account_not_found'));
const params = z.object({ id: accountId });
type Params = z.output<typeof params>;
const priority = z.coerce.number(says('invalid_request')).pipe(z.int().min(0).max(1_000_000));
const label = filled(60);
const status = z.enum(['on', 'paused', 'off']);

const digest = filled(100);

/** Loose: the names of the settings depend on the connector. */
const settingsForm = z.looseObject({ label, priority: priority.default(PRIORITY_DEFAULT) });

/** A refusal of a setting names the setting, not the field of the form. */
const aboutSettings = (refusal: Refusal): Refusal =>
  refusal.code !== 'invalid_request' ||
  refusal.param === null ||
  Object.hasOwn(refusal.values, refusal.param)
    ? refusal
    : { ...refusal, param: inputName(refusal.param) };

export function providerAccountOperations<R extends Realm, T extends Texts, Section extends string>(
  site: ProviderAccountSite<R, T, Section>,
): readonly Operation[] {
  return [...pagesOf(site), addOperation(site), ...settingsOf(site), ...accessOf(site)];
}

/** Operation names are unique: those of the console have a prefix. */
const named = ({ realm }: { readonly realm: Realm }, name: string): string =>
  realm === 'merchant' ? name : `console${name.charAt(0).toUpperCase()}${name.slice(1)}`;

/** Owners and admins. */
const changerIn = <R extends Realm>(realm: R) => realms[realm].manager as RoleIn[R];
const mayChange = ({ session }: SignedInContext): boolean =>
  session.role === realms[session.realm].manager;

/** Also the response to a refused change and to a test. */
async function accountScreen<R extends Realm, T extends Texts, Section extends string>(
  site: ProviderAccountSite<R, T, Section>,
  deps: ApiDeps,
  context: SignedInContext<T, SessionIn[R]>,
  id: string,
  after: { readonly refusal?: Refusal; readonly probe?: ShownProbe } = {},
): Promise<Screen<Section>> {
  const { path, section } = site;
  const account = await findAccountDetail(deps, context.audit, id);
  const { refusal = null, probe = null } = after;
  const view = { path, account, mayChange: mayChange(context), refusal, probe };
  return {
    title: account.label,
    section,
    back: { path, title: context.t.sections[section] ?? '' },
    main: accountView(context, view),
  };
}

function pagesOf<R extends Realm, T extends Texts, Section extends string>(
  site: ProviderAccountSite<R, T, Section>,
): readonly Operation[] {
  const { realm, pages, section, path, merchantOf, demandPages } = site;
  const query = pages.pageQuery.extend({
    owner: z.enum(['platform', 'merchants']).catch('platform'),
    before: accountId.nullable().catch(null).default(null),
  });
  const addQuery = pages.pageQuery.extend({ connector: z.string().nullable().catch(null) });
  return [
    pages.page({
      name: named(site, 'showProviderAccounts'),
      summary: 'The provider accounts',
      path,
      query,
      async render(deps, context, { query: { owner: asked, before } }) {
        demandPages(deps);
        const merchantId = merchantOf(context.session);
        const owner = merchantId === null ? asked : null;
        const slice = { owner: merchantId ?? asked, before, limit: PER_PAGE };
        const found = await listAccounts(deps, slice);
        const may = mayChange(context);
        const view = { ...found, path, owner, isFirst: before === null };
        return {
          title: context.t.sections[section] ?? '',
          section,
          ...(may ? { actions: addLink(context, path) } : {}),
          main: accountListView(context, view),
        };
      },
    }),

    pages.page({
      name: named(site, 'showNewProviderAccount'),
      summary: 'The form of a new provider account',
      path: `${path}/new`,
      role: changerIn(realm),
      query: addQuery,
      render(deps, context, { query: { connector } }) {
        demandPages(deps);
        return addScreen(site, deps, context, connector, null);
      },
    }),

    pages.page({
      name: named(site, 'showProviderAccount'),
      summary: 'A provider account without its secrets',
      path: `${path}/:id`,
      params,
      errors: ['provider_account_not_found'],
      render(deps, context, { params: { id } }) {
        demandPages(deps);
        return accountScreen(site, deps, context, id);
      },
    }),
  ];
}

function addScreen<R extends Realm, T extends Texts, Section extends string>(
  { path, section, merchantOf }: ProviderAccountSite<R, T, Section>,
  deps: ApiDeps,
  context: SignedInContext<T, SessionIn[R]>,
  chosen: string | null,
  refusal: Refusal | null,
): Screen<Section> {
  const connectors = offeredConnectors(deps, context.audit);
  const connector = connectors.find(({ name }) => name === chosen) ?? null;
  const namesMerchant = merchantOf(context.session) === null;
  return {
    title: providerAccountTexts[context.language].add,
    section,
    back: { path, title: context.t.sections[section] ?? '' },
    main: addAccountView(context, { path, connectors, connector, namesMerchant }, refusal),
  };
}

function addOperation<R extends Realm, T extends Texts, Section extends string>(
  site: ProviderAccountSite<R, T, Section>,
): Operation {
  const { pages, path, merchantOf, demandPages } = site;
  return pages.actForm({
    act: 'account',
    name: named(site, 'addProviderAccount'),
    path,
    fields: settingsForm.extend({ connector: filled(40), merchant: z.string().default('') }),
    errors: ['merchant_not_found', 'merchant_has_orders', 'too_many_accounts'],
    input({ fields }, { audit, session }, deps) {
      demandPages(deps);
      const { connector, label: name, priority: rank, merchant } = fields;
      const chosen = offeredConnectors(deps, audit).find((each) => each.name === connector);
      const settings = withoutBlanks(settingsSent(chosen?.fields ?? [], fields));
      const merchantId = merchantOf(session) ?? (merchant.trim() || null);
      const asked = { merchantId, connector, label: name, priority: rank, settings };
      return { asked, shown: publicOf(chosen?.fields ?? [], settings) };
    },
    back: () => path,
    done: (_deps, _context, id) => seeOther(`${path}/${id}`, 'account_added'),
    onError: (deps, context, refusal) =>
      addScreen(site, deps, context, refusal.values['connector'] ?? null, aboutSettings(refusal)),
  });
}
/** Without secrets, for the people who approve the change. */
const publicOf = (fields: readonly SettingField[], settings: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    fields
      .filter(({ name, secret }) => !secret && settings[name] !== undefined)
      .map(({ name }) => [name, String(settings[name])]),
  );
const withoutBlanks = (settings: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== null));
/** What the forms of one account have in common. */
function ofAccount<R extends Realm, T extends Texts, Section extends string>(
  site: ProviderAccountSite<R, T, Section>,
) {
  const { path, demandPages } = site;
  return {
    params,
    errors: ['provider_account_not_found'] as const,
    back: ({ id }: Params) => `${path}/${id}`,
    onError: (
      deps: ApiDeps,
      context: SignedInContext<T, SessionIn[R]>,
      refusal: Refusal,
      { id }: Params,
    ) => accountScreen(site, deps, context, id, { refusal: withoutStale(aboutSettings(refusal)) }),
    input: (
      { params: { id: accountId } }: { readonly params: Params },
      _context: unknown,
      deps: ApiDeps,
    ) => {
      demandPages(deps);
      return { accountId };
    },
  };
}
const changeForm = settingsForm.extend({ digest });
/** What differs from the account as it is now. */
async function settingChange(
  deps: ApiDeps,
  audit: AuditContext,
  accountId: string,
  fields: z.output<typeof changeForm>,
) {
  const account = await findAccountDetail(deps, audit, accountId);
  const known = account.settings.map((each) => each.field);
  const plain = known.filter(({ secret }) => !secret);
  const changed = changedSettings(account, settingsSent(plain, fields));
  const settings = { ...changed, ...secretsSent(known, fields) };
  const change = {
    ...(fields.label === account.label ? {} : { label: fields.label }),
    ...(fields.priority === account.priority ? {} : { priority: fields.priority }),
    ...(account.isConfigured || Object.keys(settings).length === 0 ? {} : { settings }),
  };
  const shown = account.isConfigured ? {} : publicOf(plain, settings);
  return { accountId, change, digest: fields.digest, shown };
}
/** The sent settings that differ. A blank value restores the default. */
function changedSettings(
  { settings }: AccountDetail,
  sent: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const isChanged = ({ field, value }: ShownSetting): boolean => {
    const read = (text: string) => settingsSent([field], { [inputName(field.name)]: text });
    const standard = read(field.standard ?? '')[field.name];
    const former = value === null ? standard : read(value)[field.name];
    return JSON.stringify(sent[field.name] ?? standard) !== JSON.stringify(former);
  };
  const changed = settings.filter(({ field }) => Object.hasOwn(sent, field.name)).filter(isChanged);
  return Object.fromEntries(changed.map(({ field: { name } }) => [name, sent[name]]));
}
/** Blank secrets are omitted. For a list, the sent value becomes its first item. */
const secretsSent = (known: readonly SettingField[], sent: Readonly<Record<string, unknown>>) => {
  const secrets = known.filter(({ secret }) => secret);
  const texts = secrets.map((each) => ({ ...each, control: 'text' as const }));
  return withoutBlanks(settingsSent(texts, sent));
};
const secretForm = z.looseObject({ setting: filled(60), digest });
async function secretChange(
  deps: ApiDeps,
  audit: AuditContext,
  accountId: string,
  fields: z.output<typeof secretForm>,
) {
  const { settings } = await findAccountDetail(deps, audit, accountId);
  const known = settings.map((each) => each.field);
  const entered = secretsSent(
    known.filter(({ name }) => name === fields.setting),
    fields,
  );
  if (Object.keys(entered).length === 0) {
    throw new Problem('missing_parameter', { param: inputName(fields.setting) });
  }
  return { accountId, change: { settings: entered }, digest: fields.digest, shown: {} };
}

function settingsOf<R extends Realm, T extends Texts, Section extends string>(
  site: ProviderAccountSite<R, T, Section>,
): readonly Operation[] {
  const { pages, path } = site;
  const ofOne = ofAccount(site);
  return [
    pages.actForm({
      ...ofOne,
      act: 'account_change',
      name: named(site, 'changeProviderAccount'),
      path: `${path}/:id`,
      fields: changeForm,
      input: (sent, { audit }, deps) =>
        settingChange(deps, audit, ofOne.input(sent, null, deps).accountId, sent.fields),
      done: 'account_changed',
    }),
    pages.actForm({
      ...ofOne,
      act: 'account_change',
      name: named(site, 'setProviderSecret'),
      path: `${path}/:id/secret`,
      fields: secretForm,
      input: (sent, { audit }, deps) =>
        secretChange(deps, audit, ofOne.input(sent, null, deps).accountId, sent.fields),
      done: 'secret_saved',
    }),
  ];
}

/** The callback URL and the status. */
function accessOf<R extends Realm, T extends Texts, Section extends string>(
  site: ProviderAccountSite<R, T, Section>,
): readonly Operation[] {
  const { pages, path } = site;
  const ofOne = ofAccount(site);
  return [
    pages.actForm({
      ...ofOne,
      act: 'account_former',
      name: named(site, 'removeFormerProviderSecrets'),
      path: `${path}/:id/secret/remove-former`,
      fields: z.object({ setting: filled(60) }),
      input: (sent, context, deps) => ({
        ...ofOne.input(sent, context, deps),
        secret: sent.fields.setting,
      }),
      done: 'secrets_removed',
    }),
    pages.actForm({
      ...ofOne,
      act: 'account_token',
      name: named(site, 'rotateProviderCallback'),
      path: `${path}/:id/callback`,
      fields: nothing,
      done: 'callback_rotated',
    }),
    pages.actForm({
      ...ofOne,
      act: 'account_former',
      name: named(site, 'removeFormerProviderCallback'),
      path: `${path}/:id/callback/remove-former`,
      fields: nothing,
      input: (sent, context, deps) => ({ ...ofOne.input(sent, context, deps), secret: null }),
      done: 'callback_removed',
    }),
    pages.actForm({
      ...ofOne,
      act: 'account_status',
      name: named(site, 'setProviderAccountStatus'),
      path: `${path}/:id/status`,
      fields: z.object({ status }),
      input: (sent, context, deps) => ({
        ...ofOne.input(sent, context, deps),
        status: sent.fields.status,
      }),
      done: 'account_status_set',
    }),
    pages.actForm({
      ...ofOne,
      act: 'account_tested',
      name: named(site, 'testProviderConnection'),
      path: `${path}/:id/test`,
      fields: nothing,
      async done(deps, context, probe, { params: { id } }) {
        const screen = await accountScreen(site, deps, context, id, { probe });
        return pages.pageReply(context, { ...screen, liveFrom: `${path}/${id}` });
      },
    }),
  ];
}
