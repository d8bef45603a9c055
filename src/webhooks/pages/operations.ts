import { z } from 'zod';
import { changeWebhook } from '../change-webhook';
import { createWebhook } from '../create-webhook';
import { deleteWebhook } from '../delete-webhook';
import { listDeliveries, redeliver } from '../delivery-history';
import { findWebhook } from '../find-webhook';
import { listWebhooks } from '../list-webhooks';
import { testWebhook, faults, type Ping } from '../ping-webhook';
import { replayWebhook } from '../replay-webhook';
import { rotateWebhookSecret } from '../rotate-webhook-secret';
import { eventNames } from '../../kernel/events/rules/events';
import { Problem } from '../../kernel/rules/problem';
import type { ApiDeps } from '../../http/api-deps';
import { cursor, writeCursor, type Position } from '../../http/cursor';
import { filled, id, says, text } from '../../contract/fields';
import { nothing } from '../../pages/kit/fields';
import { formAction, pageReply, pageQuery, page } from '../../pages/dashboard/frame/page';
import { seeOther } from '../../pages/kit/reply';
import type { Refusal, SignedInContext } from '../../pages/dashboard/frame/screen';
import { webhookScreen, type Pinged } from './detail-view';
import { WEBHOOKS, secretScreen, webhooksScreen } from './list-view';
import { sinces } from './texts';

const params = z.object({ id: id('wh_', 'webhook_not_found') });
type Params = z.output<typeof params>;
const PER_PAGE = 20;
const HOUR_MS = 60 * 60 * 1000;
const sinceMs = { hour: HOUR_MS, day: 24 * HOUR_MS, week: 168 * HOUR_MS, month: 720 * HOUR_MS };

/** A test's result in the URL: the HTTP status or the error, and the milliseconds. */
const tested = z
  .string()
  .regex(/^(\d{3}|[a-z_]{1,20})\.\d{1,6}$/)
  .transform((text): Pinged => {
    const [outcome = '', ms = ''] = text.split('.');
    const hasStatus = /^\d/.test(outcome);
    const error = faults.find((fault) => fault === outcome) ?? null;
    return {
      statusCode: hasStatus ? Number(outcome) : null,
      durationMs: Number(ms),
      error: hasStatus ? null : error,
    };
  });

const webhookFields = z.object({
  url: filled(2_000),
  description: text(255).optional(),
});

/** A single checked box arrives as a string, several as an array. */
const events = z
  .union([z.string().transform((name) => [name]), z.array(z.string())], says('invalid_event'))
  .pipe(z.array(z.enum(eventNames), says('invalid_event')).min(1));

async function listScreen(deps: ApiDeps, context: SignedInContext, refusal: Refusal | null) {
  return webhooksScreen(context, await listWebhooks(deps.db, context.session.merchant.id), refusal);
}

async function screenOf(
  deps: ApiDeps,
  context: SignedInContext,
  webhookId: string,
  { after = null, ping = null }: { after?: Position | null; ping?: Pinged | null } = {},
  refusal: Refusal | null = null,
) {
  const { merchant } = context.session;
  const webhook = await findWebhook(deps, merchant, webhookId);
  const slice = { limit: PER_PAGE, after };
  const { items, hasMore } = await listDeliveries(deps, merchant, webhookId, slice);
  const last = items.at(-1);
  return webhookScreen(
    context,
    {
      webhook,
      deliveries: items,
      cursor: hasMore && last !== undefined ? writeCursor(last) : null,
      isFirst: after === null,
      ping,
    },
    refusal,
  );
}

const onError = (
  deps: ApiDeps,
  context: SignedInContext,
  refusal: Refusal,
  { id: webhookId }: Params,
) => screenOf(deps, context, webhookId, {}, refusal);

const change = (verb: 'pause' | 'resume') =>
  formAction({
    name: `${verb}Webhook`,
    summary:
      verb === 'pause' ? 'Send a webhook nothing for a while' : 'Send a webhook events again',
    path: `${WEBHOOKS}/:id/${verb}`,
    role: 'developer',
    params,
    fields: nothing,
    errors: ['webhook_not_found'],
    async handle(deps, { audit, session }, asked) {
      const enabled = verb === 'resume';
      const { params: sent, stillAuthorized } = asked;
      await changeWebhook(deps, audit, session.merchant, sent.id, { enabled }, stillAuthorized);
      return seeOther(`${WEBHOOKS}/${asked.params.id}`, 'webhook_changed');
    },
  });

const viewOperations = [
  page({
    name: 'showWebhooks',
    summary: 'The webhooks of the merchant',
    path: WEBHOOKS,
    render: (deps, context) => listScreen(deps, context, null),
  }),

  page({
    name: 'showWebhook',
    summary: 'A webhook with its deliveries',
    path: `${WEBHOOKS}/:id`,
    params,
    query: pageQuery.extend({
      cursor: cursor.optional().catch(undefined),
      tested: tested.optional().catch(undefined),
    }),
    errors: ['webhook_not_found'],
    render: (deps, context, { params: { id: webhookId }, query }) =>
      screenOf(deps, context, webhookId, {
        after: query.cursor ?? null,
        ping: query.tested ?? null,
      }),
  }),
];

const ownOperations = [
  formAction({
    name: 'editWebhook',
    summary: 'Change the URL, the description or the events of a webhook',
    path: `${WEBHOOKS}/:id`,
    role: 'developer',
    stepUp: 'if_enrolled',
    params,
    fields: webhookFields.extend({ events: events.optional() }),
    errors: ['webhook_not_found', 'invalid_event', 'invalid_url'],
    async handle(deps, { audit, session }, { params: { id: webhookId }, fields, stillAuthorized }) {
      const { url, description = '', events: names } = fields;
      if (names === undefined) throw new Problem('invalid_event', { param: 'events' });
      const asked = { url, events: names, description: description || null };
      await changeWebhook(deps, audit, session.merchant, webhookId, asked, stillAuthorized);
      return seeOther(`${WEBHOOKS}/${webhookId}`, 'webhook_changed');
    },
    onError,
  }),

  formAction({
    name: 'addWebhook',
    summary: 'Create a webhook and show its secret once',
    path: WEBHOOKS,
    role: 'developer',
    stepUp: 'if_enrolled',
    creates: true,
    fields: webhookFields.extend({ events: events.optional() }),
    errors: ['invalid_event', 'invalid_url', 'too_many_webhooks'],
    async handle(deps, context, { fields, stillAuthorized }) {
      const { url, description = '', events: names } = fields;
      if (names === undefined) throw new Problem('invalid_event', { param: 'events' });
      const { audit } = context;
      const asked = { url, events: names, secret: null, description: description || null };
      const { merchant } = context.session;
      const answer = await createWebhook(
        deps,
        audit,
        merchant,
        asked,
        null,
        stillAuthorized,
        (created) => JSON.stringify([created.id, created.secret, created.warning !== null]),
      );
      const [webhookId, secret, isFailing] = JSON.parse(answer.body) as [string, string, boolean];
      return pageReply(context, secretScreen(context, webhookId, secret, isFailing));
    },
    onError: listScreen,
  }),

  formAction({
    name: 'rotateSecret',
    summary: 'Rotate the secret of a webhook and show it once',
    path: `${WEBHOOKS}/:id/rotate`,
    role: 'developer',
    stepUp: 'if_enrolled',
    params,
    fields: nothing,
    errors: ['webhook_not_found'],
    async handle(deps, context, asked) {
      const { audit } = context;
      const { merchant } = context.session;
      const answer = await rotateWebhookSecret(
        deps,
        audit,
        merchant,
        asked.params.id,
        null,
        null,
        ({ secret }) => secret,
      );
      const screen = secretScreen(context, asked.params.id, answer.body);
      return pageReply(context, screen);
    },
  }),

  change('pause'),
  change('resume'),

  formAction({
    name: 'removeWebhook',
    summary: 'Delete a webhook',
    path: `${WEBHOOKS}/:id/delete`,
    role: 'developer',
    params,
    fields: nothing,
    errors: ['webhook_not_found'],
    async handle(deps, { audit, session }, asked) {
      await deleteWebhook(deps, audit, session.merchant, asked.params.id);
      return seeOther(WEBHOOKS, 'webhook_deleted');
    },
  }),
];

const sendingOperations = [
  formAction({
    name: 'pingWebhook',
    summary: 'Send a test ping to a webhook and show the result',
    path: `${WEBHOOKS}/:id/test`,
    role: 'developer',
    params,
    fields: nothing,
    errors: ['webhook_not_found'],
    async handle(deps, context, asked) {
      const { audit } = context;
      const { merchant } = context.session;
      const answer = await testWebhook(deps, audit, merchant, asked.params.id, null, (pinged) =>
        JSON.stringify(pinged),
      );
      const { statusCode, durationMs, error } = JSON.parse(answer.body) as Ping;
      // The result is in the URL, so a reload does not send another test.
      const result = `${statusCode ?? error ?? ''}.${Math.round(durationMs)}`;
      return seeOther(`${WEBHOOKS}/${asked.params.id}?tested=${result}`);
    },
  }),

  formAction({
    name: 'resendDelivery',
    summary: 'Resend an event to a webhook',
    path: `${WEBHOOKS}/:id/deliveries/:delivery/resend`,
    role: 'developer',
    params: params.extend({ delivery: id('dlv_', 'delivery_not_found') }),
    fields: nothing,
    errors: ['webhook_not_found', 'delivery_not_found', 'state_conflict'],
    async handle(deps, { audit, session }, asked) {
      await redeliver(deps, audit, session.merchant, asked.params.delivery, null, () => '');
      return seeOther(`${WEBHOOKS}/${asked.params.id}`, 'delivery_resent');
    },
    onError,
  }),

  formAction({
    name: 'replayEvents',
    summary: 'Resend the events of a period to a webhook',
    path: `${WEBHOOKS}/:id/replay`,
    role: 'developer',
    params,
    fields: z.object({ since: z.enum(sinces), which: z.enum(['failed', 'all']) }),
    errors: ['webhook_not_found', 'state_conflict', 'too_many_to_replay'],
    async handle(deps, { audit, session, nowMs }, { params: { id: webhookId }, fields }) {
      const since = new Date(nowMs - sinceMs[fields.since]);
      const asked = { onlyFailed: fields.which === 'failed', since, until: null };
      await replayWebhook(deps, audit, session.merchant, webhookId, asked, null, () => '');
      return seeOther(`${WEBHOOKS}/${webhookId}`, 'replay_begun');
    },
    onError,
  }),
];

export const webhookPageOperations = [...viewOperations, ...ownOperations, ...sendingOperations];
