import type { IncomingMessage } from 'node:http';
import { seatOf } from '../application/accounts/sessions';
import { Readable } from 'node:stream';
import type { Deps } from '../application/deps';
import { isKnownDevice } from '../application/accounts/sign-in-places';
import { allows } from '../domain/permission';
import { Problem } from '../domain/problem';
import type { ApiDeps } from './api-deps';
import type { ApiContext, ApiState } from './context';
import { isForBrowsers, permissionFor, takesBearer, takesKey } from './definition';
import type { Definition, OperationFacts, Parsed, Schema } from './definition';
import { parse } from '../contract/fields';
import { hasNoBody } from '../contract/json-body';
import { deviceCookie } from './session-cookie';
import { authenticators } from './middleware/authenticate';
import type { Auth, Callers, Merchant } from './middleware/authenticate';
import { fingerprint, oneKey, readKeyHeader } from './middleware/idempotency';
import type { Claim } from './middleware/idempotency';
import { demandOwnHost } from './middleware/own-host';
import type { RateLimits } from './middleware/rate-limits';
import {
  noBody,
  readFieldsBody,
  readFormBody,
  readJsonBody,
  receiveBody,
} from './middleware/read-body';
import type { Reply } from './reply';

/**
 * Runs a request: authenticate, check limits and permissions, validate, run the handler, send the
 * response. Every check precedes the handler.
 */
export function serve<A extends Auth, P extends Schema, Q extends Schema, B extends Schema>(
  definition: Definition<A, P, Q, B>,
  deps: ApiDeps,
  limits: RateLimits,
): (ctx: ApiContext) => Promise<void> {
  return async (ctx) => {
    ctx.state.operation = definition;
    try {
      send(ctx, await answer(definition, deps, limits, ctx));
    } catch (error) {
      if (isGuess(definition, error)) await limits.countRefusal(ctx);
      throw error;
    }
  };
}

async function answer<A extends Auth, P extends Schema, Q extends Schema, B extends Schema>(
  definition: Definition<A, P, Q, B>,
  deps: ApiDeps,
  limits: RateLimits,
  ctx: ApiContext,
): Promise<Reply> {
  if (isForBrowsers(definition)) demandOwnHost(ctx.req.headers, deps.config);
  if (definition.form === true) await limits.countForm(ctx);
  if (isAnonymousForm(definition)) await countAnonymousForm(deps, limits, ctx);
  if (definition.draws === true) await limits.countDrawing(ctx);
  const keyed = takesKey(definition);
  const { raw = false, bodyBytesMax } = definition;
  const received = raw ? await receiveBody(ctx.req, bodyBytesMax) : noBody;
  const caller = await authorize(definition, deps, limits, ctx, received.bytes);
  if (received.problem !== null) throw received.problem;
  const params = read<P>(definition.params, ctx.params, 'not_found');
  const query = read<Q>(definition.query, definition.query && ctx.query, 'invalid_parameters');
  const headerKey = keyed ? readKeyHeader(ctx.req) : null;
  const sent = raw ? undefined : await readBody(definition, ctx.req);
  const body = read<B>(raw ? undefined : definition.body, sent, 'invalid_request');
  const key = keyed ? oneKey(headerKey, body) : null;
  const claim = claimOf(definition, caller, key, params, body);
  const own = definition.method === 'GET' ? deps : { ...deps, origin: originOf(ctx) };
  return definition.respond(own, {
    caller,
    params,
    query,
    body,
    bytes: received.bytes,
    claim,
    headers: ctx.req.headers,
    readForm: () => readFormBody(ctx.req, definition.bodyBytesMax),
    readFields: () => readFieldsBody(ctx.req, definition.bodyBytesMax),
    drawCode: limits.drawCode(ctx),
    address: ctx.ip,
    path: ctx.path,
  });
}

/** The request's data that is stored with the objects it creates. */
const originOf = ({ state, ip }: ApiContext): NonNullable<Deps['origin']> => ({
  apiKeyId: state.merchant?.keyId ?? null,
  address: ip,
  requestId: state.requestId,
});

/** A form without authentication. Requests of a session are counted separately. */
const isAnonymousForm = ({ fields, auth }: OperationFacts): boolean =>
  fields === true && auth === 'none';

/**
 * Throws Problem `rate_limit_exceeded`. Forms of anonymous visitors do not count against a known
 * device.
 */
async function countAnonymousForm(
  deps: ApiDeps,
  limits: RateLimits,
  ctx: ApiContext,
): Promise<void> {
  try {
    await limits.countForm(ctx);
  } catch (error) {
    const device = deviceCookie.read(ctx.req.headers, deps.config.http.publicUrl);
    if (device === null || !(await isKnownDevice(deps, device))) throw error;
    await limits.countDeviceForm(device);
  }
}

/** A request for an unknown secret path may be one of a series of guesses. */
const isGuess = ({ auth }: OperationFacts, error: unknown): boolean =>
  auth === 'link' && error instanceof Problem && error.status === 404;

/**
 * Throws Problem `unauthorized`, `signed_out`, `rate_limit_exceeded`, `permission_denied` or
 * `merchant_disabled`.
 */
async function authorize<A extends Auth>(
  facts: OperationFacts & { readonly auth: A },
  deps: ApiDeps,
  limits: RateLimits,
  ctx: ApiContext,
  body: Buffer,
): Promise<Callers[A]> {
  const byKey = takesBearer(facts);
  if (byKey) await limits.keys.admit(ctx);
  let caller: Callers[A];
  try {
    caller = await authenticators[facts.auth](deps, {
      headers: ctx.req.headers,
      address: ctx.ip,
      body,
    });
  } catch (error) {
    if (error instanceof Problem)
      await (byKey ? limits.keys.refuse(ctx) : limits.countRefusal(ctx));
    throw error;
  }
  if (byKey) limits.keys.accept(ctx);
  // Callbacks report money, so they are never rate-limited.
  const merchant = merchantOf(caller);
  ctx.state.merchant = merchant ?? senderOf(caller);
  ctx.state.person = personOf(caller);
  if (caller !== null && 'session' in caller) await limits.countRequest(ctx, caller.session.id);
  if (merchant !== null) {
    await limits.countRequest(ctx, merchant.id);
    demandPermission(facts, merchant);
    if (facts.creates === true && merchant.status === 'disabled')
      throw new Problem('merchant_disabled');
  }
  return caller;
}

function demandPermission(facts: OperationFacts, { permission }: Merchant): void {
  const needed = permissionFor(facts);
  if (allows(permission, needed)) return;
  throw new Problem('permission_denied', {
    message: `This API key has the permission ${permission}. This operation requires ${needed}.`,
  });
}

/** The calling merchant; null for the sender of a callback. */
const merchantOf = (caller: Callers[Auth]): Merchant | null =>
  caller !== null && 'status' in caller ? caller : null;

/** The merchant that sends a callback for its own order in a sandbox. */
const senderOf = (caller: Callers[Auth]): Merchant | null =>
  caller !== null && 'kind' in caller && caller.kind === 'merchant' ? caller.merchant : null;

function personOf(caller: Callers[Auth]): ApiState['person'] {
  if (caller === null || !('session' in caller)) return null;
  const { personId, merchantId } = seatOf(caller.session);
  return { actor: personId, merchantId };
}

async function readBody(
  { body, bodyOptional, bodyBytesMax }: OperationFacts,
  request: IncomingMessage,
): Promise<object | null> {
  if (body === undefined) return null;
  if (bodyOptional === true && hasNoBody(request.headers)) return {};
  return readJsonBody(request, bodyBytesMax);
}

/** Validates a part of the request. Without a schema the result is undefined. */
function read<S extends Schema>(
  schema: Schema,
  value: unknown,
  fallback: 'not_found' | 'invalid_parameters' | 'invalid_request',
): Parsed<S> {
  return (schema === undefined ? undefined : parse(schema, value, fallback)) as Parsed<S>;
}

function claimOf(
  { name }: OperationFacts,
  caller: Callers[Auth],
  key: string | null,
  params: unknown,
  body: unknown,
): Claim | null {
  const merchant = merchantOf(caller);
  if (key === null || merchant === null) return null;
  return {
    merchantId: merchant.id,
    operation: name,
    key,
    fingerprint: fingerprint(params, body),
  };
}

function send(ctx: ApiContext, reply: Reply): void {
  ctx.status = reply.status;
  ctx.state.refusal = reply.refusal ?? null;
  ctx.set('Content-Type', reply.contentType ?? 'application/json; charset=utf-8');
  if (reply.headers !== undefined) ctx.set({ ...reply.headers });
  if (reply.cookies !== undefined) ctx.append('Set-Cookie', [...reply.cookies]);
  if (reply.replayed === true) ctx.set('Idempotent-Replayed', 'true');
  if (isKnown(ctx.get('If-None-Match'), reply.headers?.['ETag'])) ctx.status = 304;
  else ctx.body = reply.body;
  // The status is sent already: closing the connection marks the body as incomplete.
  if (reply.body instanceof Readable) reply.body.once('error', () => ctx.res.destroy());
}

/**
 * Compares only the ETag. `ctx.fresh` also honours the request's `no-cache`, which is meant for
 * caches.
 */
function isKnown(given: string, etag: string | undefined): boolean {
  if (etag === undefined || given === '') return false;
  return given.split(',').some((tag) => ['*', etag, `W/${etag}`].includes(tag.trim()));
}
