import type { Context } from 'koa';
import getRawBody from 'raw-body';
import { Refusal } from '../refusal';

const bodyBytesMax = 16 * 1024;

/** The body as JSON. Throws a Refusal when it is not JSON, not said to be, or too large. */
export async function readJson(ctx: Context): Promise<unknown> {
  const text = await readText(ctx, 'application/json');
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal(400, 'invalid_json', 'The request body is not valid JSON.');
  }
}

/** The fields of a form. Throws a Refusal when the body is no form, or too large. */
export async function readForm(ctx: Context): Promise<URLSearchParams> {
  return new URLSearchParams(await readText(ctx, 'application/x-www-form-urlencoded'));
}

/**
 * Asking for the type by name also keeps other sites' pages out: a browser lets them send
 * application/json only after a preflight, which this bank does not answer.
 */
async function readText(ctx: Context, type: string): Promise<string> {
  if (ctx.is(type) === false) {
    throw new Refusal(415, 'unsupported_media_type', `The request body must be ${type}.`);
  }
  const { length } = ctx.request;
  return getRawBody(ctx.req, { limit: bodyBytesMax, encoding: 'utf8', length: length ?? null });
}
