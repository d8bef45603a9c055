import type { Next } from 'koa';
import { accountDigest } from '../../people/account-digest';
import { Problem } from '../../kernel/rules/problem';
import { limitLog } from '../../platform/observe/limit-log';
import type { Logger } from '../../platform/observe/log';
import { newId } from '../../platform/new-id';
import { RequestTrace, noTracer, readTraceParent, type Span } from '../../platform/observe/tracing';
import type { ApiDeps } from '../api-deps';
import type { ApiContext, ApiState } from '../context';
import { clientAddressOf } from './client-address';
import { isOutage } from './outage';
import { isPageFamily, type Family } from '../definition';
import { renderProblemAsJson, type ProblemPage } from '../problem-reply';
import { refusalReasonOf, securityEventOf } from './security-events';
import { setSecurityHeaders } from './security-headers';
import { shownPath } from './shown-path';

const PARAM_LENGTH_MAX = 100;

/**
 * The outermost middleware. Assigns the request id, renders thrown errors in the format of the
 * route's family, records metrics and writes the log line. The line contains the route, but no ids
 * of the path, query, body or credential. For refused and for writing requests it also contains the
 * caller's ids and address. Adds requests with a merchant's API key to the merchant's request log.
 */
export function observe(
  deps: Pick<ApiDeps, 'log' | 'metrics' | 'tracer' | 'config' | 'requestLog' | 'vault'>,
  problemPage: ProblemPage | null,
) {
  const { publicUrl, trustedProxies } = deps.config.http;
  const isSecure = publicUrl.startsWith('https:');
  // Log lines are built from an allow-list; redaction is disabled for speed.
  const lines = deps.log.child({}, { redact: [] });
  const warnOfOverload = limitLog(deps.log);
  return async (ctx: ApiContext, next: Next): Promise<void> => {
    const startedMs = performance.now();
    const requestId = newId('req_');
    ctx.request.ip = clientAddressOf(ctx.req, trustedProxies);
    ctx.state = { requestId, trace: traceOf(deps, ctx), ...unknown };
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
    const span = operation?.family === 'ops' ? null : (ctx.state.trace?.begin() ?? null);
    if (span !== null) endSpan(span, ctx);
    countRequest(deps, ctx, { ms, span });
    logRequest(deps, ctx, ms);
    const line = {
      request_id: requestId,
      method: ctx.method,
      route: operation?.path ?? null,
      status,
      ms: Math.round(ms * 10) / 10,
      ...(status >= 400 || changes(ctx) ? callerOf(ctx) : null),
      ...span?.ids,
    };
    reportSecurityEvent(deps, lines, ctx);
    const reason = refusalReasonOf(ctx.state);
    if (reason !== null) deps.metrics.requestsRefused.inc({ reason });
    if (reason === 'overload') {
      warnOfOverload(line, 'request refused, the process is overloaded');
      return;
    }
    // Health checks and polling pages send requests every few seconds.
    if (operation?.family === 'ops' || status === 304) lines.debug(line, 'request');
    else lines.info(line, 'request');
  };
}

/** Before routing and authentication. */
const unknown: Omit<ApiState, 'requestId' | 'trace'> = {
  operation: null,
  merchant: null,
  person: null,
  problem: null,
  refusal: null,
};

function traceOf(
  { tracer, config }: Pick<ApiDeps, 'tracer' | 'config'>,
  ctx: ApiContext,
): RequestTrace | null {
  if (tracer === noTracer) return null;
  const incoming = readTraceParent(ctx.get('traceparent'));
  return new RequestTrace(tracer, incoming, config.tracing.acceptsParents);
}

/** Sets the route and ids only: no path, query, body, address or credential. */
function endSpan(span: Span, { method, status, state }: ApiContext): void {
  const { operation, merchant, person, problem, requestId } = state;
  span.rename(`${method} ${operation?.path ?? 'unmatched'}`);
  span.set({
    'http.request.method': method,
    'http.route': operation?.path,
    'http.response.status_code': status,
    'saphan.operation': operation?.name,
    'saphan.merchant_id': merchant?.id ?? person?.merchantId ?? undefined,
    'saphan.request_id': requestId,
    'saphan.problem': problem?.wireCode,
  });
  span.end(status >= 500 ? (problem?.wireCode ?? String(status)) : undefined);
}

/** A sampled request is an exemplar of its histogram bucket. */
function countRequest(
  { metrics: { requests, hasExemplars } }: Pick<ApiDeps, 'metrics'>,
  { state, status }: ApiContext,
  { ms, span }: { readonly ms: number; readonly span: Span | null },
): void {
  const labels = { operation: state.operation?.name ?? 'unmatched', status };
  const value = ms / 1000;
  const exemplarLabels: object = span?.ids ?? {};
  if (hasExemplars) requests.observe({ labels, value, exemplarLabels });
  else requests.observe(labels, value);
}

const changes = ({ method }: ApiContext): boolean => !['GET', 'HEAD', 'OPTIONS'].includes(method);

/** For the log line of a refused or writing request. */
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

/** Counts and logs a refusal that may be part of an attack, with its source. */
function reportSecurityEvent(
  deps: Pick<ApiDeps, 'metrics' | 'vault'>,
  lines: Logger,
  ctx: ApiContext,
): void {
  const { requestId, operation, refusal } = ctx.state;
  const event = securityEventOf(ctx.state);
  if (event === null) return;
  deps.metrics.securityEvents.inc({ event });
  const email = refusal?.email ?? null;
  const account = email === null ? undefined : accountDigest(deps, email);
  const { path: route = null } = operation ?? {};
  lines.warn({ event, request_id: requestId, route, ...callerOf(ctx), account }, 'security event');
}

/** A request without a valid key has no merchant and is not logged. */
function logRequest({ requestLog }: Pick<ApiDeps, 'requestLog'>, ctx: ApiContext, ms: number) {
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
    isUseDue: merchant.isUseDue && problem?.code !== 'address_denied',
  });
}

/** The id of the created order; null for a replayed response. */
function createdBy({ status, body, res }: ApiContext): string | null {
  const isFirst = status < 300 && !res.hasHeader('Idempotent-Replayed');
  if (!isFirst || typeof body !== 'string') return null;
  return /"(?:refund_id|payment_id|orderId)":"([\w-]{1,80})"/.exec(body)?.[1] ?? null;
}

/** Logs any error but a Problem, and returns `unavailable` for an outage, else `internal_error`. */
function problemOf(error: unknown, log: Logger, requestId: string): Problem {
  if (error instanceof Problem) return error;
  const { name, stack, code } = error as NodeJS.ErrnoException;
  // Other properties of a database error contain the values of its statement.
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

/** Below the paths of pages, an unmatched path gets HTML: truncated links open in a browser. */
function familyOf(path: string): Family {
  if (/^\/pay(\/|$)/.test(path)) return 'page';
  const [, site] = /^\/(dashboard|console)(?:\/|$)/.exec(path) ?? [];
  return site === 'dashboard' || site === 'console' ? site : 'qr';
}
