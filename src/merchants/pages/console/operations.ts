import { z } from 'zod';
import { findMerchantDetail, pageOfMerchants } from '../../../reports/find-merchants';
import { readBaht } from '../../../kernel/rules/money';
import type { ApiDeps } from '../../../http/api-deps';
import { email, id, says, text } from '../../../contract/fields';
import { reason } from '../../../pages/kit/fields';
import { actForm, page, pageQuery } from '../../../pages/console/frame/page';
import type { Refusal, SignedInContext } from '../../../pages/console/frame/screen';
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
    path: '/console/merchants/:id/enable',
    fields: z.object({ reason }),
    errors: ['merchant_not_found'],
    input: (sent) => ({ merchantId: sent.params.id, reason: sent.fields.reason }),
    done: 'merchant_enabled',
  }),

  actForm({
    ...ofMerchant,
    act: 'merchant_disabled',
    name: 'disableMerchant',
    path: '/console/merchants/:id/disable',
    fields: z.object({ reason }),
    errors: ['merchant_not_found'],
    input: (sent) => ({ merchantId: sent.params.id, reason: sent.fields.reason }),
    done: 'merchant_disabled',
  }),

  actForm({
    ...ofMerchant,
    act: 'limit',
    name: 'setMerchantLimit',
    path: '/console/merchants/:id/limit',
    fields: z.object({ limit }),
    errors: ['merchant_not_found', 'invalid_amount'],
    input: (sent) => ({ merchantId: sent.params.id, limitSatang: sent.fields.limit }),
    done: 'limit_set',
  }),

  actForm({
    ...ofMerchant,
    act: 'owner',
    name: 'inviteOwner',
    path: '/console/merchants/:id/owner',
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
