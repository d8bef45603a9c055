import { findMerchant } from '../../kernel/merchants/store';
import { orProblem } from '../../kernel/rules/problem';
import type { Deps } from '../../deps';
import { billOf, findHostedDeposit, type HostedPayment } from '../deposit/find-hosted-deposit';
import { findQrPayment } from '../store/orders';

/**
 * The token is the page id of a deposit or the id of a QR code, which grants the same access as for
 * the picture of the code. The page of a QR payment shows no payer, because its link may be shared
 * with the picture. Throws Problem `page_not_found`.
 */
export async function findHostedPayment(
  deps: Pick<Deps, 'config' | 'db' | 'providers' | 'vault'>,
  token: string,
): Promise<HostedPayment> {
  if (!token.startsWith('qr_')) return findHostedDeposit(deps, token);
  const payment = orProblem(await findQrPayment(deps.db, token), 'page_not_found');
  const [account, merchant] = await Promise.all([
    deps.providers.find(payment.accountId),
    findMerchant(deps.db, payment.merchantId),
  ]);
  return {
    orderId: payment.id,
    merchantName: merchant?.name ?? '',
    status: payment.status,
    amountSatang: payment.amountSatang,
    receivedSatang: payment.receivedSatang,
    late: payment.late,
    ref: payment.ref,
    billerName: account.connector.billerName?.(account.settings) ?? deps.config.provider.billerName,
    bill: billOf(payment.payload),
    payload: payment.payload,
    isInquired: payment.isInquired,
    expectedPayer: null,
    payer: null,
    createdAt: payment.createdAt,
    expiresAt: payment.expiresAt,
    completedAt: payment.completedAt,
    takesSlips: false,
    slips: [],
    slipsLeft: 0,
  };
}
