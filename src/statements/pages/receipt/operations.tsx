import { z } from 'zod';
import { nameAt } from '../../../business/find-business';
import { findDeposit } from '../../../orders/deposit/find-deposit';
import { orderPath } from '../../../orders/pages/parts';
import { findPayment } from '../../../orders/payment/find-payment';
import type { MerchantSession } from '../../../people/sessions';
import { id, orderId } from '../../../contract/fields';
import type { ApiDeps } from '../../../http/api-deps';
import { operation, type Operation } from '../../../http/operation';
import { page, pageQuery } from '../../../pages/dashboard/frame/page';
import { icons } from '../../../pages/kit/icons';
import { savedFile } from '../../../pages/kit/reply';
import { chooseLanguage, type Language } from '../../../pages/kit/language';
import { demandPaidAt, type Receipt, receiptOf } from './receipt';
import { renderReceiptPdf } from './receipt-pdf';
import { receiptTexts } from './texts';
import { ReceiptView } from './view';

type Merchant = MerchantSession['merchant'];

const kinds = {
  payment: {
    name: 'Payment',
    params: z.object({ id: id('pay_', 'payment_not_found') }),
    notFound: 'payment_not_found',
    find: (deps: ApiDeps, merchant: Merchant, orderId: string) =>
      findPayment(deps, merchant, orderId),
  },
  deposit: {
    name: 'Deposit',
    params: z.object({ id: orderId }),
    notFound: 'order_not_found',
    find: async (deps: ApiDeps, merchant: Merchant, orderId: string) =>
      (await findDeposit(deps, merchant, orderId)).deposit,
  },
} as const;
type Kind = keyof typeof kinds;

/** Throws Problem `state_conflict` until the order is paid, and that of an unknown order. */
async function findReceipt(
  deps: ApiDeps,
  merchant: Merchant,
  { kind, id: orderId }: { readonly kind: Kind; readonly id: string },
  language: Language,
): Promise<Receipt> {
  const order = await kinds[kind].find(deps, merchant, orderId);
  const { mode } = deps.config;
  const paidAt = demandPaidAt(order);
  const merchantName = await nameAt(deps, merchant, paidAt);
  return receiptOf({ merchantName, order, payer: order.payer, mode }, paidAt, language);
}

const show = (kind: Kind): Operation =>
  page({
    name: `show${kinds[kind].name}Receipt`,
    summary: `The receipt of a paid ${kind}`,
    path: `/dashboard/${kind}s/:id/receipt`,
    params: kinds[kind].params,
    errors: [kinds[kind].notFound, 'state_conflict'],
    async render(deps, { language, path, session }, { params }) {
      const order = { kind, id: params.id };
      const receipt = await findReceipt(deps, session.merchant, order, language);
      const t = receiptTexts[language];
      return {
        title: receipt.title,
        section: `${kind}s`,
        back: { path: orderPath(kind, params.id), title: params.id },
        actions: (
          <>
            <button type="button" class="button" data-print hidden>
              {icons.print}
              <span>{t.print}</span>
            </button>
            <a class="button" href={`${path}.pdf?lang=${language}`} download>
              {icons.down}
              <span>{t.pdf}</span>
            </a>
          </>
        ),
        main: (
          <section class="card stack narrow" aria-label={receipt.title}>
            <ReceiptView receipt={receipt} language={language} />
          </section>
        ),
      };
    },
  });

const save = (kind: Kind): Operation =>
  operation({
    name: `save${kinds[kind].name}Receipt`,
    summary: `The receipt of a paid ${kind} as PDF`,
    family: 'dashboard',
    described: false,
    method: 'GET',
    path: `/dashboard/${kind}s/:id/receipt.pdf`,
    auth: 'session',
    needs: 'viewer',
    params: kinds[kind].params,
    query: pageQuery,
    draws: true,
    success: { status: 200, contentTypes: ['application/pdf'] },
    errors: [kinds[kind].notFound, 'state_conflict'],
    async respond(deps, { caller, params, query, headers }) {
      const language = chooseLanguage(query.lang, headers);
      const { merchant } = caller.session;
      const receipt = await findReceipt(deps, merchant, { kind, id: params.id }, language);
      const pdf = await renderReceiptPdf(receipt, language);
      return savedFile(pdf, 'application/pdf', `receipt-${params.id}.pdf`);
    },
  });

export const receiptOperations: readonly Operation[] = (['payment', 'deposit'] as const).flatMap(
  (kind) => [show(kind), save(kind)],
);
