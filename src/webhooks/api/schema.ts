import { z } from 'zod';
import { eventNames, readEventName, type EventName } from '../../kernel/events/rules/events';
import { createdAt, cursorFields, singlePageFields } from '../../contract/described-fields';
import { cursorQuery } from '../../http/pagination';
import { id, moment, optional, says, text } from '../../contract/fields';

/** More than there are event names, to allow for repeated ones. */
const EVENTS_MAX = 100;
const DESCRIPTION_LENGTH_MAX = 255;

const eventRule = says('invalid_event', `must be event names: ${eventNames.join(', ')}; got`);

const eventName = z
  .string(eventRule)
  .transform((written, context): EventName => {
    const name = readEventName(written);
    if (name !== null) return name;
    context.addIssue({ code: 'custom', message: eventRule.error });
    return z.NEVER;
  })
  .meta({ enum: [...eventNames] });

const url = z
  .string()
  .meta({ format: 'uri', description: 'Receives the events by POST. https; http in a sandbox.' });
const webhookId = z.string().describe('The id of the webhook.');
const someEvent = z.enum(eventNames).describe('The name of the event.');
const events = z
  .array(eventName, eventRule)
  .min(1, says('invalid_event', 'must name at least one event'))
  .max(EVENTS_MAX, says('invalid_event', `must name at most ${EVENTS_MAX} events`))
  .describe('The events that it subscribes to.');
const unprintable = { error: 'must have 16 to 256 printable characters' };
const secret = z
  .string(unprintable)
  .regex(/^[^\p{Cc}\p{Cf}\p{Co}]{16,256}$/u, unprintable)
  .refine((written) => !/\p{Cs}/u.test(written), unprintable)
  .meta({
    minLength: 16,
    maxLength: 256,
    description:
      '16 to 256 printable characters, whose UTF-8 bytes are the key; or `whsec_` and the base64 ' +
      'of 24 to 64 bytes, which are the key (Standard Webhooks).',
  });
const description = text(DESCRIPTION_LENGTH_MAX).describe('A note for your team.');

export const webhookRequest = z
  .object({
    url,
    events,
    secret: optional(secret),
    description: optional(description),
  })
  .meta({ id: 'WebhookRequest' });

/** Omitted fields stay unchanged. */
export const webhookChange = z
  .object({
    url: url.optional(),
    events: events.optional(),
    description: description.nullable().optional(),
    enabled: z.boolean().optional().describe('False disables it; true enables it again.'),
  })
  .meta({ id: 'WebhookChange' });

export const rotateRequest = z.object({ secret: optional(secret) }).meta({ id: 'RotateRequest' });

export const replayRequest = z
  .object({
    since: moment('invalid_request').describe('Events from this time on.'),
    until: optional(moment('invalid_request').describe('Events until this time; absent: now.')),
    status: z
      .enum(['failed', 'all'])
      .default('failed')
      .describe(
        '`failed`: deliveries that failed. `all`: every event that the webhook subscribes to.',
      ),
  })
  .refine(({ since, until }) => until === null || since <= until, {
    path: ['until'],
    error: 'must not be before since.',
  })
  .meta({ id: 'ReplayRequest' });

export const webhookParams = z.object({
  id: id('wh_', 'webhook_not_found').describe('The `webhook_id` of the webhook.'),
});

export const webhook = z
  .object({
    webhook_id: webhookId,
    url: z.string().describe('Where the events are sent.'),
    events: z.array(z.enum(eventNames)).describe('The events that it subscribes to.'),
    status: z.enum(['active', 'disabled']).describe('A disabled webhook receives nothing.'),
    description: z.string().nullable().describe('Your note. Null without one.'),
    disabled_reason: z
      .string()
      .nullable()
      .describe(
        '`merchant`: you disabled it. `gone`: the URL answered 410. `failing`: every attempt of ' +
          'five days failed. Null while it is active.',
      ),
    created_at: createdAt,
  })
  .meta({ id: 'Webhook' });

/** Only this response contains the secret. */
export const createdWebhook = webhook
  .extend({
    secret: z.string().describe('Verifies its signatures. Only this response contains it.'),
    warning: z
      .string()
      .nullable()
      .meta({ description: 'Why deliveries will fail. Null when the ping was answered 2xx.' }),
  })
  .meta({ id: 'CreatedWebhook' });

export const webhookPage = z
  .object({
    webhooks: z.array(webhook).describe('All webhooks.'),
    ...singlePageFields,
  })
  .meta({ id: 'WebhookPage' });

export const deletedWebhook = z
  .object({
    webhook_id: webhookId,
    deleted: z.literal(true).describe('Always true.'),
  })
  .meta({ id: 'DeletedWebhook' });

const attemptFields = {
  status_code: z.int().nullable().describe('The HTTP status of the answer. Null without one.'),
  duration_ms: z.int().describe('How long the attempt took, in milliseconds.'),
  error: z.string().nullable().describe('Why there was no answer. Null with an answer.'),
  answer: z.string().nullable().describe('The beginning of the body of the answer.'),
};

export const ping = z
  .object({
    delivered: z.boolean().describe('Whether the answer was 2xx.'),
    ...attemptFields,
  })
  .meta({ id: 'Ping' });

export const deliveryParams = z.object({
  id: id('dlv_', 'delivery_not_found').describe('The `delivery_id` of the delivery.'),
});
export const eventParams = z.object({
  id: id('evt_', 'event_not_found').describe('The `id` of the event.'),
});
export const replayParams = z.object({
  id: id('rpl_', 'replay_not_found').describe('The `replay_id` of the replay.'),
});

export const deliveriesQuery = z.object(cursorQuery);
export const delivery = z
  .object({
    delivery_id: z.string().describe('The id of the delivery.'),
    event_id: z.string().describe('The id of the event that it delivers.'),
    webhook_id: webhookId,
    event: someEvent,
    status: z
      .enum(['pending', 'succeeded', 'failed'])
      .describe('`pending`: it is attempted again. `failed`: it is not.'),
    attempts: z
      .array(z.object({ at: z.iso.datetime().describe('When it was sent.'), ...attemptFields }))
      .describe('Every request so far, oldest first.'),
    next_attempt_at: z.iso.datetime().nullable().describe('Null: there is none.'),
    created_at: createdAt,
  })
  .meta({ id: 'Delivery' });
export const deliveryPage = z
  .object({
    deliveries: z.array(delivery).describe('Newest first.'),
    ...cursorFields,
  })
  .meta({ id: 'DeliveryPage' });

export const eventsQuery = z.object({
  ...cursorQuery,
  event: z.enum(eventNames).optional().describe('Only events of this name.'),
  object_id: text(100, 'invalid_parameters')
    .optional()
    .describe('Only events of this object: the id of a payment, refund, deposit and so on.'),
});
export const event = z
  .object({
    id: z.string().describe('Identical for every delivery of this event.'),
    event: someEvent,
    data: z.record(z.string(), z.unknown()).describe('The object as it was when it happened.'),
    timestamp: z.iso.datetime().describe('When the event happened.'),
    sequence: z.int().describe('Increases with each event of the same object, starting at 1.'),
  })
  .meta({ id: 'Event' });
export const eventPage = z
  .object({
    events: z.array(event).describe('Newest first.'),
    ...cursorFields,
  })
  .meta({ id: 'EventPage' });

export const replay = z
  .object({
    replay_id: z.string().describe('The id of the replay.'),
    webhook_id: webhookId,
    status: z
      .enum(['running', 'done', 'stopped'])
      .describe('`stopped`: the webhook was disabled or deleted before the end.'),
    only_failed: z.boolean().describe('Whether it delivers only what had failed.'),
    since: z.iso.datetime().describe('Start of the period.'),
    until: z.iso.datetime().describe('End of the period.'),
    total: z.int().describe('How many events it delivers.'),
    replayed: z.int().describe('How many of them it has scheduled so far.'),
    created_at: createdAt,
    finished_at: z.iso.datetime().nullable().describe('When it ended. Null while it is running.'),
  })
  .meta({ id: 'Replay' });
