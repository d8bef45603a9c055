import { z } from 'zod';
import { filled, id, says } from '../../../contract/fields';
import { readMoment } from '../../../kernel/rules/moment';
import type { ApiDeps } from '../../../http/api-deps';
import { actForm, page, pageQuery } from '../../../pages/console/frame/page';
import type { Refusal, SignedInContext } from '../../../pages/console/frame/screen';
import { findPrices, findWhatIf } from '../../find-prices';
import { pricedMethods, type PricedMethod } from '../../rules/price';
import { readBands, readCost, readVatRates } from '../../rules/price-text';
import { findMargins } from '../../find-margins';
import { listVatRates } from '../../list-vat-rates';
import {
  consolePricesScreen,
  MARGINS,
  marginsScreen,
  pricesPath,
  VAT,
  vatScreen,
  type Draft,
} from './view';

const PATH = '/console/merchants/:id/prices';
const params = z.object({ id: id('mer_', 'merchant_not_found') });

const typed = z.string().max(200).catch('').default('');
const query = pageQuery.extend({
  method: z.enum(pricedMethods).catch('qr').default('qr'),
  price: typed,
  from: typed,
});

/** As typed, in Bangkok's time where it has no zone. Undefined for a text that is no time. */
function readFrom(text: string): string | null | undefined {
  if (text.trim() === '') return null;
  return readMoment(text, '+07:00')?.toISOString();
}

interface Typed {
  readonly method: PricedMethod;
  readonly price: string;
  readonly from: string;
}

/** Null before anything was typed. */
async function draftOf(
  deps: ApiDeps,
  merchantId: string,
  { method, price, from }: Typed,
  nowMs: number,
): Promise<Draft | null> {
  if (price.trim() === '') return null;
  const bands = readBands(price);
  const fault = bands === null ? 'price' : readFrom(from) === undefined ? 'from' : null;
  const whatIf =
    bands === null || fault !== null
      ? null
      : await findWhatIf(deps, { merchantId, method, bands }, nowMs);
  return { method, price, from, fault, whatIf };
}

async function show(
  deps: ApiDeps,
  context: SignedInContext,
  refusal: Refusal | null,
  merchantId: string,
  asked: Typed,
) {
  const list = await findPrices(deps, merchantId, context.nowMs);
  const draft = await draftOf(deps, merchantId, asked, context.nowMs);
  return consolePricesScreen(context, list, draft, refusal);
}

const readable = <Value>(read: (text: string) => Value | null | undefined) =>
  z.string(says('invalid_request')).transform((text, context): Value => {
    const value = read(text);
    if (value !== null && value !== undefined) return value;
    context.addIssue({ code: 'custom', message: 'invalid_request' });
    return z.NEVER;
  });

const moment = readable((text) => {
  const validFrom = readFrom(text);
  return validFrom === undefined ? null : { validFrom };
});

export const consolePriceOperations = [
  page({
    name: 'showMerchantPrices',
    summary: 'The prices of a merchant, and what last month would have cost at another one',
    path: PATH,
    params,
    query,
    errors: ['merchant_not_found'],
    render: (deps, context, asked) => show(deps, context, null, asked.params.id, asked.query),
  }),

  actForm({
    act: 'price',
    name: 'setMerchantPrice',
    path: PATH,
    params,
    fields: z.object({
      method: z.enum(pricedMethods),
      price: readable(readBands),
      from: moment,
    }),
    errors: ['merchant_not_found', 'price_not_future'],
    input: ({ params: { id: merchantId }, fields: { method, price: bands, from } }) => ({
      merchantId,
      method,
      bands,
      ...from,
    }),
    back: ({ id: merchantId }) => pricesPath(merchantId),
    done: 'price_set',
    onError(deps, context, refusal, { id: merchantId }) {
      const { method, price = '', from = '' } = refusal.values;
      const known = pricedMethods.find((one) => one === method) ?? 'qr';
      return show(deps, context, refusal, merchantId, { method: known, price, from });
    },
  }),

  page({
    name: 'showMargins',
    summary: 'What merchants paid and what providers kept, by provider account',
    path: MARGINS,
    render: async (deps, context) =>
      marginsScreen(context, await findMargins(deps, context.nowMs), null),
  }),

  actForm({
    act: 'expected_cost',
    name: 'setExpectedCost',
    path: MARGINS,
    fields: z.object({
      accountId: filled(100),
      method: z.enum(pricedMethods),
      cost: readable(readCost),
      from: moment,
    }),
    errors: ['provider_account_not_found', 'price_not_future'],
    input: ({ fields: { cost: terms, from, ...fields } }) => ({ ...fields, terms, ...from }),
    back: () => MARGINS,
    done: 'expected_cost_set',
    onError: async (deps, context, refusal) =>
      marginsScreen(context, await findMargins(deps, context.nowMs), refusal),
  }),

  page({
    name: 'showVatRates',
    summary: 'The rates of VAT on fees',
    path: VAT,
    render: async (deps, context) => vatScreen(context, await listVatRates(deps.db), null),
  }),

  actForm({
    act: 'vat_rates',
    name: 'setVatRates',
    path: VAT,
    fields: z.object({ rates: readable(readVatRates) }),
    input: ({ fields }) => fields,
    back: () => VAT,
    done: 'vat_set',
    onError: async (deps, context, refusal) =>
      vatScreen(context, await listVatRates(deps.db), refusal),
  }),
];
