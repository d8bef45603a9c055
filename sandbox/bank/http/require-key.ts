import { createHash, timingSafeEqual } from 'node:crypto';
import type { Context, Next } from 'koa';
import { Refusal } from '../refusal';

/** Lets pass who knows the provider's key, and tells nobody by its timing how much he knows. */
export function requireKey(providerKey: string) {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  const expected = digest(`Bearer ${providerKey}`);
  return async (ctx: Context, next: Next): Promise<void> => {
    if (!timingSafeEqual(digest(ctx.get('authorization')), expected)) {
      ctx.set('WWW-Authenticate', 'Bearer');
      throw new Refusal(401, 'unauthorized', "This needs the provider's key.");
    }
    await next();
  };
}
