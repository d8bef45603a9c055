import { createWebhook } from '../../application/create-webhook';
import { deleteWebhook } from '../../application/delete-webhook';
import { findWebhook } from '../../application/find-webhook';
import { listWebhooks } from '../../application/list-webhooks';
import { operation } from '../operation';
import { json } from '../reply';
import { exampleCreated, exampleRequest, exampleWebhook } from './example';
import { presentCreatedWebhook, presentWebhook, presentWebhookPage } from './present';
import {
  createdWebhook,
  deletedWebhook,
  webhook,
  webhookPage,
  webhookParams,
  webhookRequest,
} from './schema';

export const webhookOperations = [
  operation({
    name: 'createWebhook',
    summary: 'Register a URL for events; it must answer a signed ping first',
    family: 'qr',
    method: 'POST',
    path: '/Thai/v1/webhooks',
    auth: 'merchant',
    creates: true,
    body: webhookRequest,
    success: { status: 200, schema: createdWebhook, example: exampleCreated },
    example: { body: exampleRequest },
    links: [
      { to: 'readWebhook', params: { id: '/webhook_id' } },
      { to: 'deleteWebhook', params: { id: '/webhook_id' } },
    ],
    errors: ['invalid_event', 'invalid_url', 'too_many_webhooks'],
    respond: (deps, { caller, body, claim }) =>
      createWebhook(deps, caller, body, claim, (created) =>
        JSON.stringify(presentCreatedWebhook(created)),
      ),
  }),

  operation({
    name: 'listWebhooks',
    summary: 'All webhooks, newest first',
    family: 'qr',
    method: 'GET',
    path: '/Thai/v1/webhooks',
    auth: 'merchant',
    success: { status: 200, schema: webhookPage },
    errors: [],
    async respond(deps, { caller }) {
      return json(200, presentWebhookPage(await listWebhooks(deps, caller)));
    },
  }),

  operation({
    name: 'readWebhook',
    summary: 'One webhook, without its secret',
    family: 'qr',
    method: 'GET',
    path: '/Thai/v1/webhooks/:id',
    auth: 'merchant',
    params: webhookParams,
    success: { status: 200, schema: webhook, example: exampleWebhook },
    errors: ['webhook_not_found'],
    async respond(deps, { caller, params }) {
      return json(200, presentWebhook(await findWebhook(deps, caller, params.id)));
    },
  }),

  operation({
    name: 'deleteWebhook',
    summary: 'Send no more events to a webhook',
    family: 'qr',
    method: 'DELETE',
    path: '/Thai/v1/webhooks/:id',
    auth: 'merchant',
    params: webhookParams,
    success: { status: 200, schema: deletedWebhook },
    errors: ['webhook_not_found'],
    async respond(deps, { caller, params }) {
      await deleteWebhook(deps, caller, params.id);
      return json(200, { webhook_id: params.id, deleted: true });
    },
  }),
];
