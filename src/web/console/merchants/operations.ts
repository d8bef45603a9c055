import { z } from 'zod';
import {
  inviteOwnerOrPropose,
  enableMerchantOrPropose,
  setLimitOrPropose,
} from '../../../application/approvals/act-or-propose';
import { setMerchantStatus } from '../../../application/merchants/decide-merchant';
import { findMerchantDetail, pageOfMerchants } from '../../../application/merchants/find-merchants';
import { readBaht } from '../../../domain/money';
import type { ApiDeps } from '../../../http/api-deps';
import { id, says, text } from '../../../contract/fields';
import { email, reason } from '../../kit/fields';
import { doneOr, seeOther } from '../../kit/reply';
import { formAction, pageQuery, page } from '../frame/page';
import type { Refusal, SignedInContext } from '../frame/screen';
import { merchantScreen } from './detail-view';
import { merchantsScreen } from './list-view';

const PATH = '/console/merchants';
const PER_PAGE = 50;
const params = z.object({ id: id('mer_', 'merchant_not_found') });

const listQuery = pageQuery.extend({
  state: z.enum(['all', 'waiting', 'active', 'disabled']).catch('all'),
  q: text(100).catch('').default(''),
  after: z
    .string()
    .regex(/^mer_[0-9a-z]{1,64}$/)
    .nullable()
    .catch(null),
});

/** Baht with optional separators. Empty removes the limit. */
const limit = z.string(says('missing_parameter')).transform((typed, context): number | null => {
  if (typed.trim() === '') return null;
  const satang = readBaht(typed);
  if (satang !== null) return satang;
  context.addIssue({ code: 'custom', message: 'invalid_amount' });
  return z.NEVER;
});

const show = async (
  deps: ApiDeps,
  context: SignedInContext,
  refusal: Refusal | null,
  merchantId: string,
) => merchantScreen(context, await findMerchantDetail(deps, merchantId), refusal);

const onError = (
  deps: ApiDeps,
  context: SignedInContext,
  refusal: Refusal,
  { id: own }: { id: string },
) => show(deps, context, refusal, own);

export const consoleMerchantOperations = [
  page({
    name: 'showMerchants',
    summary: 'All merchants, newest first, with a filter for those that wait for approval',
    path: PATH,
    query: listQuery,
    async render(deps, context, { query: { state, q, after } }) {
      const slice = { state, word: q === '' ? null : q, after, limit: PER_PAGE };
      const found = await pageOfMerchants(deps, slice);
      return merchantsScreen(context, { ...found, state, word: q, isFirst: after === null });
    },
  }),

  page({
    name: 'showMerchant',
    summary: 'A merchant with its latest orders',
    path: '/console/merchants/:id',
    params,
    errors: ['merchant_not_found'],
    render: (deps, context, asked) => show(deps, context, null, asked.params.id),
  }),

  ...(['enable', 'disable'] as const).map((name) =>
    formAction({
      name: `${name}Merchant`,
      summary: name === 'enable' ? 'Let a merchant create' : 'Stop a merchant from creating',
      path: `/console/merchants/:id/${name}`,
      role: 'operator',
      stepUp: 'required',
      params,
      fields: z.object({ reason }),
      errors: ['merchant_not_found', 'state_conflict'],
      async handle(deps, { audit }, sent) {
        const { id: merchantId } = sent.params;
        const { reason: why } = sent.fields;
        if (name === 'enable') {
          const outcome = await enableMerchantOrPropose(deps, audit, { merchantId, reason: why });
          return seeOther(`${PATH}/${merchantId}`, doneOr(outcome, 'merchant_enabled'));
        }
        await setMerchantStatus(deps, audit, merchantId, { status: 'disabled', reason: why });
        return seeOther(`${PATH}/${merchantId}`, 'merchant_disabled');
      },
      onError,
    }),
  ),

  formAction({
    name: 'setMerchantLimit',
    summary: 'Set the daily limit of withdrawals and refunds; only admins raise or remove it',
    path: '/console/merchants/:id/limit',
    role: 'operator',
    stepUp: 'required',
    params,
    fields: z.object({ limit }),
    errors: ['merchant_not_found', 'invalid_amount', 'state_conflict'],
    async handle(deps, context, sent) {
      const merchantId = sent.params.id;
      const change = { merchantId, limitSatang: sent.fields.limit };
      const outcome = await setLimitOrPropose(deps, context.audit, change);
      return seeOther(`${PATH}/${merchantId}`, doneOr(outcome, 'limit_set'));
    },
    onError,
  }),

  formAction({
    name: 'inviteOwner',
    summary: 'Invite an owner to a merchant; only admins if it has an owner',
    path: '/console/merchants/:id/owner',
    role: 'operator',
    stepUp: 'proof',
    params,
    fields: z.object({ email }),
    errors: ['merchant_not_found', 'member_already', 'invalid_email', 'state_conflict'],
    async handle(deps, context, sent) {
      const { audit, language } = context;
      const merchantId = sent.params.id;
      const invited = { merchantId, email: sent.fields.email, language };
      const outcome = await inviteOwnerOrPropose(deps, audit, invited);
      return seeOther(`${PATH}/${merchantId}`, doneOr(outcome, 'owner_invited'));
    },
    onError,
  }),
];
