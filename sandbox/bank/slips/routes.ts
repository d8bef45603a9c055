import { Router } from '@koa/router';
import { maskAccount } from '../../../src/kernel/rules/banks';
import { formatMoney, satangToBaht } from '../../../src/kernel/rules/money';
import { ApiError } from '../../web/api-error';
import { formatTime, languageOf } from '../../web/language';
import { requireKey } from '../../web/requests';
import type { Book } from '../book';
import type { Payments } from '../payments/payments';
import { SANDBOX_BANK_CODE } from './bank-code';
import { renderSlipPicture } from './slip-picture';

/**
 * `GET /slips/{bankCode}/{transRef}`, with the provider key: a transfer of this bank as
 * `{sendingBank, transRef, amount, paidTo, paidAt}`, where `paidTo` is reference 1 of the paid QR
 * code. 404 `transfer_not_found` for another bank or an unknown transfer.
 */
export function slipRoutes(book: Book, providerKey: string): Router {
  const router = new Router({ prefix: '/slips' });
  router.use(requireKey(providerKey));
  router.get('/:bankCode/:transRef', (ctx) => {
    const { bankCode: sendingBank, transRef = '' } = ctx.params;
    const payment = sendingBank === SANDBOX_BANK_CODE ? book.paymentOfTransfer(transRef) : null;
    const transfer = payment?.transfers.find(({ transactionId }) => transactionId === transRef);
    if (payment === null || transfer === undefined || payment.settledAt === null) {
      throw new ApiError(404, 'transfer_not_found', 'No such transfer at this bank.');
    }
    const { orderId: paidTo, settledAt: paidAt } = payment;
    const amount = satangToBaht(transfer.amountSatang);
    ctx.body = { sendingBank, transRef, amount, paidTo, paidAt };
  });
  return router;
}

/**
 * `GET /payments/{paymentId}/slip.png`: the slip that a banking app shows. `?transfer=` selects one
 * of several transfers; the default is the first.
 */
export function slipPictureRoutes(payments: Payments, billerId: string): Router {
  const router = new Router();
  router.get('/payments/:paymentId/slip.png', async (ctx) => {
    const payment = payments.find(ctx.params['paymentId'] ?? '');
    const selected = ctx.query['transfer'];
    const transfer = payment.transfers.find(
      ({ transactionId }) => selected === undefined || transactionId === selected,
    );
    if (transfer === undefined || payment.settledAt === null) {
      throw new ApiError(404, 'slip_not_found', 'No such slip.');
    }
    ctx.type = 'png';
    ctx.body = await renderSlipPicture({
      transRef: transfer.transactionId,
      amountText: formatMoney(transfer.amountSatang),
      paidAtText: formatTime(languageOf(ctx), payment.settledAt),
      payerName: payment.payer.accountName,
      payerAccountMask: maskAccount(payment.payer.accountNumber),
      paidTo: `Biller ${billerId}`,
      ref: payment.orderId,
    });
  });
  return router;
}
