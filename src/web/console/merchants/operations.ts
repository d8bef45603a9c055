import { z } from 'zod';
import { setMerchantStatus } from '../../../application/merchants/decide-merchant';
import { findMerchantDetail, pageOfMerchants } from '../../../application/merchants/find-merchants';
import { readBaht } from '../../../domain/money';
import type { ApiDeps } from '../../../http/api-deps';
import { id, says, text } from '../../../contract/fields';
import { email, reason } from '../../kit/fields';
import { seeOther } from '../../kit/reply';
import { actForm, formAction, page, pageQuery } from '../frame/page';
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

const ofMerchant = {
  params,
  back: ({ id: own }: { id: string }) => `${PATH}/${own}`,
  onError: (
    deps: ApiDeps,
    context: SignedInContext,
    refusal: Refusal,
    { id: own }: { id: string },
  ) => show(deps, context, refusal, own),
};

export const consoleMerchantOperations = [
  page({
    name: 'showMerchants',
    summary: 'All merchants, newest first, with a filter for those that wait for approval',
    path: PATH,
    query: listQuery,
    async render(deps, context, { query: { state, q, after } }) {
      const slice = { state, word: q === '' ? null : q, after, limit: PER_PAGE };
      const found = await pageOfMerchants(deps.db, slice);
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

  actForm({
    ...ofMerchant,
    act: 'merchant_enabled',
    name: 'enableMerchant',
    summary: 'Let a merchant create',
    path: '/console/merchants/:id/enable',
    stepUp: 'required',
    fields: z.object({ reason }),
    errors: ['merchant_not_found'],
    input: (sent) => ({ merchantId: sent.params.id, reason: sent.fields.reason }),
    done: 'merchant_enabled',
  }),

  formAction({
    name: 'disableMerchant',
    summary: 'Stop a merchant from creating',
    path: '/console/merchants/:id/disable',
    role: 'operator',
    stepUp: 'required',
    params,
    fields: z.object({ reason }),
    errors: ['merchant_not_found', 'state_conflict'],
    async handle(deps, { audit }, { params: { id: merchantId }, fields }) {
      const change = { status: 'disabled', reason: fields.reason } as const;
      await setMerchantStatus(deps, audit, merchantId, change);
      return seeOther(`${PATH}/${merchantId}`, 'merchant_disabled');
    },
    onError: ofMerchant.onError,
  }),

  actForm({
    ...ofMerchant,
    act: 'limit',
    name: 'setMerchantLimit',
    summary: 'Set the daily limit of withdrawals and refunds; only admins raise or remove it',
    path: '/console/merchants/:id/limit',
    stepUp: 'required',
    fields: z.object({ limit }),
    errors: ['merchant_not_found', 'invalid_amount'],
    input: (sent) => ({ merchantId: sent.params.id, limitSatang: sent.fields.limit }),
    done: 'limit_set',
  }),

  actForm({
    ...ofMerchant,
    act: 'owner',
    name: 'inviteOwner',
    summary: 'Invite an owner to a merchant; only admins if it has an owner',
    path: '/console/merchants/:id/owner',
    stepUp: 'proof',
    fields: z.object({ email }),
    errors: ['merchant_not_found', 'member_already', 'invalid_email'],
    input: (sent, { language }) => ({
      merchantId: sent.params.id,
      email: sent.fields.email,
      language,
    }),
    done: 'owner_invited',
  }),
];
