import { z } from 'zod';
import { redeliver } from '../../../webhooks/delivery-history';
import { expirePayment } from '../../payment/expire-payment';
import { findTimeline, type TimelinePosition } from '../../find-timeline';
import { definitionOf, orderKinds, type OrderKind } from '../../rules/kinds';
import type { ApiDeps } from '../../../http/api-deps';
import { id, orderId } from '../../../contract/fields';
import { nothing } from '../../../pages/kit/fields';
import { seeOther } from '../../../pages/kit/reply';
import type { Operation } from '../../../http/operation';
import { formAction, pageQuery, page } from '../../../pages/dashboard/frame/page';
import type { Refusal, SignedInContext } from '../../../pages/dashboard/frame/screen';
import { kindPages } from '../kinds';
import { position } from './position';
import type { ShownOrder } from './shown-order';
import { slipPictureOperation } from './slip-picture';
import { timelineScreen } from './view';

async function screenOf(
  deps: ApiDeps,
  context: SignedInContext,
  order: ShownOrder,
  before: TimelinePosition | null = null,
  refusal: Refusal | null = null,
) {
  const timeline = await findTimeline(deps, context.session.merchant, order, before);
  const at = { ...context, path: order.path };
  const bankUrl = deps.config.sandboxBank.linkUrl;
  return timelineScreen(at, { order, timeline, isFirst: before === null, bankUrl }, refusal);
}

const paramsOf = (kind: OrderKind) => {
  const { idPrefix, notFound } = definitionOf(kind);
  return z.object({ id: idPrefix === null ? orderId : id(idPrefix, notFound) });
};

const show = (kind: OrderKind): Operation =>
  page({
    name: `show${kind.charAt(0).toUpperCase()}${kind.slice(1)}`,
    summary: `A ${kind} with its timeline`,
    path: `/dashboard/${kind}s/:id`,
    params: paramsOf(kind),
    query: pageQuery.extend({ before: position.optional().catch(undefined) }),
    errors: [definitionOf(kind).notFound],
    render: async (deps, context, asked) =>
      screenOf(
        deps,
        context,
        await kindPages[kind].find(deps, context, asked.params.id),
        asked.query.before ?? null,
      ),
  });

const paymentParams = paramsOf('payment');

const deliveryParams = z.object({
  noun: z.enum(orderKinds.map((kind) => `${kind}s` as const)),
  id: z.string().regex(/^[0-9a-z_-]{1,80}$/),
  delivery: id('dlv_', 'delivery_not_found'),
});

export const timelineOperations: readonly Operation[] = [
  ...orderKinds.map(show),

  formAction({
    name: 'endPayment',
    summary: 'Expire a pending payment',
    path: '/dashboard/payments/:id/expire',
    role: 'developer',
    params: paymentParams,
    fields: nothing,
    errors: ['payment_not_found', 'state_conflict'],
    async handle(deps, { audit, session }, { params }) {
      await expirePayment(deps, audit, session.merchant, params.id);
      return seeOther(`/dashboard/payments/${params.id}`, 'payment_ended');
    },
    onError: async (deps, context, refusal, params) =>
      screenOf(
        deps,
        context,
        await kindPages.payment.find(deps, context, params.id),
        null,
        refusal,
      ),
  }),

  formAction({
    name: 'resendOrderEvent',
    summary: 'Resend an event of an order to a webhook',
    path: '/dashboard/:noun/:id/deliveries/:delivery/resend',
    role: 'developer',
    params: deliveryParams,
    fields: nothing,
    errors: ['delivery_not_found', 'state_conflict'],
    async handle(deps, { audit, session }, { params }) {
      await redeliver(deps, audit, session.merchant, params.delivery, null, () => '');
      return seeOther(`/dashboard/${params.noun}/${params.id}`, 'delivery_resent');
    },
  }),

  slipPictureOperation,
];
