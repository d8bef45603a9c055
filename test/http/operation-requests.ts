import type { Db } from '../../src/platform/postgres/connect';
import type { Merchant } from '../../src/kernel/merchants/store';
import { operationsOf } from '../../src/app';
import { writeLogo } from '../../src/business/store/logos';
import { applyPending } from '../../src/orders/store/apply-transition';
import { newId, newSecretId } from '../../src/platform/new-id';
import { testDelivery } from '../support/deliveries';
import { testDeposit, testPayment, testWebhook, testWithdrawal } from '../support/gateway';
import { testLink, testMonthlyMail } from '../support/payment-links';
import { putOnAccount, testAccount } from '../support/provider-accounts';
import { testPaidPayment, testRefund } from '../support/refunds';
import { PROVIDER_KEY, type Api } from './api';

export interface OperationRequest {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
}

/** The operations of a sandbox include those of a live deployment. */
const everyOperation = operationsOf({ mode: 'sandbox' });

const slipForm = [
  '--x',
  'Content-Disposition: form-data; name="slip"; filename="slip.gif"',
  'Content-Type: image/gif',
  '',
  'GIF89a',
  '--x--',
  '',
].join('\r\n');

/** A completed replay, so that another one can start. */
async function testReplay(db: Db, webhookId: string, merchantId: string): Promise<string> {
  const id = newId('rpl_');
  const none = { since: new Date(), until: new Date(), only_failed: true, total: 0 };
  const ended = { ...none, status: 'done', finished_at: new Date() };
  await db('replays').insert({ id, merchant_id: merchantId, webhook_id: webhookId, ...ended });
  return id;
}

/** A request that succeeds for the owner, on objects of the merchant. */
export async function requestFor(
  api: Api,
  operation: string,
  { merchant, hookUrl }: { readonly merchant: Merchant; readonly hookUrl: string },
): Promise<OperationRequest> {
  const { db } = api.deps;
  const paymentId = await testPayment(api.deps, merchant);
  const { orderId: depositId, ref, pageToken } = await testDeposit(api.deps, merchant);
  const withdrawalId = await testWithdrawal(api.deps, merchant);
  const paidId = await testPaidPayment(api.deps, merchant);
  const refundId = await testRefund(api.deps, merchant, { paymentId: paidId, amountSatang: 100 });
  const qrCode = await db('qr_codes').where('order_id', paymentId).first('id');
  const expiredId = await testPayment(api.deps, merchant);
  await db('orders')
    .where('id', expiredId)
    .update({ expires_at: new Date(Date.now() - 1_000) });
  await applyPending(db, expiredId);
  const expiredCode = await db('qr_codes').where('order_id', expiredId).first('id');
  const paidCode = await db('qr_codes').where('order_id', paidId).first('id');
  await db('webhooks').where('merchant_id', merchant.id).update({ status: 'deleted' });
  const { webhookId } = await testWebhook(api.deps, merchant, hookUrl, ['payment.pending']);
  const { deliveryId, eventId } = await testDelivery(api.deps, merchant);
  const replayId = await testReplay(db, webhookId, merchant.id);
  const account = operation.startsWith('account')
    ? await testAccount(api.deps, PROVIDER_KEY)
    : null;
  if (account !== null) await putOnAccount(api.deps, paymentId, account.id);
  const link = await testLink(api.deps, merchant);
  const monthly = await testMonthlyMail(api.deps, link);
  const logoId = newSecretId('logo_');
  await writeLogo(db, merchant.id, { id: logoId, png: Buffer.from('a picture') });
  const paths: Readonly<Record<string, string>> = {
    readQrCodeImage: `/Thai/qr-codes/${qrCode.id}/image`,
    readPayment: `/Thai/v1/payments/${paymentId}`,
    expirePayment: `/Thai/v1/payments/${paymentId}/expire`,
    readPaymentLink: `/Thai/v1/payment-links/${link.id}`,
    changePaymentLink: `/Thai/v1/payment-links/${link.id}`,
    stopPaymentLink: `/Thai/v1/payment-links/${link.id}/stop`,
    createMonthlyMail: `/Thai/v1/payment-links/${link.id}/monthly-mails`,
    listMonthlyMails: `/Thai/v1/payment-links/${link.id}/monthly-mails`,
    stopMonthlyMail: `/Thai/v1/monthly-mails/${monthly.id}/stop`,
    readWebhook: `/Thai/v1/webhooks/${webhookId}`,
    deleteWebhook: `/Thai/v1/webhooks/${webhookId}`,
    changeWebhook: `/Thai/v1/webhooks/${webhookId}`,
    rotateWebhookSecret: `/Thai/v1/webhooks/${webhookId}/rotate-secret`,
    testWebhook: `/Thai/v1/webhooks/${webhookId}/test`,
    listDeliveries: `/Thai/v1/webhooks/${webhookId}/deliveries`,
    redeliver: `/Thai/v1/webhook-deliveries/${deliveryId}/redeliver`,
    replayWebhook: `/Thai/v1/webhooks/${webhookId}/replay`,
    readReplay: `/Thai/v1/webhook-replays/${replayId}`,
    readEvent: `/Thai/v1/events/${eventId}`,
    readDeposit: `/deposit/gw/${depositId}`,
    readWithdrawal: `/withdraw/gw/${withdrawalId}`,
    readRefund: `/Thai/v1/refunds/${refundId}`,
    readDocsAsset: '/docs/docs.css',
    readDocsPage: '/docs/en/index.html',
    showDepositPage: `/pay/${pageToken}`,
    readDepositState: `/pay/${pageToken}/state`,
    showDepositQr: `/pay/${pageToken}/qr-code.png`,
    saveDepositQr: `/pay/${pageToken}/qr.png`,
    sendSlip: `/pay/${pageToken}/slip`,
    renewPayment: `/pay/${expiredCode.id}/new-code`,
    payInSandbox: `/pay/${pageToken}/sandbox-payment`,
    showCheckoutReceipt: `/pay/${paidCode.id}/receipt`,
    saveCheckoutReceipt: `/pay/${paidCode.id}/receipt.pdf`,
    showPaymentLink: `/l/${link.token}`,
    payPaymentLink: `/l/${link.token}`,
    showMonthlyUnsubscribe: `/l/unsubscribe/${monthly.token}`,
    endMonthlySubscription: `/l/unsubscribe/${monthly.token}`,
    readPageAsset: '/pay-assets/checkout.css',
    readLogo: `/logos/${logoId}`,
    accountCallbackTest: account?.path ?? '',
    accountCallback: account?.path ?? '',
    accountTopicCallback: `${account?.path}/payment`,
  };
  const bodies: Readonly<Record<string, object | string>> = {
    createQrCode: { amount: 100, currency: 'THB' },
    createPaymentLink: { title: 'Workshop', amount: 990, currency: 'THB' },
    changePaymentLink: { payments_max: 12 },
    createMonthlyMail: { email: 'payer@example.com', day: 31 },
    createWebhook: { url: hookUrl, events: ['payment.succeeded'] },
    changeWebhook: { description: 'till 7' },
    replayWebhook: { since: '2020-01-01T00:00:00Z' },
    paymentCallback: { orderId: paymentId, status: 'failed' },
    accountCallback: { orderId: paymentId, status: 'failed' },
    accountTopicCallback: { orderId: paymentId, status: 'failed' },
    createDeposit: {
      amount: 100,
      userName: 'customer1',
      firstName: 'สมชาย',
      lastName: 'ใจดี',
      bankName: 'SCB',
      accountNumber: '1234567890',
    },
    uploadSlip: { orderId: depositId, ref, base64Image: 'R0lGODlhAQABAAAAACw=' },
    createWithdrawal: {
      amount: 100,
      username: 'customer1',
      firstNameTH: 'สมชาย',
      lastNameTH: 'ใจดี',
      bankName: 'SCB',
      accountNumber: '1234567890',
    },
    sendSlip: slipForm,
    payInSandbox: slipForm,
    renewPayment: slipForm,
    payPaymentLink: '',
    depositCallback: { orderId: depositId, status: 'failed' },
    withdrawalCallback: { orderId: withdrawalId, status: 'failed' },
    createTokenPayment: { token_id: 'tok_success', amount: 100, currency: 'THB' },
    createRefund: { payment_id: paidId },
    refundCallback: { orderId: refundId, status: 'failed' },
  };
  const contentTypes: Readonly<Record<string, string>> = {
    sendSlip: 'multipart/form-data; boundary=x',
    payInSandbox: 'multipart/form-data; boundary=x',
    renewPayment: 'multipart/form-data; boundary=x',
    payPaymentLink: 'application/x-www-form-urlencoded',
  };
  const contentType = contentTypes[operation];
  const facts = everyOperation.find(({ name }) => name === operation);
  if (facts === undefined) throw new Error(`no operation ${operation}`);
  return {
    method: facts.method,
    path: paths[operation] ?? facts.path,
    body: bodies[operation],
    headers: contentType === undefined ? {} : { 'content-type': contentType },
  };
}
