import { z } from 'zod';
import { eventNames, readEventName } from '../../domain/events';
import type { EventName } from '../../domain/events';
import { id, optional, says } from '../fields';

/** As many as anyone can mean, names twice included. */
const EVENTS_MAX = 100;

const eventName = z
  .string(says('invalid_event'))
  .transform((written, context): EventName => {
    const name = readEventName(written);
    if (name !== null) return name;
    context.addIssue({ code: 'custom', message: 'invalid_event' });
    return z.NEVER;
  })
  .meta({ enum: [...eventNames] });

const unprintable = { error: 'must have 16 to 256 printable characters.' };

export const webhookRequest = z
  .object({
    url: z.string(says('invalid_request')).meta({ format: 'uri' }),
    events: z
      .array(eventName, says('invalid_event'))
      .min(1, says('invalid_event'))
      .max(EVENTS_MAX, says('invalid_event')),
    secret: optional(
      z
        .string(says('invalid_request'))
        .regex(/^[^\p{Cc}\p{Cf}\p{Co}]{16,256}$/u, unprintable)
        .refine((secret) => !/\p{Cs}/u.test(secret), unprintable),
    ),
  })
  .meta({ id: 'WebhookRequest' });

export const webhookParams = z.object({ id: id('wh_', 'webhook_not_found') });

export const webhook = z
  .object({
    webhook_id: z.string(),
    url: z.string(),
    events: z.array(z.enum(eventNames)),
    status: z.enum(['active', 'disabled']),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'Webhook' });

/** The secret is shown this once. */
export const createdWebhook = webhook.extend({ secret: z.string() }).meta({ id: 'CreatedWebhook' });

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

export const deletedWebhook = z
  .object({ webhook_id: z.string(), deleted: z.literal(true) })
  .meta({ id: 'DeletedWebhook' });
