import { timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { Problem } from '../../../domain/problem';
import type { ProblemCode } from '../../../domain/problem';
import { mayActAs } from '../../../domain/role';
import type { Role } from '../../../domain/role';
import type { ApiDeps } from '../../api-deps';
import type { Parsed, Request } from '../../definition';
import { parse } from '../../fields';
import type { Visitor } from '../../middleware/authenticate';
import { operation } from '../../operation';
import type { Operation } from '../../operation';
import { chooseLanguage, languages } from '../../pages/language';
import { isSurelySameOrigin } from '../../pages/same-origin';
import type { Reply } from '../../reply';
import { texts } from '../texts/texts';
import type { Done } from '../texts/texts';
import { FORM_TOKEN } from './form';
import { renderFrame, renderOpenFrame, versionOf } from './layout';
import { htmlReply, languageCookie } from './reply';
import type { Look, OpenScreen, Refusal, Screen, Visit } from './screen';

/** What every page's address may say after the question mark. */
export const lookQuery = z.object({
  lang: z.enum(languages).optional().catch(undefined),
  done: z
    .string()
    .optional()
    .transform((name) => (isDone(name) ? name : null))
    .catch(null),
});

const isDone = (name: string | undefined): name is Done =>
  name !== undefined && Object.hasOwn(texts.en.done, name);

type LookQuery = z.ZodType<z.output<typeof lookQuery>>;
type Params = z.ZodType | undefined;

interface Facts<P extends Params> {
  readonly name: string;
  readonly summary: string;
  readonly path: `/dashboard${string}`;
  readonly params?: P & z.ZodType;
  readonly errors?: readonly ProblemCode[];
}

type AnyRequest = Pick<
  Request<'none' | 'session', undefined, undefined, undefined>,
  'headers' | 'address' | 'path'
>;

function lookOf(
  { config }: ApiDeps,
  { headers, address, path }: AnyRequest,
  query: z.output<typeof lookQuery> | null,
): Look {
  const language = chooseLanguage(query?.lang, headers);
  return {
    language,
    t: texts[language],
    nowMs: Date.now(),
    path,
    address,
    agent: headers['user-agent'] ?? null,
    mode: config.mode,
    done: query?.done ?? null,
  };
}

function visitOf(look: Look, { session, address, formToken }: Visitor): Visit {
  const actor = { kind: 'user', id: session.user.id, address } as const;
  const person = { actor, merchantId: session.merchant.id };
  return { ...look, session, person, formToken };
}

/** Throws Problem `not_permitted`. */
function demandRole({ session }: Visitor, role: Role): void {
  if (!mayActAs(session.role, role)) throw new Problem('not_permitted');
}

const forPeople = { family: 'dashboard', described: false } as const;
const html = { status: 200, contentTypes: ['text/html'] } as const;

/** A page of somebody who is signed in, in any role unless one is said. */
export function page<P extends Params = undefined, Q extends LookQuery = typeof lookQuery>(
  definition: Facts<P> & {
    readonly role?: Role;
    readonly query?: Q;
    readonly show: (
      deps: ApiDeps,
      visit: Visit,
      asked: { readonly params: Parsed<P>; readonly query: z.output<Q> },
    ) => Screen | Promise<Screen>;
  },
): Operation {
  const { role = 'viewer', show, errors = [], query: schema, ...facts } = definition;
  return operation({
    ...forPeople,
    ...facts,
    method: 'GET',
    auth: 'session',
    needs: role,
    query: (schema ?? lookQuery) as Q & z.ZodType,
    success: html,
    errors: ['not_permitted', ...errors],
    async respond(deps, request) {
      demandRole(request.caller, role);
      const query = request.query as z.output<Q>;
      const visit = visitOf(lookOf(deps, request, query), request.caller);
      const screen = await show(deps, visit, { params: request.params, query });
      const { publicUrl } = deps.config.http;
      const cookie = languageCookie(query.lang, request.headers, publicUrl);
      const reply = htmlReply(renderFrame(visit, screen), visit.language, 200, cookie);
      const version = versionOf(screen);
      if (version === null) return reply;
      return { ...reply, headers: { ...reply.headers, ETag: `"${version}"` } };
    },
  });
}

/** A page of whoever comes. */
export function openPage<P extends Params = undefined, Q extends LookQuery = typeof lookQuery>(
  definition: Facts<P> & {
    readonly query?: Q;
    readonly show: (
      deps: ApiDeps,
      look: Look,
      asked: { readonly params: Parsed<P>; readonly query: z.output<Q> },
    ) => OpenScreen | Promise<OpenScreen>;
  },
): Operation {
  const { show, errors = [], query: schema, ...facts } = definition;
  return operation({
    ...forPeople,
    ...facts,
    method: 'GET',
    // A secret in the path is all that lets in: whoever tries one after the other is stopped.
    auth: facts.params === undefined ? 'none' : 'link',
    query: (schema ?? lookQuery) as Q & z.ZodType,
    success: html,
    errors,
    async respond(deps, request) {
      const query = request.query as z.output<Q>;
      const look = lookOf(deps, request, query);
      const screen = await show(deps, look, { params: request.params, query });
      const { publicUrl } = deps.config.http;
      const cookie = languageCookie(query.lang, request.headers, publicUrl);
      return htmlReply(renderOpenFrame(look, screen), look.language, 200, cookie);
    },
  });
}

const seeOtherOrPage = { status: 303, contentTypes: ['text/html'] } as const;

/** A form that somebody sends who is signed in. The role that it needs is always said. */
export function act<F extends z.ZodType, P extends Params = undefined>(
  definition: Facts<P> & {
    readonly role: Role;
    /** Creates something, which a disabled merchant may not. */
    readonly creates?: boolean;
    readonly fields: F;
    readonly take: (
      deps: ApiDeps,
      visit: Visit,
      asked: { readonly params: Parsed<P>; readonly fields: z.output<F> },
    ) => Promise<Reply>;
    /** The page again, with the reason; without it, what is refused has a page of its own. */
    readonly again?: (
      deps: ApiDeps,
      visit: Visit,
      refusal: Refusal,
      params: Parsed<P>,
    ) => Screen | Promise<Screen>;
  },
): Operation {
  const { role, fields: schema, take, again, errors = [], creates, ...facts } = definition;
  return operation({
    ...forPeople,
    ...facts,
    method: 'POST',
    auth: 'session',
    needs: role,
    fields: true,
    success: seeOtherOrPage,
    errors: [
      'not_permitted',
      ...(creates === true ? ['merchant_disabled' as const] : []),
      ...errors,
    ],
    async respond(deps, request) {
      const { caller } = request;
      const visit = visitOf(lookOf(deps, request, null), caller);
      const params = request.params;
      demandSameOrigin(deps, request);
      const sent = await request.readFields();
      demandFormToken(sent, caller);
      demandRole(caller, role);
      if (creates === true && visit.session.merchant.status === 'disabled') {
        throw new Problem('merchant_disabled');
      }
      try {
        return await take(deps, visit, { params, fields: readFields(schema, sent) });
      } catch (error) {
        const refusal = again === undefined ? null : refusalOf(error, sent);
        if (again === undefined || refusal === null) throw error;
        const screen = await again(deps, visit, refusal, params);
        return htmlReply(renderFrame(visit, screen), visit.language, statusOf(error));
      }
    },
  });
}

/** A form that anybody may send, from our own page. */
export function openAct<F extends z.ZodType, P extends Params = undefined>(
  definition: Facts<P> & {
    readonly fields: F;
    readonly take: (
      deps: ApiDeps,
      look: Look,
      asked: {
        readonly params: Parsed<P>;
        readonly fields: z.output<F>;
        readonly headers: OpenRequest['headers'];
      },
    ) => Promise<Reply>;
    readonly again: (
      deps: ApiDeps,
      look: Look,
      refusal: Refusal,
      params: Parsed<P>,
    ) => OpenScreen | Promise<OpenScreen>;
  },
): Operation {
  const { fields: schema, take, again, errors = [], ...facts } = definition;
  return operation({
    ...forPeople,
    ...facts,
    method: 'POST',
    auth: 'none',
    fields: true,
    success: seeOtherOrPage,
    errors: ['rate_limit_exceeded', ...errors],
    async respond(deps, request) {
      const look = lookOf(deps, request, null);
      const params = request.params;
      demandSameOrigin(deps, request);
      const sent = await request.readFields();
      try {
        const fields = readFields(schema, sent);
        return await take(deps, look, { params, fields, headers: request.headers });
      } catch (error) {
        const refusal = refusalOf(error, sent);
        if (refusal === null) throw error;
        const screen = await again(deps, look, refusal, params);
        return htmlReply(renderOpenFrame(look, screen), look.language, statusOf(error));
      }
    },
  });
}

type OpenRequest = Request<'none', undefined, undefined, undefined>;

/** Throws Problem `cross_site`. */
function demandSameOrigin({ config }: ApiDeps, { headers }: AnyRequest): void {
  if (!isSurelySameOrigin(headers, config.http.publicUrl)) throw new Problem('cross_site');
}

/** Throws Problem `cross_site`, too: a form that was shown to another session is not this one's. */
function demandFormToken(sent: URLSearchParams, { formToken }: Visitor): void {
  const given = Buffer.from(sent.get(FORM_TOKEN) ?? '');
  const expected = Buffer.from(formToken);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
    throw new Problem('cross_site');
  }
}

/** A field that is sent several times is a list. */
function readFields<F extends z.ZodType>(schema: F, sent: URLSearchParams): z.output<F> {
  const names = [...new Set(sent.keys())].filter((name) => name !== FORM_TOKEN);
  const values = names.map((name) => {
    const all = sent.getAll(name);
    return [name, all.length > 1 ? all : all[0]] as const;
  });
  return parse(schema, Object.fromEntries(values), 'invalid_request');
}

/** Null for what the form cannot help with. */
function refusalOf(error: unknown, sent: URLSearchParams): Refusal | null {
  if (!(error instanceof Problem)) return null;
  if (error.status === 404 || error.status === 500 || error.code === 'not_permitted') return null;
  const values = Object.fromEntries([...sent].filter(([name]) => name !== FORM_TOKEN));
  return { code: error.code, param: error.detail.param ?? null, values };
}

const statusOf = (error: unknown): number => (error instanceof Problem ? error.status : 500);
