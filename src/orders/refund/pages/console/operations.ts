import { z } from 'zod';
import { findManualRefund, pageOfManualRefunds, viewDestination } from '../../manual-refunds';
import { filled, id, says } from '../../../../contract/fields';
import { REASON_LENGTH_MIN } from '../../../../exceptions/rules/exception';
import { mayActAs } from '../../../../kernel/rules/realm';
import type { ApiDeps } from '../../../../http/api-deps';
import { actForm, page, pageQuery } from '../../../../pages/console/frame/page';
import type { Refusal, Screen, SignedInContext } from '../../../../pages/console/frame/screen';
import { bankReference } from '../bank-reference';
import { refundTaskScreen } from './detail-view';
import { refundTasksScreen } from './list-view';

const PATH = '/console/refunds';
const PER_PAGE = 50;

const params = z.object({ id: id('re_', 'refund_not_found') });

/** Shorter than other reasons: it becomes the failure of the refund. */
const reason = filled(200).refine(
  (value) => Array.from(value).length >= REASON_LENGTH_MIN,
  says('reason_too_short'),
);

async function show(
  deps: ApiDeps,
  context: SignedInContext,
  refundId: string,
  refusal: Refusal | null = null,
): Promise<Screen> {
  const refund = await findManualRefund(deps, refundId);
  const mayPay = mayActAs(context.session, 'operator');
  const destination = mayPay ? await viewDestination(deps, context.audit, refund) : null;
  return refundTaskScreen(context, { refund, destination }, refusal);
}

const decision = {
  params,
  onError: (
    deps: ApiDeps,
    context: SignedInContext,
    refusal: Refusal,
    { id: refundId }: z.output<typeof params>,
  ) => show(deps, context, refundId, refusal),
  back: () => PATH,
};

export const consoleRefundOperations = [
  page({
    name: 'showManualRefunds',
    summary: 'Open manual refunds, oldest first',
    path: PATH,
    query: pageQuery.extend({
      after: z
        .string()
        .regex(/^re_[0-9a-z]{1,64}$/)
        .nullable()
        .catch(null),
    }),
    async render(deps, context, { query: { after } }) {
      const found = await pageOfManualRefunds(deps, { after, limit: PER_PAGE });
      return refundTasksScreen(context, { ...found, isFirst: after === null });
    },
  }),

  page({
    name: 'showManualRefund',
    summary: 'A manual refund with the account that it is paid to',
    path: '/console/refunds/:id',
    params,
    errors: ['refund_not_found'],
    render: (deps, context, asked) => show(deps, context, asked.params.id),
  }),

  actForm({
    ...decision,
    act: 'refund_paid',
    name: 'payManualRefund',
    summary: 'Record the transfer of a manual refund',
    path: '/console/refunds/:id/paid',
    fields: z.object({ reference: bankReference }),
    errors: ['refund_not_found', 'bank_reference_used'],
    input: (sent) => ({ refundId: sent.params.id, bankReference: sent.fields.reference }),
    done: 'refund_paid',
  }),

  actForm({
    ...decision,
    act: 'refund_unpayable',
    name: 'releaseManualRefund',
    summary: 'End a manual refund that cannot be paid',
    path: '/console/refunds/:id/unpayable',
    fields: z.object({ reason }),
    errors: ['refund_not_found', 'reason_too_short'],
    input: (sent) => ({ refundId: sent.params.id, reason: sent.fields.reason }),
    done: 'refund_unpayable',
  }),
];
