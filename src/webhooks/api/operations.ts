import { changeWebhook } from '../change-webhook';
import { createWebhook } from '../create-webhook';
import { deleteWebhook } from '../delete-webhook';
import { listDeliveries, redeliver } from '../delivery-history';
import { findWebhook } from '../find-webhook';
import { findEvent, listEvents } from '../list-events';
import { listWebhooks } from '../list-webhooks';
import { testWebhook } from '../ping-webhook';
import { keyContext } from '../../kernel/audit/record-audit-event';
import { findReplay, replayWebhook } from '../replay-webhook';
import { rotateWebhookSecret } from '../rotate-webhook-secret';
import { readOperation } from '../../http/read-operation';
import { presentCursorPage } from '../../http/pagination';
import { operation } from '../../http/operation';
import { json } from '../../http/reply';
import {
  exampleChange,
  exampleCreated,
  exampleReplay,
  exampleRequest,
  exampleWebhook,
} from './example';
import {
  presentCreatedWebhook,
  presentDelivery,
  presentEvent,
  presentPing,
  presentReplay,
  presentWebhook,
  presentWebhookPage,
} from './present';
import {
  createdWebhook,
  deletedWebhook,
  deliveriesQuery,
  delivery,
  deliveryPage,
  deliveryParams,
  event,
  eventPage,
  eventParams,
  eventsQuery,
  ping,
  replay,
  replayParams,
  replayRequest,
  rotateRequest,
  webhook,
  webhookChange,
  webhookPage,
  webhookParams,
  webhookRequest,
} from './schema';

export const webhookOperations = [
  operation({
    name: 'createWebhook',
    summary: 'Create a webhook. Its URL must respond to a signed ping',
    family: 'qr',
    method: 'POST',
    path: '/Thai/v1/webhooks',
    auth: 'merchant',
    permission: 'webhooks:write',
    creates: true,
    body: webhookRequest,
    success: { status: 200, schema: createdWebhook, example: exampleCreated },
    example: { body: exampleRequest },
    links: [
      { to: 'readWebhook', params: { id: '/webhook_id' } },
      { to: 'changeWebhook', params: { id: '/webhook_id' } },
      { to: 'rotateWebhookSecret', params: { id: '/webhook_id' } },
      { to: 'testWebhook', params: { id: '/webhook_id' } },
      { to: 'listDeliveries', params: { id: '/webhook_id' } },
      { to: 'replayWebhook', params: { id: '/webhook_id' } },
      { to: 'deleteWebhook', params: { id: '/webhook_id' } },
    ],
    errors: ['invalid_event', 'invalid_url', 'too_many_webhooks'],
    respond(deps, { caller, stillAuthorized, body, claim, address }) {
      const audit = keyContext(caller, address);
      return createWebhook(deps, audit, caller, body, claim, stillAuthorized, (created) =>
        JSON.stringify(presentCreatedWebhook(created)),
      );
    },
  }),

  readOperation({
    name: 'listWebhooks',
    summary: 'List all webhooks, newest first',
    family: 'qr',
    path: '/Thai/v1/webhooks',
    permission: 'webhooks:read',
    schema: webhookPage,
    read: async (deps, { caller }) => presentWebhookPage(await listWebhooks(deps.db, caller.id)),
  }),

  readOperation({
    name: 'readWebhook',
    summary: 'Retrieve a webhook, without its secret',
    family: 'qr',
    path: '/Thai/v1/webhooks/:id',
    permission: 'webhooks:read',
    params: webhookParams,
    schema: webhook,
    example: exampleWebhook,
    errors: ['webhook_not_found'],
    read: async (deps, { caller, params }) =>
      presentWebhook(await findWebhook(deps, caller, params.id)),
  }),

  operation({
    name: 'deleteWebhook',
    summary: 'Delete a webhook',
    family: 'qr',
    method: 'DELETE',
    path: '/Thai/v1/webhooks/:id',
    auth: 'merchant',
    permission: 'webhooks:write',
    params: webhookParams,
    success: { status: 200, schema: deletedWebhook },
    errors: ['webhook_not_found'],
    async respond(deps, { caller, params, address }) {
      const audit = keyContext(caller, address);
      await deleteWebhook(deps, audit, caller, params.id);
      return json(200, { webhook_id: params.id, deleted: true });
    },
  }),

  operation({
    name: 'changeWebhook',
    summary: 'Update the URL, events or description of a webhook, or pause and resume it',
    family: 'qr',
    method: 'PATCH',
    path: '/Thai/v1/webhooks/:id',
    auth: 'merchant',
    permission: 'webhooks:write',
    params: webhookParams,
    body: webhookChange,
    success: { status: 200, schema: webhook },
    example: { body: exampleChange },
    errors: ['webhook_not_found', 'invalid_event', 'invalid_url'],
    async respond(deps, { caller, stillAuthorized, params, body, address }) {
      const { url, events, description, enabled } = body;
      const change = {
        ...(url === undefined ? {} : { url }),
        ...(events === undefined ? {} : { events }),
        ...(description === undefined ? {} : { description }),
        ...(enabled === undefined ? {} : { enabled }),
      };
      const audit = keyContext(caller, address);
      const changed = await changeWebhook(deps, audit, caller, params.id, change, stillAuthorized);
      return json(200, presentWebhook(changed));
    },
  }),

  operation({
    name: 'rotateWebhookSecret',
    summary: 'Rotate the secret of a webhook. The old secret also signs for 24 hours',
    family: 'qr',
    method: 'POST',
    path: '/Thai/v1/webhooks/:id/rotate-secret',
    auth: 'merchant',
    permission: 'webhooks:write',
    params: webhookParams,
    body: rotateRequest,
    bodyOptional: true,
    success: { status: 200, schema: createdWebhook },
    example: { body: {} },
    errors: ['webhook_not_found'],
    respond(deps, { caller, params, body, claim, address }) {
      const audit = keyContext(caller, address);
      return rotateWebhookSecret(deps, audit, caller, params.id, body.secret, claim, (rotated) =>
        JSON.stringify(presentCreatedWebhook({ ...rotated, warning: null })),
      );
    },
  }),

  operation({
    name: 'testWebhook',
    summary: 'Send a signed webhook.ping and return the result',
    family: 'qr',
    method: 'POST',
    path: '/Thai/v1/webhooks/:id/test',
    auth: 'merchant',
    permission: 'webhooks:write',
    params: webhookParams,
    success: { status: 200, schema: ping },
    errors: ['webhook_not_found'],
    respond(deps, { caller, params, claim, address }) {
      const audit = keyContext(caller, address);
      return testWebhook(deps, audit, caller, params.id, claim, (pinged) =>
        JSON.stringify(presentPing(pinged)),
      );
    },
  }),

  readOperation({
    name: 'listDeliveries',
    summary: 'List the deliveries of a webhook with their attempts, newest first',
    family: 'qr',
    path: '/Thai/v1/webhooks/:id/deliveries',
    permission: 'webhooks:read',
    params: webhookParams,
    query: deliveriesQuery,
    schema: deliveryPage,
    links: [{ to: 'redeliver', params: { id: '/deliveries/0/delivery_id' } }],
    errors: ['webhook_not_found'],
    async read(deps, { caller, params, query: { limit, cursor } }) {
      const slice = { limit, after: cursor ?? null };
      const page = await listDeliveries(deps, caller, params.id, slice);
      return {
        deliveries: page.items.map(presentDelivery),
        ...presentCursorPage(page, limit),
      };
    },
  }),

  operation({
    name: 'redeliver',
    summary: 'Resend an event to a webhook',
    family: 'qr',
    method: 'POST',
    path: '/Thai/v1/webhook-deliveries/:id/redeliver',
    auth: 'merchant',
    permission: 'webhooks:write',
    params: deliveryParams,
    success: { status: 200, schema: delivery },
    errors: ['delivery_not_found', 'state_conflict'],
    respond: (deps, { caller, params, claim, address }) =>
      redeliver(deps, keyContext(caller, address), caller, params.id, claim, (wanted) =>
        JSON.stringify(presentDelivery(wanted)),
      ),
  }),

  operation({
    name: 'replayWebhook',
    summary: 'Resend the events of a period, all or undelivered ones only',
    family: 'qr',
    method: 'POST',
    path: '/Thai/v1/webhooks/:id/replay',
    auth: 'merchant',
    permission: 'webhooks:write',
    params: webhookParams,
    body: replayRequest,
    success: { status: 200, schema: replay },
    example: { body: exampleReplay },
    links: [{ to: 'readReplay', params: { id: '/replay_id' } }],
    errors: ['webhook_not_found', 'state_conflict', 'too_many_to_replay'],
    respond: (deps, { caller, params, body, claim, address }) =>
      replayWebhook(
        deps,
        keyContext(caller, address),
        caller,
        params.id,
        { onlyFailed: body.status === 'failed', since: body.since, until: body.until },
        claim,
        (begun) => JSON.stringify(presentReplay(begun)),
      ),
  }),

  readOperation({
    name: 'readReplay',
    summary: 'Retrieve the progress of a replay',
    family: 'qr',
    path: '/Thai/v1/webhook-replays/:id',
    permission: 'webhooks:read',
    params: replayParams,
    schema: replay,
    errors: ['replay_not_found'],
    read: async (deps, { caller, params }) =>
      presentReplay(await findReplay(deps, caller, params.id)),
  }),

  readOperation({
    name: 'listEvents',
    summary: 'List the events of the last 90 days, newest first',
    family: 'qr',
    path: '/Thai/v1/events',
    permission: 'events:read',
    query: eventsQuery,
    schema: eventPage,
    links: [{ to: 'readEvent', params: { id: '/events/0/id' } }],
    async read(deps, { caller, query }) {
      const { limit, cursor, event: name = null, object_id: objectId = null } = query;
      const slice = { limit, after: cursor ?? null, name, objectId };
      const page = await listEvents(deps, caller, slice);
      return {
        events: page.items.map((item) => presentEvent(item, caller.permissions)),
        ...presentCursorPage(page, limit),
      };
    },
  }),

  readOperation({
    name: 'readEvent',
    summary: 'Retrieve an event',
    family: 'qr',
    path: '/Thai/v1/events/:id',
    permission: 'events:read',
    params: eventParams,
    schema: event,
    errors: ['event_not_found'],
    read: async (deps, { caller, params }) =>
      presentEvent(await findEvent(deps, caller, params.id), caller.permissions),
  }),
];
