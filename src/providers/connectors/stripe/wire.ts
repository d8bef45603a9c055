import { z } from 'zod';
import type { RequestOf } from '../connector';
import { satang } from '../satang';

/** Sent with every request. Stripe answers in the form of this version. */
export const STRIPE_VERSION = '2026-08-26.dahlia';

/** A Stripe account may serve other systems, and `order_id` is a common key of theirs. */
const ORDER_KEY = 'saphan_order_id';

export const paymentIntentId = /^pi_\w{1,250}$/;

const word = z.string().nullish();

const tagged = z.object({
  id: z.string().regex(/^\w{1,255}$/),
  metadata: z.object({ [ORDER_KEY]: z.string().min(1).max(100).optional() }).nullish(),
});

export type Tagged = z.output<typeof tagged>;

/** Of an expanded answer. */
const charge = z.object({
  object: z.literal('charge'),
  status: z.enum(['succeeded', 'pending', 'failed']),
  amount_refunded: satang,
  refunded: z.boolean(),
  disputed: z.boolean(),
  /** Null until Stripe has created it, as `charge.updated` announces. The fee includes its tax. */
  balance_transaction: z
    .object({ currency: z.literal('thb'), fee: satang })
    .nullish()
    .catch(null),
});

export const dispute = z.object({
  object: z.literal('dispute'),
  id: z.string().regex(/^\w{1,255}$/),
  amount: satang.min(1),
  currency: z.literal('thb'),
  payment_intent: z.string(),
  status: z.string(),
});

const waiting = ['requires_action', 'processing', 'requires_confirmation', 'requires_capture'];

export const paymentIntent = tagged
  .extend({
    object: z.literal('payment_intent'),
    id: z.string().regex(paymentIntentId),
    amount: satang,
    amount_received: satang,
    currency: z.literal('thb'),
    livemode: z.boolean(),
    status: z.enum(['succeeded', 'canceled', 'requires_payment_method', ...waiting]),
    cancellation_reason: word,
    latest_charge: z.union([z.string(), charge]).nullish(),
    last_payment_error: z.object({ code: word, decline_code: word, message: word }).nullish(),
    next_action: z
      .object({
        promptpay_display_qr_code: z.object({ data: z.string().min(1).max(5_000) }).nullish(),
        redirect_to_url: z.object({ url: word }).nullish(),
      })
      .nullish(),
  })
  .refine(({ status, amount_received: received }) => status !== 'succeeded' || received > 0);
export type PaymentIntent = z.output<typeof paymentIntent>;

/** Refunds have no `livemode`. */
export const refund = tagged.extend({
  object: z.literal('refund'),
  amount: satang.min(1),
  currency: z.literal('thb'),
  status: z.enum(['pending', 'requires_action', 'succeeded', 'failed', 'canceled']),
  /** Unix seconds. */
  created: z.int().min(0).nullish(),
  failure_reason: word,
});
export type Refund = z.output<typeof refund>;

export const balance = z.object({ object: z.literal('balance'), livemode: z.boolean() });

/** Newest first. */
export const list = z.object({
  object: z.literal('list'),
  data: z.array(tagged.loose()),
  has_more: z.boolean(),
});

export const event = z.object({
  object: z.literal('event'),
  type: z.string(),
  /** Unix seconds. */
  created: z.int().min(0),
  livemode: z.boolean(),
  data: z.object({
    object: tagged.extend({ id: word, currency: word, payment_intent: word.catch(null) }).loose(),
  }),
});

export const stripeError = z.object({
  error: z.object({ type: z.string(), code: word, decline_code: word, message: word }),
});

export const orderIdOf = ({ metadata }: Pick<z.output<typeof tagged>, 'metadata'>): string | null =>
  metadata?.[ORDER_KEY] ?? null;

const metadataOf = (orderId: string) => ({ [`metadata[${ORDER_KEY}]`]: orderId });

const intentForm = (orderId: string, amountSatang: number, method: Record<string, string>) =>
  new URLSearchParams({
    amount: String(amountSatang),
    currency: 'thb',
    confirm: 'true',
    ...method,
    ...metadataOf(orderId),
  });

export const qrForm = (orderId: string, amountSatang: number, payerEmail: string) =>
  intentForm(orderId, amountSatang, {
    'payment_method_types[]': 'promptpay',
    'payment_method_data[type]': 'promptpay',
    'payment_method_data[billing_details][email]': payerEmail,
  });

/**
 * For a payment method (`pm_…`) or a confirmation token (`ctoken_…`); null for another token.
 * Without a page to return to, a charge that its payer must authenticate fails.
 */
export function chargeForm({ orderId, amountSatang, token, returnUrl }: RequestOf<'charge'>) {
  const [, kind] = /^(pm|ctoken)_\w{1,250}$/.exec(token) ?? [];
  if (kind === undefined) return null;
  return intentForm(orderId, amountSatang, {
    [kind === 'pm' ? 'payment_method' : 'confirmation_token']: token,
    'payment_method_types[]': 'card',
    ...(returnUrl === undefined ? { error_on_requires_action: 'true' } : { return_url: returnUrl }),
  });
}

export const refundForm = (orderId: string, amountSatang: number, payment_intent: string) =>
  new URLSearchParams({ payment_intent, amount: String(amountSatang), ...metadataOf(orderId) });
