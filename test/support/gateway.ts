import { randomBytes } from 'node:crypto';
import type { Deps } from '../../src/deps';
import { createApiKey, createMerchant } from '../../src/merchants/create-merchant';
import {
  createDeposit,
  type CreatedDeposit,
  type DepositRequest,
} from '../../src/orders/deposit/create-deposit';
import {
  createWithdrawal,
  type WithdrawalRequest,
} from '../../src/orders/withdrawal/create-withdrawal';
import { createQrCode, type QrCodeRequest } from '../../src/orders/payment/create-qr-code';
import { createBatched } from '../../src/batched';
import { createExchangeLog, type ExchangeLog } from '../../src/providers/accounts/exchange-log';
import { createRequestLog, type RequestLog } from '../../src/merchants/request-log';
import { readConfig, type Config } from '../../src/config';
import { insertRequests, type ApiRequest } from '../../src/merchants/store/api-requests';
import { applyPending } from '../../src/orders/store/apply-transition';
import { createAppliedWatch } from '../../src/orders/callbacks/store/applied-watch';
import { storeCallback, type NewCallback } from '../../src/orders/callbacks/store/callbacks';
import type { Db } from '../../src/platform/postgres/connect';
import type { OutboxMessage } from '../../src/kernel/outbox/store/messages';
import { OPERATORS, type AuditContext } from '../../src/kernel/audit/record-audit-event';
import type { Merchant } from '../../src/kernel/merchants/store';
import type { EventName } from '../../src/kernel/events/rules/events';
import { createLog } from '../../src/platform/observe/log';
import { createMetrics } from '../../src/platform/observe/metrics';
import { noTracer } from '../../src/platform/observe/tracing';
import { createPasswords } from '../../src/platform/crypto/passwords';
import { accountsOf } from '../../src/commands/accounts-of';
import { newId } from '../../src/platform/new-id';
import type { QrProvider } from '../../src/providers/connectors/connector';
import { createVault } from '../../src/platform/crypto/vault';
import { createSender } from '../../src/webhooks/sending/send';
import { closeAfterFile } from './close-after-file';

const PROVIDER_KEY = 'provider-key-for-tests';

/**
 * A sandbox configuration with a new encryption key. Live mode gets a provider and webhooks on
 * this machine, which `readConfig` would reject.
 */
export function testConfig(env: Readonly<Record<string, string>> = {}): Config {
  const given = {
    ENCRYPTION_KEYS: `test:${randomBytes(32).toString('base64')}`,
    PROVIDER_KEY,
    WEBHOOK_ALLOW_PRIVATE: 'true',
    PROVIDER_ALLOW_PRIVATE: 'true',
    RATE_LIMIT_PER_SECOND: '100000',
    CONNECTIONS_PER_ADDRESS: '10000',
    // On a loaded machine, a request of a test must not be refused.
    REQUESTS_IN_FLIGHT_MAX: '10000',
    QUEUE_DELAY_MAX_MS: '10000',
    LOG_LEVEL: 'silent',
    ...env,
  };
  return readConfig(given, { acceptUnsafe: true });
}

/** No account of the environment issues QR codes. */
const noQrProvider: QrProvider = {
  openQr: () => Promise.reject(new Error('the account issues no QR codes')),
  closeQr: () => Promise.resolve('not_closed'),
};

/** Dependencies of the use cases on a real database; messages for Temporal are collected. */
export function testDeps(
  db: Db,
  config: Config = testConfig(),
): Deps & {
  readonly offered: OutboxMessage[];
  readonly requestLog: RequestLog;
  readonly exchangeLog: ExchangeLog;
} {
  const offered: OutboxMessage[] = [];
  const outbox = {
    enqueue: (messages: readonly OutboxMessage[]) => void offered.push(...messages),
  };
  const sender = createSender({ allowPrivate: config.webhooks.allowPrivate });
  closeAfterFile(() => sender.close());
  const log = createLog(config.log.level, 'test');
  const vault = createVault(config.encryptionKeys);
  const metrics = createMetrics(config.tracing.isOn);
  const requestLog = createRequestLog({ db, metrics, log });
  const providers = accountsOf(config, { db, vault, log });
  const { connectors } = providers;
  const exchangeLog = createExchangeLog({ db, vault, metrics, log, connectors });
  closeAfterFile(() => requestLog.close());
  closeAfterFile(() => exchangeLog.close());
  return {
    db,
    config,
    sender,
    metrics,
    tracer: noTracer,
    requestLog,
    exchangeLog,
    passwords: createPasswords(),
    qrProvider: noQrProvider,
    providers,
    offered,
    vault,
    log,
    outbox,
    batched: createBatched(db, outbox),
    applied: createAppliedWatch(db),
  };
}

export async function testMerchant(
  db: Db,
  {
    openingSatang = 0,
    mode = 'sandbox',
  }: { readonly openingSatang?: number; readonly mode?: Config['mode'] } = {},
): Promise<{ readonly merchant: Merchant; readonly apiKey: string }> {
  const { merchantId } = await createMerchant(db, 'Test shop', openingSatang);
  const { apiKey } = await createApiKey(db, mode, merchantId, 'test', 'withdraw');
  return { merchant: { id: merchantId, name: 'Test shop', status: 'active' }, apiKey };
}

/** Creates a pending payment, by default 100 baht; returns its id. */
export async function testPayment(
  deps: Deps,
  merchant: Merchant,
  request: Partial<QrCodeRequest> = {},
): Promise<string> {
  const { order } = await createQrCode(
    deps,
    merchant,
    {
      amountSatang: 10_000,
      reference: null,
      expiryMinutes: 15,
      metadata: null,
      client: { name: null, bankName: null, bankAccount: null },
      ...request,
    },
    null,
  );
  return order.paymentId;
}

/** Creates a pending deposit, by default 100 baht. */
export async function testDeposit(
  deps: Deps,
  merchant: Merchant,
  request: Partial<DepositRequest> = {},
): Promise<CreatedDeposit> {
  const { order } = await createDeposit(
    deps,
    merchant,
    {
      amountSatang: 10_000,
      userName: 'customer1',
      firstName: 'สมชาย',
      lastName: 'ใจดี',
      bankName: 'ไทยพาณิชย์',
      accountNumber: '1234567890',
      ...request,
    },
    null,
  );
  return order;
}

/** Creates a withdrawal, by default 100 baht; returns its id. */
export async function testWithdrawal(
  deps: Deps,
  merchant: Merchant,
  request: Partial<WithdrawalRequest> = {},
): Promise<string> {
  const { order } = await createWithdrawal(
    deps,
    testAudit(merchant),
    merchant,
    {
      amountSatang: 10_000,
      username: 'customer1',
      bankName: 'KBANK',
      accountNumber: '1234567890',
      firstNameTh: 'สมชาย',
      lastNameTh: 'ใจดี',
      ...request,
    },
    null,
  );
  return order.orderId;
}

/** Stores a callback about a name, which no order needs to have: then it returns null. */
export function testNamedCallback(
  { db, vault }: Pick<Deps, 'db' | 'vault'>,
  callback: Partial<NewCallback> & Pick<NewCallback, 'route' | 'kinds' | 'namedOrder' | 'reported'>,
): ReturnType<typeof storeCallback> {
  return storeCallback(db, {
    id: newId('cb_'),
    accountId: 'default',
    merchantId: null,
    amountSatang: null,
    transactionId: null,
    paidAt: null,
    failure: null,
    payerDigest: null,
    payer: null,
    payerMatches: null,
    exceptionId: newId('exc_'),
    movementId: newId('mov_'),
    bodySealed: vault.seal('{}', 'callbacks.body'),
    ...callback,
  });
}

/** Stores a callback in the inbox, as the provider's request does. */
export async function testCallback(
  deps: Deps,
  orderId: string,
  callback: Partial<NewCallback> & Pick<NewCallback, 'reported'>,
): Promise<string> {
  const id = newId('cb_');
  const order = await deps.db('orders').where('id', orderId).first('kind', 'provider_account_id');
  const dispatch = await testNamedCallback(deps, {
    id,
    accountId: order.provider_account_id,
    route: order.kind,
    kinds: [order.kind],
    namedOrder: orderId,
    ...callback,
  });
  if (dispatch === null) throw new Error(`there is no order ${orderId}`);
  deps.outbox.enqueue([dispatch]);
  return id;
}

/** Marks an order as submitted to the provider. */
export function testSent(db: Db, orderId: string, cause = 'accepted'): Promise<unknown> {
  return applyPending(db, orderId, { cause, also() {} });
}

/** A record of a merchant's API request, by default a successful one. */
export async function testRequest(
  deps: Pick<Deps, 'db'>,
  merchant: Merchant,
  request: Partial<ApiRequest> = {},
): Promise<ApiRequest> {
  const kept: ApiRequest = {
    id: newId('req_'),
    merchantId: merchant.id,
    keyId: 'key_of_a_test',
    at: new Date(),
    operation: 'readBalance',
    method: 'GET',
    path: '/Thai/v1/balance',
    status: 200,
    code: null,
    param: null,
    durationMs: 3.2,
    address: '127.0.0.1',
    objectId: null,
    ...request,
  };
  await insertRequests(deps.db, [kept]);
  return kept;
}

/** Inserts a webhook without the ping of its creation. */
export async function testWebhook(
  deps: Pick<Deps, 'db' | 'vault'>,
  merchant: Merchant,
  url: string,
  events: readonly EventName[],
): Promise<{ readonly webhookId: string; readonly secret: string }> {
  const webhookId = newId('wh_');
  const secret = `whsec_${randomBytes(32).toString('base64')}`;
  await deps.db('webhooks').insert({
    id: webhookId,
    merchant_id: merchant.id,
    url,
    events: [...events],
    secret_sealed: deps.vault.seal(secret, 'webhooks.secret'),
  });
  return { webhookId, secret };
}

/** The audit context of a user who acts for a merchant. */
export const testAudit = ({ id: scope }: Pick<Merchant, 'id'>): AuditContext => ({
  actor: { kind: 'user', id: 'usr_test', address: null },
  scope,
});

export const commandAudit: AuditContext = {
  actor: { kind: 'command', id: 'root', address: null },
  scope: OPERATORS,
};
