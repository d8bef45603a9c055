import { Router } from '@koa/router';
import { satangToBaht } from '../../../src/domain/money';
import type { Book } from '../book/book';
import { requireKey } from '../http/require-key';
import { formatMoney } from '../../../src/domain/money';
import { maskAccount } from '../../../src/domain/banks';
import { formatTime } from '../page/format';
import { languageOf } from '../page/language';
import { Refusal } from '../refusal';
import { SANDBOX_BANK_CODE } from './bank-code';
import { renderSlipPicture } from './slip-picture';
import { findTransfer, transfersOf } from './slip-transfers';

/**
 * `GET /slips/{bank}/{transRef}`, under the provider's key: what this bank knows of a transfer, as
 * `{sendingBank, transRef, amount, paidTo, paidAt}`, `paidTo` being the reference of the bill that
 * it paid. 404 `transfer_not_found` for another bank's, and for what has left the book's window.
 */
export function slipRoutes(book: Book, providerKey: string): Router {
  const router = new Router({ prefix: '/slips' });
  router.use(requireKey(providerKey));
  router.get('/:bank/:transRef', (ctx) => {
    const { bank: sendingBank, transRef = '' } = ctx.params;
    const transfer = sendingBank === SANDBOX_BANK_CODE ? findTransfer(book.view, transRef) : null;
    if (transfer === null) {
      throw new Refusal(404, 'transfer_not_found', 'This bank knows of no such transfer.');
    }
    const { payment, amountSatang, paidAt } = transfer;
    const amount = satangToBaht(amountSatang);
    ctx.body = { sendingBank, transRef, amount, paidTo: payment.orderId, paidAt };
  });
  return router;
}

/**
 * `GET /payments/{paymentId}/slip.png`, for people and scripts: the slip of a payment, as a
 * customer's app would give it. `?transfer=` names one of several; without it, it is the first.
 */
export function slipPictureRoutes(book: Book, billerId: string): Router {
  const router = new Router();
  router.get('/payments/:paymentId/slip.png', async (ctx) => {
    const transfers = transfersOf(book.view.payment(ctx.params['paymentId'] ?? ''));
    const named = ctx.query['transfer'];
    const transfer = transfers.find(
      ({ transactionId }) => named === undefined || transactionId === named,
    );
    if (transfer === undefined) throw new Refusal(404, 'slip_not_found', 'There is no such slip.');
    const { payment, transactionId, amountSatang, paidAt } = transfer;
    ctx.type = 'png';
    ctx.body = await renderSlipPicture({
      transRef: transactionId,
      amountText: formatMoney(amountSatang),
      paidAtText: formatTime(languageOf(ctx), paidAt),
      payerName: payment.payer.accountName,
      payerAccountMask: maskAccount(payment.payer.accountNumber),
      paidTo: `Biller ${billerId}`,
      ref: payment.orderId,
    });
  });
  return router;
}
