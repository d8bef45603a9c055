import type { z } from 'zod';
import { auditContextOf, seatOf, type Session, type SessionIn } from '../../people/sessions';
import { acts, type ActName } from '../../acts';
import { roleOf } from '../../kernel/acts/act';
import { performAct } from '../../people/acts/perform';
import { Problem } from '../../kernel/rules/problem';
import { mayActAs, realms, type Realm, type RoleIn } from '../../kernel/rules/realm';
import type { ApiDeps } from '../../http/api-deps';
import type { Request } from '../../http/definition';
import type { Callers, Visitor } from '../../http/middleware/authenticate';
import { operation, type Operation } from '../../http/operation';
import { chooseLanguage, type Language } from './language';
import { newToken } from '../../platform/crypto/secret-token';
import type { Reply } from '../../http/reply';
import type { Confirmation } from './confirmations';
import { renderSignedInPage, renderPublicPage } from './layout';
import {
  pageQuery,
  type ActFormDefinition,
  type DownloadDefinition,
  type FormActionDefinition,
  type LinkActionDefinition,
  type PageDefinition,
  type PageQuery,
  type Params,
  type PlainQuery,
  type PublicFormActionDefinition,
  type PublicPageDefinition,
  type QueryShape,
} from './page-definitions';
import { doneOr, htmlReply, languageCookie, seeOther } from './reply';
import { deviceCookie, halfSessionCookies, maskFormToken } from '../../http/session-cookie';
import type { PageContext, PublicScreen, Screen, SignedInContext, Layout } from './screen';
import { isFormProblem, refusalOf, refusedReply } from './refusal';
import { readFields, readUpload, requireFormToken, requireSameOrigin } from './sent-form';
import { demandStepUp } from './step-up/demand';
import type { CommonTexts } from './texts';

export interface Site<R extends Realm, Texts extends CommonTexts> {
  readonly realm: R;
  readonly texts: Readonly<Record<Language, Texts>>;
  readonly layoutOf: (context: SignedInContext<Texts, SessionIn[R]>) => Layout;
}

const families = { merchant: 'dashboard', operator: 'console' } as const;
const auths = { merchant: 'session', operator: 'console' } as const;
type PeopleAuth = (typeof auths)[Realm];

const READ_ROLE = 'viewer';
/** Of a multipart form, beside its file. */
const FORM_BYTES_MAX = 64 * 1024;

type AnyRequest = Pick<
  Request<'none' | PeopleAuth, undefined, undefined, undefined>,
  'headers' | 'address' | 'path'
>;

const success = { status: 200, contentTypes: ['text/html'] } as const;
const seeOtherOrPage = { status: 303, contentTypes: ['text/html'] } as const;

export const factorErrors = ['wrong_factor', 'code_used', 'rate_limit_exceeded'] as const;

export class Pages<R extends Realm, Texts extends CommonTexts, Section extends string> {
  private readonly facts;
  private readonly root;
  private readonly auth: PeopleAuth;
  readonly pageQuery = pageQuery;

  constructor(private readonly site: Site<R, Texts>) {
    this.facts = { family: families[site.realm], described: false } as const;
    this.root = realms[site.realm].root;
    this.auth = auths[site.realm];
  }

  private pageContext(
    { config }: ApiDeps,
    { headers, address, path }: AnyRequest,
    query: QueryShape | null,
  ): PageContext<Texts> {
    const language = chooseLanguage(query?.lang, headers);
    const agent = headers['user-agent'] ?? null;
    const device = deviceCookie.read(headers, config.http.publicUrl) ?? newToken().token;
    const { mode, brand } = config;
    const { addAccounts: addsAccounts } = config.merchants;
    const done = query?.done ?? null;
    const { root } = this;
    const t = this.site.texts[language];
    const asked = { language, t, nowMs: Date.now(), root, path, address, agent, device };
    const half = halfSessionCookies[this.site.realm].read(headers, config.http.publicUrl);
    return { ...asked, half, mode, brand, addsAccounts, done };
  }

  private signedInContext(
    deps: ApiDeps,
    request: AnyRequest,
    query: QueryShape | null,
    caller: Callers[PeopleAuth],
  ): SignedInContext<Texts, SessionIn[R]> {
    const { session, address, formToken } = caller as Visitor<SessionIn[R]>;
    const audit = auditContextOf(seatOf(session), address);
    const masked = maskFormToken(formToken);
    return { ...this.pageContext(deps, request, query), session, audit, formToken: masked };
  }

  private cookieFor({ config }: ApiDeps, { headers }: AnyRequest, query: QueryShape) {
    return languageCookie(query.lang, headers, config.http.publicUrl, this.root);
  }

  /** A page as the response to a form action, for content that is shown once. */
  readonly pageReply = (
    context: SignedInContext<Texts, SessionIn[R]>,
    screen: Screen<Section>,
    status = 200,
    cookie: string | null = null,
  ): Reply => {
    const { html, version } = renderSignedInPage(context, screen, this.site.layoutOf(context));
    const reply = htmlReply(html, context.language, status, cookie);
    if (version === null) return reply;
    return { ...reply, headers: { ...reply.headers, ETag: `"${version}"` } };
  };

  /** Like `pageReply`, without a session. */
  readonly publicReply = (
    context: PageContext<Texts>,
    screen: PublicScreen,
    ...cookies: readonly string[]
  ): Reply => ({
    ...htmlReply(renderPublicPage(context, screen), context.language),
    cookies,
  });

  /** Any role by default. */
  readonly page = <P extends Params = undefined, Q extends PageQuery = PlainQuery>(
    definition: PageDefinition<
      P,
      Q,
      SignedInContext<Texts, SessionIn[R]>,
      RoleIn[R],
      Screen<Section>
    >,
  ): Operation => {
    const { role = READ_ROLE, render, errors = [], query: schema, ...facts } = definition;
    return operation<PeopleAuth, P, Q>({
      ...this.facts,
      ...facts,
      method: 'GET',
      auth: this.auth,
      needs: role,
      query: (schema ?? this.pageQuery) as unknown as Q & z.ZodType,
      success,
      errors: ['not_permitted', ...errors],
      respond: async (deps, request) => {
        const { caller, params } = request;
        requireRole(caller.session, role, false);
        const query = request.query as z.output<Q>;
        const context = this.signedInContext(deps, request, query, caller);
        const screen = await render(deps, context, { params, query });
        const cookie = this.cookieFor(deps, request, query);
        if (screen.only !== undefined) {
          return seeOther(screen.only, null, ...(cookie === null ? [] : [cookie]));
        }
        return this.pageReply(context, screen, 200, cookie);
      },
    });
  };

  /** Streamed while it is read. Any role by default. */
  readonly download = <Q extends PageQuery>(
    definition: DownloadDefinition<Q, SignedInContext<Texts, SessionIn[R]>, RoleIn[R]>,
  ): Operation => {
    const { role = READ_ROLE, open, contentType, errors = [], query: schema } = definition;
    const { name, summary, path } = definition;
    return operation<PeopleAuth, undefined, Q>({
      ...this.facts,
      name,
      summary,
      path,
      method: 'GET',
      auth: this.auth,
      needs: role,
      query: schema,
      success: { status: 200, contentTypes: [contentType.replace(/;.*/, '')] },
      errors: ['not_permitted', ...errors],
      respond: (deps, request) => {
        const { caller } = request;
        requireRole(caller.session, role, false);
        const query = request.query as z.output<Q>;
        const context = this.signedInContext(deps, request, query, caller);
        const stillAuthorized = async () =>
          requireRole((await request.stillAuthorized()).session, role, false);
        const asked = { params: undefined, query, stillAuthorized };
        const { body, filename } = open(deps, context, asked);
        body.once('error', (error) => {
          if (error instanceof Problem) {
            deps.log.info({ operation: name, code: error.code }, 'download ended early');
            return;
          }
          const { name: kind, stack } = error;
          deps.log.error({ operation: name, error: { name: kind, stack } }, 'download aborted');
        });
        const headers = { 'Content-Disposition': `attachment; filename="${filename}"` };
        return { status: 200, contentType, body, headers };
      },
    });
  };

  readonly publicPage = <P extends Params = undefined, Q extends PageQuery = PlainQuery>(
    definition: PublicPageDefinition<P, Q, PageContext<Texts>>,
  ): Operation => {
    const { render, errors = [], query: schema, ...facts } = definition;
    return operation({
      ...this.facts,
      ...facts,
      method: 'GET',
      // A secret in the path grants access: `link` limits the rate of guesses per address.
      auth: facts.params === undefined ? 'none' : 'link',
      query: (schema ?? this.pageQuery) as unknown as Q & z.ZodType,
      success,
      errors,
      respond: async (deps, request) => {
        const query = request.query as z.output<Q>;
        const context = this.pageContext(deps, request, query);
        const screen = await render(deps, context, { params: request.params, query });
        const cookie = this.cookieFor(deps, request, query);
        return htmlReply(renderPublicPage(context, screen), context.language, 200, cookie);
      },
    });
  };

  /** Always names the required role. */
  readonly formAction = <F extends z.ZodType, P extends Params = undefined>(
    definition: FormActionDefinition<
      F,
      P,
      SignedInContext<Texts, SessionIn[R]>,
      RoleIn[R],
      Screen<Section>
    >,
  ): Operation => {
    const {
      role,
      fields: schema,
      file,
      handle,
      onError,
      errors = [],
      creates,
      ...facts
    } = definition;
    const { stepUp } = facts;
    const disabled = creates === true ? (['merchant_disabled'] as const) : [];
    const unconfirmed = stepUp === undefined ? [] : factorErrors;
    return operation<PeopleAuth, P>({
      ...this.facts,
      ...facts,
      method: 'POST',
      auth: this.auth,
      needs: role,
      ...(file === undefined
        ? { fields: true }
        : { form: true, bodyBytesMax: file.bytesMax + FORM_BYTES_MAX }),
      success: seeOtherOrPage,
      errors: [
        'not_permitted',
        'cross_site',
        'missing_parameter',
        ...disabled,
        ...unconfirmed,
        ...errors,
      ],
      respond: async (deps, request) => {
        const { caller, params } = request;
        const context = this.signedInContext(deps, request, null, caller);
        requireSameOrigin(deps, this.site.realm, request);
        requireRole(caller.session, role, creates === true);
        const received = file === undefined ? null : await readUpload(request, file);
        const sent = received?.fields ?? request.fields;
        requireFormToken(sent, context);
        const demanded =
          stepUp === undefined ? { form: sent } : await demandStepUp(deps, context, stepUp, sent);
        if ('page' in demanded) return demanded.page;
        const { form } = demanded;
        const stillAuthorized = async () =>
          requireRole((await request.stillAuthorized()).session, role, creates === true);
        // Its session can have ended during a slow upload.
        if (received !== null) await stillAuthorized();
        try {
          if (received?.problem) throw received.problem;
          const fields = readFields(schema, form);
          const asked = { params, fields, file: received?.file ?? null, stillAuthorized };
          return await handle(deps, context, asked);
        } catch (error) {
          if (onError === undefined || !isFormProblem(error)) throw error;
          const refusal = refusalOf(error, form);
          const screen = await onError(deps, context, refusal, params);
          return refusedReply(this.pageReply(context, screen, error.status), error, null);
        }
      },
    });
  };

  readonly actForm = <A extends ActName, F extends z.ZodType, P extends Params = undefined>(
    definition: ActFormDefinition<A, F, P, SignedInContext<Texts, SessionIn[R]>, Screen<Section>>,
  ): Operation => {
    const { act, input, back, done, errors = [], ...facts } = definition;
    const { stepUp, entry } = acts[act];
    return this.formAction<F, P>({
      summary: entry?.summary ?? '',
      ...facts,
      act,
      ...(stepUp && { stepUp }),
      role: roleOf(acts[act], this.site.realm),
      errors: [...errors, 'state_conflict'],
      async handle(deps, context, sent) {
        const asked = await input(sent, context, deps);
        const performed = await performAct(deps, context.audit, act, asked);
        if (performed === 'proposed' || typeof done === 'string') {
          return seeOther(back(sent.params), doneOr(performed, done as Confirmation));
        }
        return done(deps, context, performed.result, sent);
      },
    });
  };

  /**
   * The secret in the path is the credential, so the request may come from anywhere: mail programs
   * send it too (RFC 8058). Its body is not read.
   */
  readonly linkAction = <P extends z.ZodType>(
    definition: LinkActionDefinition<P, PageContext<Texts>>,
  ): Operation => {
    const { handle, ...facts } = definition;
    return operation<'link', P>({
      ...this.facts,
      ...facts,
      method: 'POST',
      auth: 'link',
      form: true,
      success,
      errors: facts.errors ?? [],
      respond: async (deps, request) => {
        const context = this.pageContext(deps, request, null);
        return this.publicReply(
          context,
          await handle(deps, context, request.params as z.output<P>),
        );
      },
    });
  };

  /** Without a session, from a page of the same origin only. */
  readonly publicFormAction = <F extends z.ZodType, P extends Params = undefined>(
    definition: PublicFormActionDefinition<F, P, PageContext<Texts>>,
  ): Operation => {
    const { fields: schema, handle, onError, errors = [], ...facts } = definition;
    return operation({
      ...this.facts,
      ...facts,
      method: 'POST',
      auth: 'none',
      fields: true,
      success: seeOtherOrPage,
      errors: ['rate_limit_exceeded', ...errors],
      respond: async (deps, request) => {
        const context = this.pageContext(deps, request, null);
        const { params } = request;
        requireSameOrigin(deps, this.site.realm, request);
        const sent = request.fields;
        try {
          return await handle(deps, context, { params, fields: readFields(schema, sent) });
        } catch (error) {
          if (!isFormProblem(error)) throw error;
          const refusal = refusalOf(error, sent);
          const screen = await onError(deps, context, refusal, params);
          const page = renderPublicPage(context, screen);
          const reply = htmlReply(page, context.language, error.status);
          return refusedReply(reply, error, sent.get('email'));
        }
      },
    });
  };
}

/** Throws Problem `not_permitted`, or `merchant_disabled` if the action creates something. */
function requireRole(session: Session, needed: RoleIn[Realm], creates: boolean): void {
  if (!mayActAs<Realm>(session, needed)) throw new Problem('not_permitted');
  if (creates && session.realm === 'merchant' && session.merchant.status === 'disabled') {
    throw new Problem('merchant_disabled');
  }
}
