import type { Deps } from '../../src/deps';
import { createRefund, type RefundRequest } from '../../src/orders/refund/create-refund';
import {
  createTokenPayment,
  type TokenPaymentRequest,
} from '../../src/orders/payment/create-token-payment';
import type { QrCodeRequest } from '../../src/orders/payment/create-qr-code';
import { applyPending } from '../../src/orders/store/apply-transition';
import { maskedPayer, type NamedPayer } from '../../src/orders/deposit/rules/payer-match';
import type { Merchant } from '../../src/kernel/merchants/store';
import { testCallback, testPayment, testAudit } from './gateway';

export const payer = {
  bankName: 'SCB',
  accountNumber: '111-222333-4',
  accountName: 'สมหญิง ผู้จ่าย',
};

/** Creates a paid payment, by default 100 baht from `payer`; returns its id. */
export async function testPaidPayment(
  deps: Deps,
  merchant: Merchant,
  request: Partial<QrCodeRequest> = {},
  callback: unknown = { payer },
): Promise<string> {
  const id = await testPayment(deps, merchant, request);
  const bodySealed = deps.vault.seal(JSON.stringify(callback), 'callbacks.body');
  const masked = maskedPayer((callback as { payer?: NamedPayer }).payer ?? null);
  await testCallback(deps, id, { reported: 'succeeded', bodySealed, payer: masked });
  await applyPending(deps.db, id);
  return id;
}

/** Creates a refund, by default of the remaining amount; returns its id. */
export async function testRefund(
  deps: Deps,
  merchant: Merchant,
  request: Partial<RefundRequest> & Pick<RefundRequest, 'paymentId'>,
): Promise<string> {
  const { order } = await createRefund(
    deps,
    testAudit(merchant),
    { ...merchant, permissions: ['withdraw'] },
    { amountSatang: null, reason: null, metadata: null, destination: null, ...request },
    null,
  );
  return order.id;
}

/** Creates a token payment, by default 100 baht with `tok_success`; returns its id. */
export async function testTokenPayment(
  deps: Deps,
  merchant: Merchant,
  request: Partial<TokenPaymentRequest> = {},
): Promise<string> {
  const { order } = await createTokenPayment(
    deps,
    merchant,
    { tokenId: 'tok_success', amountSatang: 10_000, reference: null, metadata: null, ...request },
    null,
  );
  return order.paymentId;
}
