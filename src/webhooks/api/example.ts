import type { z } from 'zod';
import type {
  createdWebhook,
  replayRequest,
  webhook,
  webhookChange,
  webhookRequest,
} from './schema';

/** The sandbox bank answers pings at this address. */
const url = 'http://localhost:8081/';

export const exampleRequest: z.input<typeof webhookRequest> = {
  url,
  events: ['payment.succeeded', 'payment.failed'],
};

export const exampleWebhook: z.input<typeof webhook> = {
  webhook_id: 'wh_01kajs9v4q7n4y8u6x9z1a2b3c',
  url,
  events: ['payment.succeeded', 'payment.failed'],
  status: 'active',
  description: null,
  disabled_reason: null,
  created_at: '2026-11-21T10:00:00.000Z',
};

export const exampleCreated: z.input<typeof createdWebhook> = {
  ...exampleWebhook,
  secret: 'whsec_c2FwaGFuIGV4YW1wbGUgc2VjcmV0LCAzMiBieXRlcyE=',
  warning: null,
};

export const exampleChange: z.input<typeof webhookChange> = {
  events: ['payment.succeeded', 'refund.completed'],
  description: 'The till in the shop',
  enabled: true,
};

export const exampleReplay: z.input<typeof replayRequest> = {
  since: '2026-11-20T00:00:00.000Z',
  status: 'failed',
};
