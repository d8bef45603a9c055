import { createHash, timingSafeEqual } from 'node:crypto';
import type { Context, Next } from 'koa';
import getRawBody from 'raw-body';
import type { z } from 'zod';
import { ApiError } from './api-error';

const BODY_BYTES_MAX = 16 * 1024;

/** Validates a JSON body. Throws a 400 ApiError that names the invalid fields, not their values. */
export async function readJson<Schema extends z.ZodType>(
  ctx: Context,
  schema: Schema,
): Promise<z.output<Schema>> {
  const parsed = schema.safeParse(parseJson(await readText(ctx, 'application/json')));
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  throw new ApiError(400, 'invalid_request', faults.join('; '));
}

export async function readForm(ctx: Context): Promise<URLSearchParams> {
  return new URLSearchParams(await readText(ctx, 'application/x-www-form-urlencoded'));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ApiError(400, 'invalid_json', 'The request body is not valid JSON.');
  }
}

/**
 * Requiring application/json also blocks cross-site requests: a browser sends that type to another
 * origin only after a preflight, which this server does not answer.
 */
async function readText(ctx: Context, type: string): Promise<string> {
  if (ctx.is(type) === false) {
    throw new ApiError(415, 'unsupported_media_type', `The request body must be ${type}.`);
  }
  const { length } = ctx.request;
  return getRawBody(ctx.req, { limit: BODY_BYTES_MAX, encoding: 'utf8', length: length ?? null });
}

/** Requires the provider key as a bearer token. Compares hashes, so timing reveals nothing. */
export function requireKey(providerKey: string) {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  const expected = digest(`Bearer ${providerKey}`);
  return async (ctx: Context, next: Next): Promise<void> => {
    if (!timingSafeEqual(digest(ctx.get('authorization')), expected)) {
      ctx.set('WWW-Authenticate', 'Bearer');
      throw new ApiError(401, 'unauthorized', 'The provider key is required.');
    }
    await next();
  };
}

/**
 * CSRF protection: rejects writes from pages of another origin. A client that sends neither
 * Sec-Fetch-Site nor Origin is a script, and has no session that could be abused.
 */
export async function requireSameOrigin(ctx: Context, next: Next): Promise<void> {
  const isRead = ctx.method === 'GET' || ctx.method === 'HEAD';
  if (!isRead && !isSameOrigin(ctx)) {
    throw new ApiError(403, 'cross_site', 'Requests from other sites are not allowed.');
  }
  await next();
}

function isSameOrigin(ctx: Context): boolean {
  const site = ctx.get('sec-fetch-site');
  if (site !== '') return site === 'same-origin' || site === 'none';
  const origin = ctx.get('origin');
  return origin === '' || (URL.canParse(origin) && new URL(origin).host === ctx.get('host'));
}

export async function setSecurityHeaders(ctx: Context, next: Next): Promise<void> {
  ctx.set({
    'Cache-Control': 'no-store',
    'Content-Security-Policy':
      "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; " +
      "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    'Referrer-Policy': 'same-origin',
    'X-Content-Type-Options': 'nosniff',
  });
  await next();
}
