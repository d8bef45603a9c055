import { z } from 'zod';
import { eventMeanings, eventNames, type EventName } from '../kernel/events/rules/events';
import { incomingKinds } from '../orders/rules/kinds';
import { paymentMachine } from '../orders/rules/kinds/payment';
import { withdrawalMachine } from '../orders/rules/kinds/withdrawal';
import { approval } from './approval';
import {
  amountCredited,
  amountReceived,
  amountRefunded,
  amountReversed,
  bankName,
  completedAt,
  currency,
  failure,
  late,
  orderAmount,
  paymentStatus,
  payoutReversed,
  payoutStatus,
  reference,
} from './described-fields';
import { checkoutLink, previousPaymentId } from './checkout-url';
import { feeFields, netField } from './fee';
import { eventPayer } from './payer';
import { refund } from './refund';

const metadata = z
  .record(z.string(), z.unknown())
  .nullable()
  .describe('Your metadata, as you sent it. Null without any.');

export const paymentSnapshot = z
  .object({
    payment_id: z.string().meta({ description: 'For a deposit: its `orderId`.' }),
    kind: z.enum(incomingKinds).describe('Which of both kinds of incoming order it is.'),
    status: z.enum(paymentMachine.states).describe(paymentStatus),
    amount: z.number().describe(orderAmount),
    currency,
    reference,
    metadata,
    completed_at: completedAt,
    late,
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
    order_id: z.string().describe('The `orderId` of the withdrawal.'),
    status: z.enum(withdrawalMachine.states).describe(payoutStatus),
    amount: z.number().describe(orderAmount),
    currency,
    username: z.string().describe("Your customer's user name, as you sent it."),
    bank_name: bankName,
    account_number: z.string().meta({ description: 'Masked.' }),
    failure,
    ...feeFields,
  })
  .meta({ id: 'WithdrawalEvent' });

export const adjustedPayment = paymentSnapshot
  .extend({
    amount_received: amountReceived,
    amount_credited: amountCredited,
    amount_refunded: amountRefunded,
    amount_reversed: amountReversed,
  })
  .meta({ id: 'PaymentAdjustedEvent' });
export const adjustedWithdrawal = withdrawalSnapshot
  .extend({ amount_reversed: payoutReversed })
  .meta({ id: 'WithdrawalAdjustedEvent' });

export const webhookSnapshot = z
  .object({
    webhook_id: z.string().describe('The id of the webhook.'),
    url: z.string().describe('Where its events were sent.'),
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
    event: z.literal(name).describe('The name of the event.'),
    data: snapshot.describe('The object as it was when the event happened.'),
    timestamp: z.iso.datetime().describe('When the event happened.'),
    sequence: z
      .int()
      .meta({ description: 'Increases with each event of the same object, starting at 1.' }),
  });
}
