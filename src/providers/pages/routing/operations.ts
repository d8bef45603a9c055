import { z } from 'zod';
import { findMerchantDetail } from '../../../reports/find-merchants';
import { listRules, readCondition, ruledAccounts } from '../../accounts/routing-rules';
import { filled, id, says, text } from '../../../contract/fields';
import type { ApiDeps } from '../../../http/api-deps';
import { mayActAs } from '../../../kernel/rules/realm';
import { actForm, page } from '../../../pages/console/frame/page';
import type { Refusal, Screen, SignedInContext } from '../../../pages/console/frame/screen';
import { rulesView } from './rules-view';
import { routingTexts } from './texts';

const PATH = '/console/merchants/:id/routing';
const params = z.object({ id: id('mer_', 'merchant_not_found') });
const pathOf = (merchantId: string): string => PATH.replace(':id', merchantId);

async function show(
  deps: ApiDeps,
  context: SignedInContext,
  merchantId: string,
  refusal: Refusal | null = null,
): Promise<Screen> {
  const [{ merchant }, rules] = await Promise.all([
    findMerchantDetail(deps, merchantId),
    listRules(deps, merchantId),
  ]);
  const path = pathOf(merchantId);
  const accounts = ruledAccounts(deps, merchantId);
  const mayChange = mayActAs(context.session, 'admin');
  return {
    title: routingTexts[context.language].rules,
    section: 'merchants',
    back: { path: `/console/merchants/${merchantId}`, title: merchant.name },
    main: rulesView(context, { path, rules, accounts, mayChange, refusal }),
  };
}

const change = {
  act: 'routing',
  params,
  errors: ['merchant_not_found'],
  back: ({ id: merchantId }: { readonly id: string }) => pathOf(merchantId),
  onError: (
    deps: ApiDeps,
    context: SignedInContext,
    refusal: Refusal,
    { id: merchantId }: { readonly id: string },
  ) => show(deps, context, merchantId, refusal),
} as const;

const blank = text(100).default('');
const named = z.object({
  position: z.coerce.number(says('invalid_request')).pipe(z.int().min(1).max(100)),
  digest: filled(1_000),
});

/** All operators see the rules; admins change them. */
export const consoleRoutingOperations = [
  page({
    name: 'showRoutingRules',
    summary: 'The routing rules of a merchant, in their order',
    path: PATH,
    params,
    errors: ['merchant_not_found'],
    render: (deps, context, asked) => show(deps, context, asked.params.id),
  }),

  actForm({
    ...change,
    name: 'addRoutingRule',
    path: PATH,
    fields: z.object({
      account: filled(100),
      kind: blank,
      min: blank,
      max: blank,
      bank: blank,
      hours: blank,
    }),
    input({ params: { id: merchantId }, fields: { account: accountId, ...entered } }) {
      const rule = { when: readCondition(entered), accountId };
      return { merchantId, change: 'add' as const, rule };
    },
    done: 'rule_added',
  }),

  actForm({
    ...change,
    name: 'raiseRoutingRule',
    path: `${PATH}/raise`,
    fields: named,
    input: (sent) => ({ merchantId: sent.params.id, change: 'raise' as const, named: sent.fields }),
    done: 'rule_raised',
  }),

  actForm({
    ...change,
    name: 'removeRoutingRule',
    path: `${PATH}/remove`,
    fields: named,
    input: (sent) => ({
      merchantId: sent.params.id,
      change: 'remove' as const,
      named: sent.fields,
    }),
    done: 'rule_removed',
  }),
];
