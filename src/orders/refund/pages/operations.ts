import { z } from 'zod';
import { createRefund } from '../create-refund';
import { findPayment } from '../../payment/find-payment';
import { previewRefund, type RefundPreview, type Refunder } from '../refund-terms';
import { findBankCode } from '../../../kernel/rules/banks';
import { Problem, type ProblemCode } from '../../../kernel/rules/problem';
import { mayActAs } from '../../../kernel/rules/realm';
import { permissionsOf } from '../../../kernel/rules/role';
import type { BankAccount } from '../../../platform/observe/request-subject';
import type { ApiDeps } from '../../../http/api-deps';
import { accountNumber, filled, id, text } from '../../../contract/fields';
import { fingerprint } from '../../../http/middleware/idempotency';
import { refundAmount } from '../../../contract/refund';
import { orNull, typedBaht } from '../../../pages/kit/fields';
import { seeOther } from '../../../pages/kit/reply';
import type { Operation } from '../../../http/operation';
import { actForm, formAction, pageReply, page } from '../../../pages/dashboard/frame/page';
import type { Refusal, SignedInContext } from '../../../pages/dashboard/frame/screen';
import { orderPath } from '../../pages/parts';
import { bankReference } from './bank-reference';
import { DRAFT_FOR_MS, draftText } from '../../pages/draft';
import { openDraft, sealDraft, type RefundDraft } from './draft';
import { refundFormScreen, refundReviewScreen } from './view';

const params = z.object({ id: id('pay_', 'payment_not_found') });
type Params = z.output<typeof params>;

/** Problems of `createRefund`, except those of the balance, which is checked at the creation. */
const previewErrors = [
  'invalid_amount',
  'payment_not_found',
  'payment_not_refundable',
  'refund_window_passed',
  'refund_exceeds_remaining',
  'partial_refund_not_supported',
  'missing_destination',
  'destination_not_supported',
  'permission_denied',
] as const satisfies readonly ProblemCode[];

/** Parsed by the same rules as the API's. */
const amount = typedBaht(refundAmount);

const fields = z.object({
  amount,
  reason: orNull(text(255)),
  bank_name: filled(100).optional(),
  account_number: accountNumber.optional(),
  account_name: filled(100).optional(),
});

/** A role has the refund permissions of the corresponding API key. */
const refunderOf = ({ session }: SignedInContext): Refunder => ({
  ...session.merchant,
  permissions: permissionsOf(session.role),
});

function destinationIn(sent: z.output<typeof fields>): BankAccount | null {
  const { bank_name: bankName, account_number: number, account_name: accountName } = sent;
  if (bankName === undefined || number === undefined || accountName === undefined) return null;
  return { bankCode: findBankCode(bankName), bankName, accountNumber: number, accountName };
}

async function formScreen(
  deps: ApiDeps,
  context: SignedInContext,
  paymentId: string,
  refusal: Refusal | null = null,
) {
  const { merchant } = context.session;
  const payment = await findPayment(deps, merchant, paymentId);
  const preview = await previewOrCode(deps, context, paymentId);
  const at = { ...context, path: `${orderPath('payment', paymentId)}/refund` };
  return refundFormScreen(at, { payment, preview }, refusal);
}

/** The refundable amount, or why no refund is possible. */
async function previewOrCode(
  deps: ApiDeps,
  context: SignedInContext,
  paymentId: string,
): Promise<RefundPreview | ProblemCode> {
  const asked = { paymentId, amountSatang: null, destination: null };
  try {
    return await previewRefund(deps, refunderOf(context), asked);
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error;
    const requiresOwner =
      error.code === 'missing_destination' && !mayActAs(context.session, 'owner');
    return requiresOwner ? 'permission_denied' : error.code;
  }
}

const onError = (
  deps: ApiDeps,
  context: SignedInContext,
  refusal: Refusal,
  { id: paymentId }: Params,
) => formScreen(deps, context, paymentId, refusal);

/** Creates the refund and its audit event. Returns the refund's id. */
async function make(
  deps: ApiDeps,
  context: SignedInContext,
  { paymentId, amountSatang, reason, destination, key }: RefundDraft,
): Promise<string> {
  const merchant = refunderOf(context);
  const request = { paymentId, amountSatang, reason, metadata: null, destination };
  const claim = {
    merchantId: merchant.id,
    operation: 'makeRefund',
    key,
    fingerprint: fingerprint({}, request),
  };
  const { audit } = context;
  const { order } = await createRefund(deps, audit, merchant, request, claim);
  return order.id;
}

export const refundFormOperations: readonly Operation[] = [
  page({
    name: 'showRefundForm',
    summary: 'The form of a refund',
    path: '/dashboard/payments/:id/refund',
    role: 'developer',
    params,
    errors: ['payment_not_found'],
    render: (deps, context, asked) => formScreen(deps, context, asked.params.id),
  }),

  formAction({
    name: 'reviewRefund',
    summary: 'Preview a refund before its confirmation',
    path: '/dashboard/payments/:id/refund/review',
    role: 'developer',
    params,
    fields,
    errors: previewErrors,
    async handle(deps, context, { params: { id: paymentId }, fields: sent }) {
      const merchant = refunderOf(context);
      const destination = destinationIn(sent);
      const asked = { paymentId, amountSatang: sent.amount, destination };
      const preview = await previewRefund(deps, merchant, asked);
      const payment = await findPayment(deps, merchant, paymentId);
      const sealed = sealDraft(deps.vault, {
        ...asked,
        merchantId: merchant.id,
        reason: sent.reason,
        key: `${paymentId} ${preview.refunds}`,
        untilMs: context.nowMs + DRAFT_FOR_MS,
      });
      const at = { ...context, path: `${orderPath('payment', paymentId)}/refund` };
      return pageReply(
        at,
        refundReviewScreen(at, { payment, preview }, { reason: sent.reason, sealed }),
      );
    },
    onError,
  }),

  actForm({
    act: 'refund_recorded',
    name: 'recordRefund',
    summary: 'Record a refund that the merchant has paid from its own provider account',
    path: '/dashboard/payments/:id/refund/record',
    params,
    fields: z.object({ amount, reference: bankReference, reason: fields.shape.reason }),
    errors: [
      ...previewErrors,
      'bank_reference_used',
      'insufficient_funds',
      'payout_limit_exceeded',
    ],
    input: ({ params: { id: paymentId }, fields: sent }, { session }) => ({
      merchantId: session.merchant.id,
      paymentId,
      amountSatang: sent.amount,
      bankReference: sent.reference,
      reason: sent.reason,
    }),
    back: ({ id: paymentId }) => orderPath('payment', paymentId),
    done: 'refund_recorded',
    onError,
  }),

  formAction({
    name: 'makeRefund',
    summary: 'Create a refund that was previewed',
    path: '/dashboard/payments/:id/refund',
    role: 'developer',
    creates: true,
    stepUp: 'required',
    params,
    fields: z.object({ draft: draftText }),
    errors: [
      ...previewErrors,
      'insufficient_funds',
      'payout_limit_exceeded',
      'idempotency_key_reused',
    ],
    async handle(deps, context, { params: { id: paymentId }, fields: { draft } }) {
      const { merchant } = context.session;
      await findPayment(deps, merchant, paymentId);
      const own = { merchantId: merchant.id, paymentId, nowMs: context.nowMs };
      const refundId = await make(deps, context, openDraft(deps.vault, draft, own));
      return seeOther(orderPath('refund', refundId), 'refund_begun');
    },
    onError,
  }),
];
