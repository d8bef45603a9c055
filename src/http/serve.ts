import type { IncomingMessage } from 'node:http';
import { seatOf } from '../people/sessions';
import { findOriginal } from '../kernel/idempotency/idempotency';
import { Readable } from 'node:stream';
import { readSignature, verifySignature } from '../merchants/request-signature';
import { isKnownDevice, placeOfDevice } from '../people/sign-in-places';
import { allows } from '../kernel/rules/permission';
import { Problem } from '../kernel/rules/problem';
import type { ApiDeps } from './api-deps';
import type { ApiContext, ApiState } from './context';
import { connectionRefusalOf, holdRefusal } from './connections';
import { compressPage } from './encoding';
import {
  isForBrowsers,
  takesBearer,
  takesKey,
  type Definition,
  type OperationFacts,
  type Parsed,
  type Schema,
} from './definition';
import { parse } from '../contract/fields';
import { isInBlocks } from '../platform/network/address-blocks';
import { hasNoBody } from '../contract/json-body';
import { deviceCookie } from './session-cookie';
import { authenticators, type Auth, type Callers, type Merchant } from './middleware/authenticate';
import { fingerprint, oneKey, readKeyHeader, type Claim } from './middleware/idempotency';
import { demandOwnHost } from './middleware/own-host';
import type { Admission, Place } from './middleware/admission';
import type { RateLimits } from './middleware/rate-limits';
import {
  noBody,
  readFieldsBody,
  readFormBody,
  readJsonBody,
  receiveBody,
  type CheckBytes,
} from './middleware/read-body';
import type { Reply } from './reply';
import { refuseUnknownQuery } from './unknown-query';

/** After a longer wait a request is authorized again: its key may have been revoked. */
const STALE_MS = 1_000;

/**
 * Authenticates, checks limits and permissions, validates, runs the handler and sends the response.
 * Every check precedes the handler.
 */
export function serve<A extends Auth, P extends Schema, Q extends Schema, B extends Schema>(
  definition: Definition<A, P, Q, B>,
  deps: ApiDeps,
  limits: RateLimits,
): (ctx: ApiContext) => Promise<void> {
  return async (ctx) => {
    ctx.state.operation = definition;
    const refusal = connectionRefusalOf(ctx.req.socket);
    // Health checks are never refused.
    if (refusal !== null && definition.family !== 'ops') throw refusal;
    const place = await enter(definition, limits.admission, ctx);
    try {
      const reply = await answer(definition, { deps, limits, place }, ctx);
      send(ctx, await compressPage(reply, ctx.req.headers));
    } catch (error) {
      if (isGuess(definition, error)) limits.links.refuse(ctx);
      throw error;
    } finally {
      place.leave();
    }
  };
}

/**
 * The refusals of a client that ignores `Retry-After` are held, so that they do not fill the event
 * loop.
 */
async function enter(
  facts: OperationFacts,
  admission: Admission,
  { req }: ApiContext,
): Promise<Place> {
  try {
    return admission.enter(facts);
  } catch (error) {
    await holdRefusal(req.socket, admission.holdMs);
    throw error;
  }
}

interface Serving {
  readonly deps: ApiDeps;
  readonly limits: RateLimits;
  readonly place: Place;
}

async function answer<A extends Auth, P extends Schema, Q extends Schema, B extends Schema>(
  definition: Definition<A, P, Q, B>,
  serving: Serving,
  ctx: ApiContext,
): Promise<Reply> {
  const { deps, limits, place } = serving;
  if (isForBrowsers(definition)) demandOwnHost(ctx.req.headers, deps.config, definition);
  if (definition.form === true) limits.countForm(ctx);
  if (isAnonymousForm(definition)) await countAnonymousForm(deps, limits, ctx);
  if (definition.draws === true) limits.countDrawing(ctx);
  const keyed = takesKey(definition);
  const { raw = false, bodyBytesMax } = definition;
  const received = raw ? await place.outside(() => receiveBody(ctx.req, bodyBytesMax)) : noBody;
  const first = await authorize(definition, serving, ctx, received.bytes);
  const stillAuthorized = keepAuthorized(definition, serving, ctx, { first, body: received.bytes });
  if (received.problem !== null) throw received.problem;
  const params = read<P>(definition.params, ctx.params, 'not_found');
  if (definition.auth === 'merchant') refuseUnknownQuery(definition.query, ctx.query);
  const query = read<Q>(definition.query, definition.query && ctx.query, 'invalid_parameters');
  const headerKey = keyed ? readKeyHeader(ctx.req) : null;
  const check = signatureCheck(definition, serving, ctx, headerKey);
  const sent = raw ? undefined : await place.outside(() => readBody(definition, ctx.req, check));
  const fields = definition.fields === true ? await readFields(definition, serving, ctx) : noFields;
  const body = read<B>(raw ? undefined : definition.body, sent, 'invalid_request');
  const key = keyed ? oneKey(headerKey, body) : null;
  const claim = claimOf(definition, first, key, params, body);
  const own = definition.method === 'GET' ? deps : withRequest(definition, deps, ctx);
  const run = async (caller: Callers[A]) =>
    definition.respond(own, {
      caller,
      stillAuthorized,
      params,
      query,
      body,
      fields,
      bytes: received.bytes,
      claim,
      headers: ctx.req.headers,
      readForm: () => place.outside(() => readFormBody(ctx.req, definition.bodyBytesMax)),
      drawCode: limits.drawCode(ctx),
      address: ctx.ip,
      path: ctx.path,
    });
  const respond = async () => {
    const caller = await stillAuthorized();
    await demandRoom(definition, serving, merchantOf(caller), claim);
    try {
      return await run(caller);
    } catch (error) {
      const original = await originalOf(definition, deps, claim, error);
      await stillAuthorized();
      return original;
    }
  };
  const merchant = definition.paysOut === true ? merchantOf(first) : null;
  if (merchant === null) return respond();
  const release = await place.outside(() => limits.takePayoutTurn(merchant.id));
  try {
    return await respond();
  } finally {
    release();
  }
}

/**
 * Throws Problem `open_orders_exceeded`. Called when the body has been received, because only then
 * the order counts. A retry of an executed request opens no order.
 */
async function demandRoom(
  { opensOrder }: OperationFacts,
  { deps, limits }: Serving,
  merchant: Merchant | null,
  claim: Claim | null,
): Promise<void> {
  const max = merchant?.quotas.openOrdersMax ?? null;
  if (opensOrder !== true || merchant === null || max === null) return;
  try {
    await limits.demandRoomForOrder(merchant.id, max);
  } catch (error) {
    if (claim === null || (await findOriginal(deps, claim)) === null) throw error;
  }
}

/**
 * The response to an executed request whose retry a check has refused: the checks precede the claim
 * of the key, and what they read may have changed since. Throws the refusal when the request was
 * not executed.
 */
async function originalOf<A extends Auth, P extends Schema, Q extends Schema, B extends Schema>(
  definition: Definition<A, P, Q, B>,
  deps: ApiDeps,
  claim: Claim | null,
  refusal: unknown,
): Promise<Reply> {
  if (claim === null || !(refusal instanceof Problem)) throw refusal;
  const original = await findOriginal(deps, claim);
  if (original === null) throw refusal;
  if (!('orderId' in original)) return original;
  const reply = await definition.replay?.(deps, original.orderId);
  if (reply === null || reply === undefined) throw refusal;
  return reply;
}

/**
 * Adds the request's data that is stored with the objects it creates. A callback begins its span
 * when it has read the order's trace.
 */
function withRequest(
  { family }: Pick<OperationFacts, 'family'>,
  deps: ApiDeps,
  { state, ip }: ApiContext,
): ApiDeps {
  const { trace, merchant, requestId } = state;
  const origin = { apiKeyId: merchant?.keyId ?? null, address: ip, requestId };
  if (trace === null) return { ...deps, origin };
  if (family === 'callback') return { ...deps, origin, trace };
  const span = trace.begin();
  if (span === null) return { ...deps, origin };
  const { traceParent, ids } = span;
  return { ...deps, origin: { ...origin, traceParent }, log: deps.log.child(ids) };
}

/** Requests of a session are counted separately. */
const isAnonymousForm = ({ fields, auth }: OperationFacts): boolean =>
  fields === true && (auth === 'none' || auth === 'link');

/** Throws Problem `rate_limit_exceeded`. Above the limit, a known device has its own count. */
async function countAnonymousForm(
  deps: ApiDeps,
  limits: RateLimits,
  ctx: ApiContext,
): Promise<void> {
  try {
    limits.countForm(ctx);
  } catch (error) {
    const device = deviceCookie.read(ctx.req.headers, deps.config.http.publicUrl);
    const place = placeOfDevice(device ?? undefined);
    if (device === null || place === null || !(await isKnownDevice(deps, device))) throw error;
    limits.countDeviceForm(place);
  }
}

/** A request for an unknown secret path may be one of a series of guesses. */
const isGuess = ({ auth }: OperationFacts, error: unknown): boolean =>
  auth === 'link' && error instanceof Problem && error.status === 404;

/**
 * Throws Problem `unauthorized`, `signed_out`, `not_found`, `rate_limit_exceeded`,
 * `address_denied`, `permission_denied` or `merchant_disabled`.
 */
async function authorize<A extends Auth>(
  facts: OperationFacts & { readonly auth: A },
  serving: Serving,
  ctx: ApiContext,
  body: Buffer,
): Promise<Callers[A]> {
  const { limits } = serving;
  const byKey = takesBearer(facts);
  if (byKey) limits.keys.admit(ctx);
  let caller: Callers[A];
  try {
    caller = await authenticate(facts, serving, ctx, body);
  } catch (error) {
    if (error instanceof Problem) (byKey ? limits.keys : limits.links).refuse(ctx);
    throw error;
  }
  if (byKey) limits.keys.accept(ctx);
  // Callbacks report money, so they are never rate-limited.
  const merchant = merchantOf(caller);
  ctx.state.person = personOf(caller);
  if (caller !== null && 'session' in caller) limits.countRequest(ctx, caller.session.id);
  if (merchant !== null) {
    limits.countRequest(ctx, merchant.id, merchant.quotas.requestsPerSecond);
    demandRights(facts, merchant);
  }
  return caller;
}

/** Returns the caller at each call. Throws as `authorizeAgain` does. */
function keepAuthorized<A extends Auth>(
  facts: OperationFacts & { readonly auth: A },
  serving: Serving,
  ctx: ApiContext,
  asked: { readonly first: Callers[A]; readonly body: Buffer },
): () => Promise<Callers[A]> {
  let authorized = { caller: asked.first, atMs: performance.now() };
  return async () => {
    if (performance.now() - authorized.atMs > STALE_MS) {
      const caller = await authorizeAgain(facts, serving, ctx, asked);
      authorized = { caller, atMs: performance.now() };
    }
    return authorized.caller;
  };
}

/**
 * The caller after a wait. Counts nothing against rate limits. Throws as `authorize` does, or
 * Problem `invalid_signature` if the key requires signatures only since then.
 */
async function authorizeAgain<A extends Auth>(
  facts: OperationFacts & { readonly auth: A },
  serving: Serving,
  ctx: ApiContext,
  { first, body }: { readonly first: Callers[A]; readonly body: Buffer },
): Promise<Callers[A]> {
  const caller = await authenticate(facts, serving, ctx, body);
  const [before, merchant] = [merchantOf(first), merchantOf(caller)];
  if (merchant === null) return caller;
  demandRights(facts, merchant);
  if (facts.paysOut === true && merchant.mustSign && before?.mustSign !== true)
    throw new Problem('invalid_signature');
  return caller;
}

/** Throws Problem as the authenticators do, or `address_denied`. */
async function authenticate<A extends Auth>(
  { auth }: { readonly auth: A },
  { deps, place }: Serving,
  ctx: ApiContext,
  body: Buffer,
): Promise<Callers[A]> {
  const { params, ip: address } = ctx;
  const { headers } = ctx.req;
  const run = async () => authenticators[auth](deps, { headers, address, body, params });
  const caller = await (readsOneRow.has(auth) ? place.measure(run) : run());
  const key = merchantOf(caller) ?? senderOf(caller);
  ctx.state.merchant = key;
  if (key !== null) demandAddress(key, address);
  return caller;
}

function demandAddress({ addresses }: Merchant, address: string): void {
  if (addresses !== null && !isInBlocks(address, addresses)) throw new Problem('address_denied');
}

/** Throws Problem `permission_denied` or `merchant_disabled`. */
function demandRights(facts: OperationFacts, { permissions, status }: Merchant): void {
  demandPermission(facts, permissions);
  if (facts.creates === true && status === 'disabled') throw new Problem('merchant_disabled');
}

function demandPermission(
  { name, permission: needed }: OperationFacts,
  permissions: Merchant['permissions'],
): void {
  if (needed === undefined) throw new Error(`${name} declares no permission`);
  if (allows(permissions, needed)) return;
  const given = permissions.join(', ');
  throw new Problem('permission_denied', {
    message: `This API key has the permission ${given}. This operation requires ${needed}.`,
  });
}

/** Credentials that one short statement authenticates. */
const readsOneRow: ReadonlySet<Auth> = new Set(['merchant', 'session', 'console']);

/** Null for the sender of a callback. */
const merchantOf = (caller: Callers[Auth]): Merchant | null =>
  caller !== null && 'status' in caller ? caller : null;

/** In a sandbox, a merchant can send a callback for its own order. */
const senderOf = (caller: Callers[Auth]): Merchant | null =>
  caller !== null && 'kind' in caller && caller.kind === 'merchant' ? caller.merchant : null;

function personOf(caller: Callers[Auth]): ApiState['person'] {
  if (caller === null || !('session' in caller)) return null;
  const { personId, merchantId } = seatOf(caller.session);
  return { actor: personId, merchantId };
}

const noFields = new URLSearchParams();

const readFields = (
  { bodyBytesMax }: OperationFacts,
  { place }: Serving,
  { req }: ApiContext,
): Promise<URLSearchParams> => place.outside(() => readFieldsBody(req, bodyBytesMax));

async function readBody(
  { body, bodyOptional, bodyBytesMax }: OperationFacts,
  request: IncomingMessage,
  check: CheckBytes | null,
): Promise<object | null> {
  if (body === undefined) return null;
  if (bodyOptional === true && hasNoBody(request.headers)) return {};
  return readJsonBody(request, bodyBytesMax, check);
}

/**
 * Verifies the signature of a payout if the key requires one. A key without a signing secret
 * ignores it, because a client may continue to sign after its key no longer requires it; a
 * malformed one is refused.
 */
function signatureCheck(
  { paysOut }: OperationFacts,
  { deps }: Serving,
  { req, state: { merchant } }: ApiContext,
  idempotencyKey: string | null,
): CheckBytes | null {
  const { method = '', url: path = '', headers } = req;
  const header = headers['saphan-signature'];
  if (paysOut !== true || merchant === null) return null;
  if (header === undefined && !merchant.mustSign) return null;
  const signature = readSignature([header].flat().join());
  if (!merchant.mustSign) return null;
  return (body) =>
    verifySignature(deps, merchant.keyId, signature, { method, path, body, idempotencyKey });
}

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

/** Compares only the ETag. `ctx.fresh` also honours `no-cache`, which is meant for caches. */
function isKnown(given: string, etag: string | undefined): boolean {
  if (etag === undefined || given === '') return false;
  return given.split(',').some((tag) => ['*', etag, `W/${etag}`].includes(tag.trim()));
}
