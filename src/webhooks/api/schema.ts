import { z } from 'zod';
import { eventNames, readEventName, type EventName } from '../../kernel/events/rules/events';
import { cursor } from '../../http/cursor';
import { id, moment, optional, says, text, wholeNumber } from '../../contract/fields';

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

const url = z.string().meta({ format: 'uri' });
const events = z
  .array(eventName, eventRule)
  .min(1, says('invalid_event', 'must name at least one event'))
  .max(EVENTS_MAX, says('invalid_event', `must name at most ${EVENTS_MAX} events`));
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
const description = text(DESCRIPTION_LENGTH_MAX);

export const webhookRequest = z
  .object({
    url,
    events,
    secret: optional(secret),
    description: optional(description),
  })
  .meta({ id: 'WebhookRequest' });

/** Omitted fields stay unchanged. */
export const webhookChange = z.object({
  url: url.optional(),
  events: events.optional(),
  description: description.nullable().optional(),
  enabled: z.boolean().optional(),
});

export const rotateRequest = z.object({ secret: optional(secret) });

export const replayRequest = z
  .object({
    since: moment('invalid_request'),
    until: optional(moment('invalid_request')),
    /** `failed`: deliveries that failed. `all`: every event that the webhook subscribes to. */
    status: z.enum(['failed', 'all']).default('failed'),
  })
  .refine(({ since, until }) => until === null || since <= until, {
    path: ['until'],
    error: 'must not be before since.',
  });

export const webhookParams = z.object({ id: id('wh_', 'webhook_not_found') });

export const webhook = z
  .object({
    webhook_id: z.string(),
    url: z.string(),
    events: z.array(z.enum(eventNames)),
    status: z.enum(['active', 'disabled']),
    description: z.string().nullable(),
    /**
     * `merchant`; `gone`: the endpoint answered 410; `failing`: every attempt of five days failed.
     */
    disabled_reason: z.string().nullable(),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'Webhook' });

/** Only this response contains the secret. */
export const createdWebhook = webhook
  .extend({
    secret: z.string(),
    warning: z
      .string()
      .nullable()
      .meta({ description: 'Why deliveries will fail. Null when the ping was answered 2xx.' }),
  })
  .meta({ id: 'CreatedWebhook' });

export const webhookPage = z
  .object({
    webhooks: z.array(webhook),
    total: z.int(),
    limit: z.int(),
    offset: z.int(),
    has_more: z.literal(false),
    next_cursor: z.null(),
  })
  .meta({ id: 'WebhookPage' });

export const deletedWebhook = z.object({ webhook_id: z.string(), deleted: z.literal(true) });

export const ping = z.object({
  delivered: z.boolean(),
  status_code: z.int().nullable(),
  duration_ms: z.int(),
  error: z.string().nullable(),
  answer: z.string().nullable(),
});

export const deliveryParams = z.object({ id: id('dlv_', 'delivery_not_found') });
export const eventParams = z.object({ id: id('evt_', 'event_not_found') });
export const replayParams = z.object({ id: id('rpl_', 'replay_not_found') });

/** Paginated by cursor only: an offset would require an expensive count. */
const listQuery = { limit: wholeNumber(1, 100, 20), cursor: cursor.optional() };
const listFields = {
  limit: z.int(),
  has_more: z.boolean(),
  next_cursor: z.string().nullable(),
};

export const deliveriesQuery = z.object(listQuery);
export const delivery = z.object({
  delivery_id: z.string(),
  event_id: z.string(),
  webhook_id: z.string(),
  event: z.enum(eventNames),
  status: z.enum(['pending', 'succeeded', 'failed']),
  attempts: z.array(
    z.object({
      at: z.iso.datetime(),
      status_code: z.int().nullable(),
      duration_ms: z.int(),
      error: z.string().nullable(),
      answer: z.string().nullable(),
    }),
  ),
  next_attempt_at: z.iso.datetime().nullable(),
  created_at: z.iso.datetime(),
});
export const deliveryPage = z.object({ deliveries: z.array(delivery), ...listFields });

export const eventsQuery = z.object({
  ...listQuery,
  event: z.enum(eventNames).optional(),
  object_id: text(100, 'invalid_parameters').optional(),
});
export const event = z.object({
  id: z.string(),
  event: z.enum(eventNames),
  data: z.record(z.string(), z.unknown()),
  timestamp: z.iso.datetime(),
  sequence: z.int(),
});
export const eventPage = z.object({ events: z.array(event), ...listFields });

export const replay = z.object({
  replay_id: z.string(),
  webhook_id: z.string(),
  status: z.enum(['running', 'done', 'stopped']),
  only_failed: z.boolean(),
  since: z.iso.datetime(),
  until: z.iso.datetime(),
  total: z.int(),
  replayed: z.int(),
  created_at: z.iso.datetime(),
  finished_at: z.iso.datetime().nullable(),
});
