import type { Context, Next } from 'koa';
import type { Logger } from '../../../src/lib/log';
import { renderErrorPage } from '../page/error-page';
import { languageOf } from '../page/language';
import { Refusal, refusalOf } from '../refusal';

export interface ErrorsDeps {
  readonly clock: () => number;
  readonly log: Logger;
}

/** What is for programs. */
const jsonPaths = /^\/(api|payouts|refunds|charges|slips)(\/|$)/;

/** Answers what is thrown, and what is not there: programs by JSON, everybody else by a page. */
export function errors({ clock, log }: ErrorsDeps) {
  return async (ctx: Context, next: Next): Promise<void> => {
    try {
      await next();
      if (ctx.status === 405) throw new Refusal(405, 'method_not_allowed', 'Not by this method.');
      if (ctx.status === 404) throw new Refusal(404, 'not_found', 'There is nothing here.');
    } catch (error) {
      const refusal = refusalOf(error, log);
      const { status, code, message } = refusal;
      ctx.status = status;
      ctx.body = jsonPaths.test(ctx.path)
        ? { error: { code, message } }
        : renderErrorPage({ language: languageOf(ctx), nowMs: clock(), refusal });
    }
  };
}
