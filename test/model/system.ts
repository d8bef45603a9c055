import { testAudit } from '../support/gateway';
import { createHash } from 'node:crypto';
import { createAdvanceOrder } from '../../activities/advance-order';
import type { ActivityDeps } from '../../activities/deps';
import { acceptCallback, type CallbackSender } from '../../src/orders/callbacks/accept-callback';
import type { Placed } from '../../src/kernel/idempotency/idempotency';
import { createDeposit } from '../../src/orders/deposit/create-deposit';
import type { Deps } from '../../src/deps';
import { createQrCode } from '../../src/orders/payment/create-qr-code';
import { createRefund } from '../../src/orders/refund/create-refund';
import { createTokenPayment } from '../../src/orders/payment/create-token-payment';
import { createWithdrawal } from '../../src/orders/withdrawal/create-withdrawal';
import { expirePayment } from '../../src/orders/payment/expire-payment';
import { findDeposit } from '../../src/orders/deposit/find-deposit';
import { findPayment } from '../../src/orders/payment/find-payment';
import { findRefund } from '../../src/orders/refund/find-refund';
import { findWithdrawal } from '../../src/orders/withdrawal/find-withdrawal';
import { submitSlip } from '../../src/orders/deposit/submit-slip';
import { bangkokDay, bangkokDayStart } from '../../src/kernel/rules/bangkok-day';
import { matureDue } from '../../src/maturity/store/mature';
import type { Db } from '../../src/platform/postgres/connect';
import type { Merchant } from '../../src/kernel/merchants/store';
import type { OrderKind } from '../../src/orders/rules/kinds';
import { createNoMailer } from '../../src/platform/mail/no-mailer';
import { DEFAULT_ACCOUNT } from '../../src/providers/store/provider-accounts';
import { KeyedSemaphore } from '../../src/platform/keyed-semaphore';
import { CONCURRENT_ATTEMPTS_MAX } from '../../src/webhooks/sending/circuit';
import { testHolidays, testMaturity } from '../support/maturity';
import { bankThat, type Moved } from './bank';
import type { Create, Processing } from './commands';

/** Use cases that a planted fault can replace. */
export interface UseCases {
  readonly acceptCallback: typeof acceptCallback;
  readonly createRefund: typeof createRefund;
  readonly createWithdrawal: typeof createWithdrawal;
  readonly findPayment: typeof findPayment;
}

export const realUseCases: UseCases = {
  acceptCallback,
  createRefund,
  createWithdrawal,
  findPayment,
};

/** A minimal GIF, different for each number. */
const picture = (number: number): string =>
  Buffer.concat([
    Buffer.from('GIF89a', 'latin1'),
    Buffer.from([1, 0, 1, 0, number, 0, 0, 0x3b]),
  ]).toString('base64');

const account = {
  bankCode: '014',
  bankName: 'SCB',
  accountNumber: '1112223334',
  accountName: 'สมหญิง ผู้จ่าย',
};

export interface Creation extends Pick<Placed<unknown>, 'isReplay'> {
  readonly id: string;
}

const startedMs = bangkokDayStart(bangkokDay(Date.now())).getTime();
/** Each movement has its own time in the first hour of the day. */
const timeOf = (payer: string): Date =>
  new Date(startedMs + (createHash('sha256').update(payer).digest()[0] ?? 0) * 10_000);

const MATURES_WITHIN_MS = 10 * 86_400_000;

/**
 * The application on a real database: use cases as the API calls them, activities as the workflows
 * call them. A callback's response does not wait: the history decides when an order is processed.
 */
export function createSystem(base: Deps, useCases: UseCases = realUseCases) {
  const deps: Deps = { ...base, applied: { wait: async () => false } };
  const claimOf = (merchant: Merchant, operation: string, key: string | null, request: string) =>
    key === null
      ? null
      : {
          merchantId: merchant.id,
          operation,
          key,
          fingerprint: createHash('sha256').update(request).digest(),
        };

  return {
    db: deps.db,

    async create(merchant: Merchant, { as, baht, key }: Create): Promise<Creation> {
      const claim = claimOf(merchant, as, key, `${baht}`);
      const unnamed = { reference: null, metadata: null };
      const amountSatang = baht * 100;
      switch (as) {
        case 'qr': {
          const client = { name: null, bankName: null, bankAccount: null };
          const request = { ...unnamed, amountSatang, expiryMinutes: 15, client };
          const made = await createQrCode(deps, merchant, request, claim);
          return { ...made, id: made.order.paymentId };
        }
        case 'token': {
          const request = { ...unnamed, amountSatang, tokenId: 'tok_success' };
          const made = await createTokenPayment(deps, merchant, request, claim);
          return { ...made, id: made.order.paymentId };
        }
        case 'deposit': {
          const customer = { userName: 'c1', firstName: 'สมชาย', lastName: 'ใจดี', ...account };
          const request = { amountSatang, ...customer };
          const made = await createDeposit(deps, merchant, request, claim);
          return { ...made, id: made.order.orderId };
        }
        case 'withdrawal': {
          const payee = { username: 'c1', firstNameTh: 'สมชาย', lastNameTh: 'ใจดี', ...account };
          const request = { amountSatang, ...payee };
          const audit = testAudit(merchant);
          const made = await useCases.createWithdrawal(deps, audit, merchant, request, claim);
          return { ...made, id: made.order.orderId };
        }
      }
    },

    async refund(
      merchant: Merchant,
      paymentId: string,
      satang: number | null,
      key: string | null,
    ): Promise<Creation> {
      const claim = claimOf(merchant, 'refund', key, `${paymentId} ${satang}`);
      const request = { paymentId, amountSatang: satang, reason: null, metadata: null };
      const refund = { ...request, destination: account };
      const refunder = { ...merchant, permissions: ['withdraw'] } as const;
      const audit = testAudit(merchant);
      const made = await useCases.createRefund(deps, audit, refunder, refund, claim);
      return { ...made, id: made.order.id };
    },

    receiveCallback(
      sender: CallbackSender,
      route: OrderKind,
      orderId: string,
      report: {
        readonly outcome: 'succeeded' | 'failed';
        readonly satang: number | null;
        readonly transaction: string | null;
        readonly payer: string | null;
      },
    ) {
      const { outcome, satang: amountSatang, transaction: transactionId, payer } = report;
      const callback = { orderKind: route, orderId, outcome, amountSatang, transactionId };
      const movedAt = payer === null ? null : timeOf(payer);
      const named =
        payer === null ? null : { bankName: null, accountNumber: null, accountName: payer };
      const rest = { accountId: DEFAULT_ACCOUNT, movedAt, payer: named, failure: null, body: '{}' };
      return useCases.acceptCallback(deps, sender, { ...callback, ...rest });
    },

    /** Processes an order as its workflow does, with predefined answers of the provider. */
    advanceOrder(orderId: string, bank: Processing, moved: Moved) {
      const activityDeps: ActivityDeps = {
        ...deps,
        provider: bankThat(bank, moved),
        mailer: createNoMailer(deps.log),
        attemptSlots: new KeyedSemaphore(CONCURRENT_ATTEMPTS_MAX),
        slips: {
          read: () => Promise.reject(new Error('no slip is read here')),
          close: () => Promise.resolve(),
        },
      };
      return createAdvanceOrder(activityDeps)(orderId);
    },

    /** The money of a merchant matures after a bank day. */
    async setBankDay(merchant: Merchant): Promise<void> {
      await testHolidays(deps);
      await testMaturity(deps, merchant, 1);
    },

    /** Housekeeping, when all bank days are over. */
    async mature(): Promise<void> {
      while ((await matureDue(deps.db, 100, Date.now() + MATURES_WITHIN_MS)) !== null);
    },

    expire: (merchant: Merchant, id: string) =>
      expirePayment(deps, testAudit(merchant), merchant, id),

    slip(merchant: Merchant, orderId: string, number: number) {
      const request = { orderId, ref: 'X', image: picture(number) };
      return submitSlip(deps, merchant, request, null, '{}');
    },

    /** The status of an order as its merchant reads it. */
    async read(merchant: Merchant, kind: OrderKind, id: string): Promise<string> {
      switch (kind) {
        case 'payment':
          return (await useCases.findPayment(deps, merchant, id)).status;
        case 'deposit':
          return (await findDeposit(deps, merchant, id)).deposit.status;
        case 'withdrawal':
          return (await findWithdrawal(deps, merchant, id)).status;
        case 'refund':
          return (await findRefund(deps, merchant, id)).status;
      }
    },
  };
}

export type System = ReturnType<typeof createSystem>;

/** Sets back times so that an order is overdue and its planned action due. */
export async function letTimePass(db: Db, orderId: string): Promise<void> {
  await db.raw(
    `update orders set expires_at = now() - interval '1 second'
     where id = ? and expires_at is not null`,
    [orderId],
  );
  await db.raw(
    `update provider_requests set claimed_at = claimed_at - interval '1 hour',
       next_inquiry_at = case when next_inquiry_at is not null then now() - interval '1 hour' end
     where order_id = ?`,
    [orderId],
  );
}

/** Expires all idempotency keys. */
export async function expireKeys(db: Db): Promise<void> {
  await db.raw(`update idempotency_keys set expires_at = now() - interval '1 second'`);
}

/** Moves planned times far ahead, so that real time has no effect on a history. */
export async function freezeTime(db: Db): Promise<void> {
  await db.raw(`update provider_requests set
    next_inquiry_at = case when next_inquiry_at > now() - interval '10 minutes'
                        then now() + interval '1 hour' else next_inquiry_at end,
    claimed_at = case when claimed_at > now() - interval '10 minutes'
                      then now() else claimed_at end`);
}

/** Referencing tables first. */
const tables = [
  'slip_images',
  'slips',
  'transfers',
  'resolutions',
  'exceptions',
  'movements',
  'callbacks',
  'status_changes',
  'events',
  'refunds',
  'orders',
  'order_states',
  'pending_callbacks',
  'pending_deliveries',
  'qr_codes',
  'deposits',
  'withdrawals',
  'provider_requests',
  'balances',
  'maturing',
  'maturity_rules',
  'vat_months',
  'movement_costs',
  'api_keys',
  'idempotency_keys',
  'outbox_messages',
  'merchants',
];

/** Deletes a history's rows. Faster than truncate for few rows. */
export async function empty(db: Db): Promise<void> {
  // Without the triggers of the ledger, and without foreign keys.
  const deletions = tables.map((table) => `delete from ${table}`);
  await db.raw(['set local session_replication_role = replica', ...deletions].join('; '));
}
