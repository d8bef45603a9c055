import { z } from 'zod';
import { redeliver } from '../../../../application/webhooks/delivery-history';
import { expirePayment } from '../../../../application/payments/expire-payment';
import { findDeposit } from '../../../../application/deposits/find-deposit';
import { findPayment } from '../../../../application/payments/find-payment';
import { findRefund } from '../../../../application/payments/find-refund';
import { findTimeline } from '../../../../application/orders/find-timeline';
import type { TimelinePosition } from '../../../../application/orders/find-timeline';
import { findWithdrawal } from '../../../../application/payouts/find-withdrawal';
import type { ProblemCode } from '../../../../domain/problem';
import type { ApiDeps } from '../../../../http/api-deps';
import { checkoutUrl } from '../../../../contract/checkout-url';
import { id, orderId } from '../../../../contract/fields';
import { nothing } from '../../../kit/fields';
import { seeOther } from '../../../kit/reply';
import type { Operation } from '../../../../http/operation';
import { formAction, pageQuery, page } from '../../frame/page';
import type { Refusal, SignedInContext } from '../../frame/screen';
import { position } from './position';
import { shownDeposit, shownPayment, shownRefund, shownWithdrawal } from './shown-order';
import type { ShownOrder } from './shown-order';
import { slipPictureOperation } from './slip-picture';
import { timelineScreen } from './view';

/** Throws Problem `…_not_found` if the merchant has no such order. */
type Find = (deps: ApiDeps, context: SignedInContext, orderId: string) => Promise<ShownOrder>;

const find = {
  payment: async (deps, context, paymentId) =>
    shownPayment(
      context,
      await findPayment(deps, context.session.merchant, paymentId),
      deps.config.http.publicUrl,
    ),

  async deposit(deps, context, depositId) {
    const found = await findDeposit(deps, context.session.merchant, depositId);
    const { pageToken } = found.deposit;
    return shownDeposit(context, found, checkoutUrl(deps.config.http.publicUrl, pageToken));
  },

  withdrawal: async (deps, context, withdrawalId) =>
    shownWithdrawal(context, await findWithdrawal(deps, context.session.merchant, withdrawalId)),

  refund: async (deps, context, refundId) =>
    shownRefund(context, await findRefund(deps, context.session.merchant, refundId)),
} satisfies Record<string, Find>;

async function screenOf(
  deps: ApiDeps,
  context: SignedInContext,
  order: ShownOrder,
  before: TimelinePosition | null = null,
  refusal: Refusal | null = null,
) {
  const timeline = await findTimeline(deps, context.session.merchant, order, before);
  const at = { ...context, path: order.path };
  return timelineScreen(at, { order, timeline, isFirst: before === null }, refusal);
}

const show = (
  kind: keyof typeof find,
  params: z.ZodType<{ readonly id: string }>,
  error: ProblemCode,
): Operation =>
  page({
    name: `show${kind.charAt(0).toUpperCase()}${kind.slice(1)}`,
    summary: `One ${kind}, and all that happened to it`,
    path: `/dashboard/${kind}s/:id`,
    params,
    query: pageQuery.extend({ before: position.optional().catch(undefined) }),
    errors: [error],
    render: async (deps, context, asked) =>
      screenOf(
        deps,
        context,
        await find[kind](deps, context, asked.params.id),
        asked.query.before ?? null,
      ),
  });

const paymentParams = z.object({ id: id('pay_', 'payment_not_found') });
const transferParams = z.object({ id: orderId });

const deliveryParams = z.object({
  noun: z.enum(['payments', 'deposits', 'withdrawals', 'refunds']),
  id: z.string().regex(/^[0-9a-z_-]{1,80}$/),
  delivery: id('dlv_', 'delivery_not_found'),
});

export const timelineOperations: readonly Operation[] = [
  show('payment', paymentParams, 'payment_not_found'),
  show('deposit', transferParams, 'order_not_found'),
  show('withdrawal', transferParams, 'order_not_found'),
  show('refund', z.object({ id: id('re_', 'refund_not_found') }), 'refund_not_found'),

  formAction({
    name: 'endPayment',
    summary: 'End a pending payment now',
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
      screenOf(deps, context, await find.payment(deps, context, params.id), null, refusal),
  }),

  formAction({
    name: 'resendOrderEvent',
    summary: 'Send an event of an order to a webhook once more',
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
