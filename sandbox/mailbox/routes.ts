import { Router } from '@koa/router';
import { z } from 'zod';
import { newId } from '../../src/platform/new-id';
import { languageOf } from '../web/language';
import { readJson, requireKey } from '../web/requests';
import type { Mailbox } from './mailbox';
import { renderMailPage } from './page';

export interface MailRoutesDeps {
  readonly mailbox: Mailbox;
  readonly providerKey: string;
  readonly clock: () => number;
}

const email = z.object({
  to: z.string().min(1).max(320),
  subject: z.string().min(1).max(300),
  text: z.string().min(1).max(8_000),
});

/**
 * `POST /mail` `{to, subject, text}` with the provider key → 201 stores an email; a live deployment
 * sends it by SMTP. `GET /mail` is the page that lists them.
 */
export function mailRoutes({ mailbox, providerKey, clock }: MailRoutesDeps): Router {
  const router = new Router();
  router.post('/mail', requireKey(providerKey), async (ctx) => {
    const fields = await readJson(ctx, email);
    const emailId = newId('email_');
    mailbox.add({ emailId, ...fields, receivedAt: new Date(clock()).toISOString() });
    ctx.status = 201;
    ctx.body = { emailId };
  });
  router.get('/mail', (ctx) => {
    ctx.body = renderMailPage(mailbox.newestFirst(), languageOf(ctx), clock());
  });
  return router;
}
