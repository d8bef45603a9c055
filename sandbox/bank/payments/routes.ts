import { Router } from '@koa/router';
import { z } from 'zod';
import { paymentModes } from '../book/entry';
import type { Book } from '../book/book';
import type { CallbackSender } from '../callbacks/callback-sender';
import { accountNumber, baht, text } from '../http/fields';
import { readAs } from '../http/read-as';
import { readJson } from '../http/read-body';
import { Refusal } from '../refusal';
import { DELAY_SECONDS_MAX } from './pay';
import type { Pay, PayRequest } from './pay';
import { presentPayment } from './present';

/** `POST /api/payments`: amounts in baht with up to two decimals. */
const payBody = z.object({
  qrData: z.string().max(2_048),
  mode: z.enum(paymentModes).default('pay'),
  amount: baht.nullable().default(null),
  delaySeconds: z.int().min(1).max(DELAY_SECONDS_MAX).nullable().default(null),
  payer: z
    .object({
      bankName: text,
      accountNumber,
      accountName: text,
    })
    .nullable()
    .default(null),
});

const onceKeyForm = /^[\x21-\x7e]{1,255}$/;

export interface PaymentRoutesDeps {
  readonly pay: Pay;
  readonly book: Book;
  readonly sender: CallbackSender;
}

/** The payments of the bank's API. `Idempotency-Key` makes a repeated request the same payment. */
export function paymentRoutes({ pay, book, sender }: PaymentRoutesDeps): Router {
  const router = new Router({ prefix: '/payments' });

  router.post('/', async (ctx) => {
    const onceKey = readOnceKey(ctx.get('idempotency-key'));
    const request: PayRequest = { ...readPayBody(await readJson(ctx)), onceKey };
    const { payment, isNew } = await pay(request);
    ctx.status = isNew ? 201 : 200;
    ctx.body = presentPayment(book.view, sender, payment.paymentId);
  });

  router.get('/:paymentId', (ctx) => {
    ctx.body = presentPayment(book.view, sender, ctx.params['paymentId'] ?? '');
  });

  return router;
}

function readPayBody(body: unknown): Omit<PayRequest, 'onceKey'> {
  const { amount, ...rest } = readAs(payBody, body);
  return { ...rest, amountSatang: amount };
}

/** Keys of the API and tokens of the page are kept apart: neither can stand for the other. */
function readOnceKey(header: string): string | null {
  if (header === '') return null;
  if (onceKeyForm.test(header)) return `api:${header}`;
  throw new Refusal(400, 'invalid_idempotency_key', 'Write 1 to 255 visible ASCII characters.');
}
