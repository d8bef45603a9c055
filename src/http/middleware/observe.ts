import type { Next } from 'koa';
import { accountDigest } from '../../application/callbacks/account-digest';
import { Problem } from '../../domain/problem';
import type { Logger } from '../../lib/log';
import { newId } from '../../lib/new-id';
import type { ApiDeps } from '../api-deps';
import type { ApiContext, ApiState } from '../context';
import { clientAddressOf } from './client-address';
import { isOutage } from './outage';
import { isPageFamily } from '../definition';
import type { Family } from '../definition';
import { renderProblemAsJson } from '../problem-reply';
import type { ProblemPage } from '../problem-reply';
import { securityEventOf } from './security-events';
import { setSecurityHeaders } from './security-headers';
import { shownPath } from './shown-path';

const PARAM_LENGTH_MAX = 100;

/**
 * Stands around everything: gives the request its id, turns whatever is thrown into the answer of
 * the route's family, then counts and logs. The log knows the route, never the path's ids, the
 * query, the body or a credential; of what was refused or may change something also the ids of the
 * caller and its address. What a merchant's key asked is noted for the merchant.
 */
export function observe(
  deps: Pick<ApiDeps, 'log' | 'metrics' | 'config' | 'requestLog'>,
  problemPage: ProblemPage | null,
) {
  const { publicUrl, trustedProxies } = deps.config.http;
  const isSecure = publicUrl.startsWith('https:');
  // A line has nothing but what is put into it here, so nothing has to be looked for and left out.
  const lines = deps.log.child({}, { redact: [] });
  return async (ctx: ApiContext, next: Next): Promise<void> => {
    const startedMs = performance.now();
    const requestId = newId('req_');
    ctx.request.ip = clientAddressOf(ctx.req, trustedProxies);
    ctx.state = { requestId, ...unknown };
    ctx.res.setHeader('X-Request-Id', requestId);
    setSecurityHeaders(ctx.res, isSecure);
    try {
      await next();
    } catch (error) {
      ctx.state.problem = problemOf(error, deps.log, requestId);
      answerProblem(ctx, ctx.state.problem, { publicUrl, problemPage });
    }
    const ms = performance.now() - startedMs;
    const { operation } = ctx.state;
    const { status } = ctx;
    deps.metrics.requests.observe({ operation: operation?.name ?? 'unmatched', status }, ms / 1000);
    noteRequest(deps, ctx, ms);
    const line = {
      request_id: requestId,
      method: ctx.method,
      route: operation?.path ?? null,
      status,
      ms: Math.round(ms * 10) / 10,
      ...(status >= 400 || changes(ctx) ? callerOf(ctx) : null),
    };
    noteSecurityEvent(deps, lines, ctx);
    // Probes come every few seconds, for ever; pages ask as often whether something has changed.
    if (operation?.family === 'ops' || status === 304) lines.debug(line, 'request');
    else lines.info(line, 'request');
  };
}

/** What a request is known by before anything has been found out about it. */
const unknown: Omit<ApiState, 'requestId'> = {
  operation: null,
  merchant: null,
  person: null,
  problem: null,
  refusal: null,
};

const changes = ({ method }: ApiContext): boolean => !['GET', 'HEAD', 'OPTIONS'].includes(method);

/** Who sent a request that was refused or may have changed something, and why it was refused. */
function callerOf({ state, ip }: ApiContext) {
  const { merchant, person, problem, refusal } = state;
  return {
    code: (refusal?.problem ?? problem)?.wireCode,
    merchant: merchant?.id ?? person?.merchantId ?? undefined,
    key: merchant?.keyId,
    actor: person?.actor,
    address: ip,
  };
}

/** Counts a refusal that can be part of an attack and writes a line that names its source. */
function noteSecurityEvent(
  { metrics }: Pick<ApiDeps, 'metrics'>,
  lines: Logger,
  ctx: ApiContext,
): void {
  const { requestId, operation, refusal } = ctx.state;
  const event = securityEventOf(ctx.state);
  if (event === null) return;
  metrics.securityEvents.inc({ event });
  const email = refusal?.email ?? null;
  const account = email === null ? undefined : accountDigest(email);
  const { path: route = null } = operation ?? {};
  lines.warn({ event, request_id: requestId, route, ...callerOf(ctx), account }, 'security event');
}

/** Whose it is, its key says: a request without a good one belongs to nobody, and is not kept. */
function noteRequest({ requestLog }: Pick<ApiDeps, 'requestLog'>, ctx: ApiContext, ms: number) {
  const { requestId, operation, merchant, problem } = ctx.state;
  if (merchant === null || operation === null) return;
  requestLog.note({
    id: requestId,
    merchantId: merchant.id,
    keyId: merchant.keyId,
    at: new Date(Date.now() - ms),
    operation: operation.name,
    method: ctx.method,
    path: shownPath(operation.path, ctx.params),
    status: ctx.status,
    code: problem?.wireCode ?? null,
    param: problem?.detail.param?.slice(0, PARAM_LENGTH_MAX) ?? null,
    durationMs: Math.round(ms * 10) / 10,
    address: ctx.ip,
    objectId: operation.creates === true ? createdBy(ctx) : null,
  });
}

/** The order that an answer tells of, unless an earlier request under its key created it. */
function createdBy({ status, body, res }: ApiContext): string | null {
  const isFirst = status < 300 && !res.hasHeader('Idempotent-Replayed');
  if (!isFirst || typeof body !== 'string') return null;
  return /"(?:refund_id|payment_id|orderId)":"([\w-]{1,80})"/.exec(body)?.[1] ?? null;
}

/** Expected outcomes are problems already; the rest is ours to find in the log. */
function problemOf(error: unknown, log: Logger, requestId: string): Problem {
  if (error instanceof Problem) return error;
  const { name, stack, code } = error as NodeJS.ErrnoException;
  // Only these fields: a database error carries the values of its statement in all the others.
  log.error({ request_id: requestId, error: { name, code, stack } }, 'request failed');
  return new Problem(isOutage(error) ? 'unavailable' : 'internal_error');
}

function answerProblem(
  ctx: ApiContext,
  problem: Problem,
  { publicUrl, problemPage }: { publicUrl: string; problemPage: ProblemPage | null },
): void {
  const family = ctx.state.operation?.family ?? familyOf(ctx.path);
  const reply =
    isPageFamily(family) && problemPage !== null
      ? problemPage(family, problem, ctx)
      : renderProblemAsJson(family, problem, ctx, publicUrl);
  const { headers } = problem.detail;
  ctx.status = reply.status;
  if (reply.status === 401) ctx.set('WWW-Authenticate', 'Bearer');
  if (problem.status === 503) ctx.set('Retry-After', '1');
  ctx.set({ ...reply.headers, ...headers });
  ctx.set('Content-Type', reply.contentType ?? 'application/json; charset=utf-8');
  ctx.body = reply.body;
}

/** A link to a page that was cut or mistyped is opened by a person, who cannot read JSON. */
function familyOf(path: string): Family {
  if (/^\/pay(\/|$)/.test(path)) return 'page';
  const [, site] = /^\/(dashboard|console)(?:\/|$)/.exec(path) ?? [];
  return site === 'dashboard' || site === 'console' ? site : 'qr';
}
