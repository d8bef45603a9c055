import { z } from 'zod';
import { eventMeanings, eventNames, type EventName } from '../kernel/events/rules/events';
import { incomingKinds } from '../orders/rules/kinds';
import { paymentMachine } from '../orders/rules/kinds/payment';
import { withdrawalMachine } from '../orders/rules/kinds/withdrawal';
import { approval } from './approval';
import { checkoutLink, previousPaymentId } from './checkout-url';
import { feeFields, netField } from './fee';
import { eventPayer } from './payer';
import { refund } from './refund';

const failure = z.object({ code: z.string(), message: z.string() }).nullable();
const metadata = z.record(z.string(), z.unknown()).nullable();

export const paymentSnapshot = z
  .object({
    payment_id: z.string().meta({ description: 'For a deposit: its `orderId`.' }),
    kind: z.enum(incomingKinds),
    status: z.enum(paymentMachine.states),
    amount: z.number(),
    currency: z.literal('THB'),
    reference: z.string().nullable(),
    metadata,
    completed_at: z.iso.datetime().nullable(),
    late: z
      .boolean()
      .meta({ description: 'The money arrived after the order had expired or failed.' }),
    payer_matches: z
      .boolean()
      .nullable()
      .meta({
        description:
          'Of a deposit: whether the money came from the expected account. False: another ' +
          'account paid. Null: not paid, too little is known of the payer, or not a deposit.',
      }),
    payer: eventPayer,
    failure,
    ...feeFields,
    ...netField,
    payment_link_id: z
      .string()
      .optional()
      .meta({ description: 'Of a payment that was started on the page of a payment link.' }),
    checkout_url: checkoutLink.nullable().meta({
      description:
        'As in the first event of the payment. Null when the payment is older than the URL, or ' +
        'its first event was deleted.',
    }),
    previous_payment_id: previousPaymentId,
  })
  .meta({ id: 'PaymentEvent' });

export const withdrawalSnapshot = z
  .object({
    order_id: z.string(),
    status: z.enum(withdrawalMachine.states),
    amount: z.number(),
    currency: z.literal('THB'),
    username: z.string(),
    bank_name: z.string(),
    account_number: z.string().meta({ description: 'Masked.' }),
    failure,
    ...feeFields,
  })
  .meta({ id: 'WithdrawalEvent' });

const amountReversed = z
  .number()
  .meta({ description: 'The part of the amount that was reversed afterwards.' });
export const adjustedPayment = paymentSnapshot
  .extend({
    amount_received: z.number(),
    amount_credited: z
      .number()
      .meta({ description: 'What the balance has of it: credited, and not reversed.' }),
    amount_refunded: z.number(),
    amount_reversed: amountReversed,
  })
  .meta({ id: 'PaymentAdjustedEvent' });
export const adjustedWithdrawal = withdrawalSnapshot
  .extend({ amount_reversed: amountReversed })
  .meta({ id: 'WithdrawalAdjustedEvent' });

export const webhookSnapshot = z
  .object({
    webhook_id: z.string(),
    url: z.string(),
    reason: z.string().meta({
      description: '`gone`: the URL returned 410. `failing`: deliveries failed for five days.',
    }),
  })
  .meta({ id: 'WebhookEvent' });

/** Sent to every webhook, independently of its subscriptions. */
type Ping = 'webhook.ping';

interface EventText {
  readonly name: EventName | Ping;
  readonly meaning: string;
  readonly schema: z.ZodType;
}

export const eventTexts: readonly EventText[] = [
  ...eventNames.map((name) => ({
    name,
    meaning: eventMeanings[name],
    schema: bodyOf(name, snapshotOf(name)),
  })),
  {
    name: 'webhook.ping',
    meaning: 'A webhook is being created or tested. Respond with any status',
    schema: bodyOf('webhook.ping', z.object({})),
  },
];

function snapshotOf(name: EventName): z.ZodType {
  if (name === 'payment.adjusted') return adjustedPayment;
  if (name === 'withdrawal.adjusted') return adjustedWithdrawal;
  if (name.startsWith('payment.')) return paymentSnapshot;
  if (name.startsWith('webhook.')) return webhookSnapshot;
  if (name.startsWith('approval.')) return approval;
  return name.startsWith('withdrawal.') ? withdrawalSnapshot : refund;
}

function bodyOf(name: EventName | Ping, snapshot: z.ZodType): z.ZodType {
  return z.object({
    id: z.string().meta({ description: 'Identical for every delivery of this event.' }),
    event: z.literal(name),
    data: snapshot,
    timestamp: z.iso.datetime(),
    sequence: z
      .int()
      .meta({ description: 'Increases with each event of the same object, starting at 1.' }),
  });
}
