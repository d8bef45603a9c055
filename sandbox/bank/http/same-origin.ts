import type { Context, Next } from 'koa';
import { Refusal } from '../refusal';

/**
 * Nothing changes at the request of another site's page. Browsers say where a request comes from;
 * what says nothing is a script, which has no session here that could be abused.
 */
export async function sameOrigin(ctx: Context, next: Next): Promise<void> {
  const safe = ctx.method === 'GET' || ctx.method === 'HEAD';
  if (!safe && !comesFromHere(ctx)) {
    throw new Refusal(403, 'cross_site', 'Another site may not use this bank.');
  }
  await next();
}

function comesFromHere(ctx: Context): boolean {
  const site = ctx.get('sec-fetch-site');
  if (site !== '') return site === 'same-origin' || site === 'none';
  const origin = ctx.get('origin');
  return origin === '' || (URL.canParse(origin) && new URL(origin).host === ctx.get('host'));
}
