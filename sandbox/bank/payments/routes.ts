import { Router } from '@koa/router';
import { z } from 'zod';
import { satangToBaht } from '../../../src/kernel/rules/money';
import { ApiError } from '../../web/api-error';
import { readJson } from '../../web/requests';
import { presentCallback } from '../callbacks/routes';
import { accountNumber, baht, text } from '../fields';
import { paymentModes, type Payment } from '../records';
import { DELAY_SECONDS_MAX, type Payments } from './payments';

/** `POST /api/payments`. Amounts in baht. */
const payBody = z.object({
  qrData: z.string().max(2_048),
  mode: z.enum(paymentModes).default('pay'),
  amount: baht.nullable().default(null),
  delaySeconds: z.int().min(1).max(DELAY_SECONDS_MAX).nullable().default(null),
  payer: z.object({ bankName: text, accountNumber, accountName: text }).nullable().default(null),
});

export function paymentRoutes(payments: Payments): Router {
  const router = new Router({ prefix: '/payments' });
  router.post('/', async (ctx) => {
    const idempotencyKey = readIdempotencyKey(ctx.get('idempotency-key'));
    const { amount: amountSatang, ...body } = await readJson(ctx, payBody);
    const { payment, isNew } = payments.pay({ ...body, amountSatang, idempotencyKey });
    ctx.status = isNew ? 201 : 200;
    ctx.body = presentPayment(payment);
  });
  router.get('/:paymentId', (ctx) => {
    ctx.body = presentPayment(payments.find(ctx.params['paymentId'] ?? ''));
  });
  return router;
}

/** The prefix separates the keys of the API from the form tokens of the page. */
function readIdempotencyKey(header: string): string | null {
  if (header === '') return null;
  if (/^[\x21-\x7e]{1,255}$/.test(header)) return `api:${header}`;
  throw new ApiError(
    400,
    'invalid_idempotency_key',
    'Idempotency-Key must have 1 to 255 visible ASCII characters.',
  );
}

/** Without the payer's account. */
function presentPayment(payment: Payment): object {
  const { paymentId, mode, purpose, orderId, acceptedAt, dueAt, settledAt, callbacks } = payment;
  return {
    paymentId,
    status: settledAt === null ? 'scheduled' : mode === 'decline' ? 'declined' : 'paid',
    mode,
    purpose,
    orderId,
    amount: satangToBaht(payment.billedSatang),
    acceptedAt,
    dueAt,
    settledAt,
    callbacks: callbacks.map(presentCallback),
  };
}
