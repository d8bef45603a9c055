import { Router } from '@koa/router';
import { z } from 'zod';
import { decimalBahtToSatang } from '../../domain/money';
import { paymentModes } from '../book/entry';
import type { Book } from '../book/book';
import type { CallbackSender } from '../callbacks/callback-sender';
import { readJson } from '../http/read-body';
import { Refusal } from '../refusal';
import { DELAY_SECONDS_MAX } from './pay';
import type { Pay, PayRequest } from './pay';
import { presentPayment } from './present';

const text = z.string().trim().min(1).max(100);

/** `POST /api/payments`: amounts in baht with up to two decimals. */
const payBody = z.object({
  qrData: z.string().max(2_048),
  mode: z.enum(paymentModes).default('pay'),
  amount: z
    .number()
    .transform((baht) => decimalBahtToSatang(baht))
    .refine((satang) => satang !== null, 'write baht with at most two decimals')
    .nullable()
    .default(null),
  delaySeconds: z.int().min(1).max(DELAY_SECONDS_MAX).nullable().default(null),
  payer: z
    .object({
      bankName: text,
      accountNumber: z
        .string()
        .transform((digits) => digits.replace(/[\s-]/g, ''))
        .refine((digits) => /^\d{6,15}$/.test(digits), 'write 6 to 15 digits'),
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
  const parsed = payBody.safeParse(body);
  if (!parsed.success) {
    const faults = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
    throw new Refusal(400, 'invalid_request', faults.join('; '));
  }
  const { amount, ...rest } = parsed.data;
  return { ...rest, amountSatang: amount };
}

/** Keys of the API and tokens of the page are kept apart: neither can stand for the other. */
function readOnceKey(header: string): string | null {
  if (header === '') return null;
  if (onceKeyForm.test(header)) return `api:${header}`;
  throw new Refusal(400, 'invalid_idempotency_key', 'Write 1 to 255 visible ASCII characters.');
}
