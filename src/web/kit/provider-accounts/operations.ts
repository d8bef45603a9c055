import { z } from 'zod';
import {
  PRIORITY_DEFAULT,
  rotateCallbackToken,
} from '../../../application/provider-accounts/change-accounts';
import {
  findAccountDetail,
  listAccounts,
  offeredConnectors,
  type AccountDetail,
  type SettingField,
  type ShownSetting,
} from '../../../application/provider-accounts/find-accounts';
import { testConnection } from '../../../application/provider-accounts/test-connection';
import type { AuditContext } from '../../../application/accounts/record-audit-event';
import { performAct, type Performed } from '../../../application/acts/perform';
import type { SessionIn } from '../../../application/accounts/sessions';
import { filled, says } from '../../../contract/fields';
import { Problem } from '../../../domain/problem';
import { realms, type Realm, type RoleIn } from '../../../domain/realm';
import type { ApiDeps } from '../../../http/api-deps';
import type { Operation } from '../../../http/operation';
import { nothing } from '../fields';
import type { Pages } from '../pages';
import { withoutStale } from '../refusal';
import { doneOr, seeOther } from '../reply';
import type { Refusal, Screen, SignedInContext } from '../screen';
import type { CommonTexts } from '../texts';
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
const priority = z.coerce.number(says('invalid_request')).pipe(z.int().min(0).max(1_000_000));
const label = filled(60);
const status = z.enum(['on', 'paused', 'off']);

const digest = filled(100);

/** Loose: the names of the settings depend on the connector. */
const settingsForm = z.looseObject({ label, priority: priority.default(PRIORITY_DEFAULT) });

/** Replaces the setting's name in a Problem with the name of its form field. */
async function aboutSettings<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'invalid_request') throw error;
    const { param = '', message = error.message } = error.detail;
    throw new Problem('invalid_request', { param: inputName(param), message });
  }
}

export function providerAccountOperations<R extends Realm, T extends Texts, Section extends string>(
  site: ProviderAccountSite<R, T, Section>,
): readonly Operation[] {
  return [...pagesOf(site), addOperation(site), ...changesOf(site), testOperation(site)];
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
  const { realm, pages, path, merchantOf, demandPages } = site;
  return pages.formAction({
    name: named(site, 'addProviderAccount'),
    summary: 'Add a provider account',
    path,
    role: changerIn(realm),
    stepUp: 'proof',
    fields: settingsForm.extend({ connector: filled(40), merchant: z.string().default('') }),
    errors: ['merchant_not_found', 'merchant_has_orders', 'too_many_accounts', 'state_conflict'],
    async handle(deps, { audit, session }, { fields }) {
      demandPages(deps);
      const { connector, label: name, priority: rank, merchant } = fields;
      const chosen = offeredConnectors(deps, audit).find((each) => each.name === connector);
      const settings = withoutBlanks(settingsSent(chosen?.fields ?? [], fields));
      const merchantId = merchantOf(session) ?? (merchant.trim() || null);
      const asked = { merchantId, connector, label: name, priority: rank, settings };
      const shown = publicOf(chosen?.fields ?? [], settings);
      const performed = await aboutSettings(performAct(deps, audit, 'account', { asked, shown }));
      return performed === 'proposed'
        ? seeOther(path, 'approval_requested')
        : seeOther(`${path}/${performed.result}`, 'account_added');
    },
    onError: (deps, context, refusal) =>
      addScreen(site, deps, context, refusal.values['connector'] ?? null, refusal),
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

interface Change<F extends z.ZodType> {
  readonly name: string;
  readonly summary: string;
  /** Path suffix below the account's page. */
  readonly below: string;
  readonly fields: F;
  readonly done: string;
  readonly act: (
    deps: ApiDeps,
    audit: AuditContext,
    accountId: string,
    fields: z.output<F>,
  ) => Promise<Performed | void>;
}

function changeOperation<
  R extends Realm,
  T extends Texts,
  Section extends string,
  F extends z.ZodType,
>(site: ProviderAccountSite<R, T, Section>, change: Change<F>): Operation {
  const { realm, pages, path, demandPages } = site;
  return pages.formAction({
    name: named(site, change.name),
    summary: change.summary,
    path: `${path}/:id${change.below}`,
    role: changerIn(realm),
    stepUp: 'proof',
    params,
    fields: change.fields,
    errors: ['provider_account_not_found', 'state_conflict'],
    async handle(deps, { audit }, { params: { id }, fields }) {
      demandPages(deps);
      const performed = await change.act(deps, audit, id, fields);
      return seeOther(`${path}/${id}`, doneOr(performed ?? { result: null }, change.done));
    },
    onError: (deps, context, refusal, { id }) =>
      accountScreen(site, deps, context, id, { refusal: withoutStale(refusal) }),
  });
}

const changeForm = settingsForm.extend({ digest });

const settingChange: Change<typeof changeForm> = {
  name: 'changeProviderAccount',
  summary:
    'Change the name, the priority and the settings; a new address requires all secrets again',
  below: '',
  fields: changeForm,
  done: 'account_changed',
  async act(deps, audit, id, fields) {
    const account = await findAccountDetail(deps, audit, id);
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
    const asked = { accountId: id, change, digest: fields.digest, shown };
    return aboutSettings(performAct(deps, audit, 'account_change', asked));
  },
};

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

const secretChange: Change<typeof secretForm> = {
  name: 'setProviderSecret',
  summary: 'Replace a secret, or add one to the start of a list of accepted secrets',
  below: '/secret',
  fields: secretForm,
  done: 'secret_saved',
  async act(deps, audit, id, fields) {
    const { settings } = await findAccountDetail(deps, audit, id);
    const known = settings.map((each) => each.field);
    const named = known.filter(({ name }) => name === fields.setting);
    const entered = secretsSent(named, fields);
    if (Object.keys(entered).length === 0) {
      throw new Problem('missing_parameter', { param: inputName(fields.setting) });
    }
    const change = { settings: entered };
    const asked = { accountId: id, change, digest: fields.digest, shown: {} };
    return aboutSettings(performAct(deps, audit, 'account_change', asked));
  },
};

const changesOf = <R extends Realm, T extends Texts, Section extends string>(
  site: ProviderAccountSite<R, T, Section>,
): readonly Operation[] => [
  changeOperation(site, settingChange),
  changeOperation(site, secretChange),
  changeOperation(site, {
    name: 'removeFormerProviderSecrets',
    summary: 'Stop accepting the former values of a secret',
    below: '/secret/remove-former',
    fields: z.object({ setting: filled(60) }),
    done: 'secrets_removed',
    act: (deps, audit, accountId, { setting: secret }) =>
      performAct(deps, audit, 'account_former', { accountId, secret }),
  }),
  changeOperation(site, {
    name: 'rotateProviderCallback',
    summary: 'Rotate the callback URL of an account and keep accepting the former one',
    below: '/callback',
    fields: nothing,
    done: 'callback_rotated',
    act: rotateCallbackToken,
  }),
  changeOperation(site, {
    name: 'removeFormerProviderCallback',
    summary: 'Stop accepting callbacks at the former URL',
    below: '/callback/remove-former',
    fields: nothing,
    done: 'callback_removed',
    act: (deps, audit, accountId) =>
      performAct(deps, audit, 'account_former', { accountId, secret: null }),
  }),
  changeOperation(site, {
    name: 'setProviderAccountStatus',
    summary: 'Open an account to new orders, or close it',
    below: '/status',
    fields: z.object({ status }),
    done: 'account_status_set',
    act: (deps, audit, id, fields) =>
      performAct(deps, audit, 'account_status', { accountId: id, status: fields.status }),
  }),
];

function testOperation<R extends Realm, T extends Texts, Section extends string>(
  site: ProviderAccountSite<R, T, Section>,
): Operation {
  const { realm, pages, path, demandPages } = site;
  return pages.formAction({
    name: named(site, 'testProviderConnection'),
    summary: 'Test the connection to the provider of an account',
    path: `${path}/:id/test`,
    role: changerIn(realm),
    params,
    fields: nothing,
    errors: ['provider_account_not_found'],
    async handle(deps, context, { params: { id } }) {
      demandPages(deps);
      const probe = await testConnection(deps, context.audit, id);
      const screen = await accountScreen(site, deps, context, id, { probe });
      return pages.pageReply(context, { ...screen, liveFrom: `${path}/${id}` });
    },
  });
}
