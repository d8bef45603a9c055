import { z } from 'zod';
import { accountNumber, filled, id, says } from '../../../contract/fields';
import type { ApiDeps } from '../../../http/api-deps';
import { reason } from '../../../pages/kit/fields';
import { actForm, page } from '../../../pages/console/frame/page';
import type { Refusal, SignedInContext } from '../../../pages/console/frame/screen';
import { REASON_LENGTH_MIN } from '../../../exceptions/rules/exception';
import { IDENTITY } from '../../find-business';
import { findVerifiedBusiness } from '../../list-verifiers';
import { businessPath, consoleBusinessScreen } from './view';

const PATH = '/console/merchants/:id/business';
const params = z.object({ id: id('mer_', 'merchant_not_found') });
type Params = z.output<typeof params>;

const evidence = reason.refine(
  (value) => Array.from(value).length >= REASON_LENGTH_MIN,
  says('reason_too_short'),
);

const show = async (
  deps: ApiDeps,
  context: SignedInContext,
  refusal: Refusal | null,
  merchantId: string,
) => consoleBusinessScreen(context, await findVerifiedBusiness(deps, merchantId), refusal);

const verified = {
  act: 'business_verified',
  params,
  errors: ['merchant_not_found', 'reason_too_short'],
  back: ({ id: merchantId }: Params) => businessPath(merchantId),
  done: 'business_verified',
  onError: (
    deps: ApiDeps,
    context: SignedInContext,
    refusal: Refusal,
    { id: merchantId }: Params,
  ) => show(deps, context, refusal, merchantId),
} as const;

const digest = filled(100);

export const consoleBusinessOperations = [
  page({
    name: 'showMerchantBusiness',
    summary: 'The details and the bank account of a merchant, and who verified them',
    path: PATH,
    params,
    errors: ['merchant_not_found'],
    render: (deps, context, asked) => show(deps, context, null, asked.params.id),
  }),

  actForm({
    ...verified,
    name: 'verifyIdentity',
    summary: 'Verify the names and the tax id of a merchant',
    path: `${PATH}/identity`,
    fields: z.object({ subject: z.literal(IDENTITY), digest, evidence }),
    input: ({ params: { id: merchantId }, fields }) => ({ merchantId, ...fields }),
  }),

  actForm({
    ...verified,
    name: 'verifyBankAccount',
    summary: 'Verify the bank account of a merchant',
    path: `${PATH}/account`,
    fields: z.object({
      subject: id('bac_', 'invalid_request'),
      digest,
      account_number: accountNumber,
      account_evidence: evidence,
    }),
    input: ({ params: { id: merchantId }, fields: { subject, ...sent } }) => ({
      merchantId,
      subject,
      digest: sent.digest,
      accountNumber: sent.account_number,
      evidence: sent.account_evidence,
    }),
  }),
];
