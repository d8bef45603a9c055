import { Router } from '@koa/router';
import { z } from 'zod';
import { newId } from '../../../src/lib/new-id';
import { readAs } from '../http/read-as';
import { readJson } from '../http/read-body';
import { requireKey } from '../http/require-key';
import { languageOf } from '../page/language';
import { renderMailPage } from '../page/mail-page';
import type { Mailbox } from './mailbox';

export interface MailRoutesDeps {
  readonly mailbox: Mailbox;
  readonly providerKey: string;
  readonly clock: () => number;
}

const letter = z.object({
  to: z.string().min(1).max(320),
  subject: z.string().min(1).max(300),
  text: z.string().min(1).max(8_000),
});

/**
 * `POST /mail` `{to, subject, text}` under the provider's key → 201: what a real deployment would
 * send by SMTP. `GET /mail` is the page on which people read it.
 */
export function mailRoutes({ mailbox, providerKey, clock }: MailRoutesDeps): Router {
  const router = new Router();
  router.post('/mail', requireKey(providerKey), async (ctx) => {
    const { to, subject, text } = readAs(letter, await readJson(ctx));
    const letterId = newId('letter_');
    const receivedAt = new Date(clock()).toISOString();
    await mailbox.add({ letterId, to, subject, text, receivedAt });
    ctx.status = 201;
    ctx.body = { letterId };
  });

  router.get('/mail', (ctx) => {
    const language = languageOf(ctx);
    ctx.body = renderMailPage({ language, nowMs: clock(), letters: mailbox.newest() });
  });
  return router;
}
