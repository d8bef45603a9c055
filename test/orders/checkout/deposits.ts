import { randomBytes } from 'node:crypto';
import { applyPending } from '../../../src/orders/store/apply-transition';
import {
  listSlips,
  recordSlipRead,
  type SlipStatus,
} from '../../../src/orders/deposit/store/slips';
import { submitPageSlip } from '../../../src/orders/deposit/submit-slip';
import type { HostedPayment } from '../../../src/orders/deposit/find-hosted-deposit';
import {
  pageStateOf,
  type DepositView,
  type depositStates,
} from '../../../src/orders/checkout/deposit-view';
import { noDetails } from '../../../src/business/rules/details';
import type { Deps } from '../../../src/deps';
import type { Merchant } from '../../../src/kernel/merchants/store';
import { testCallback, testDeposit } from '../../support/gateway';

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Bytes with a PNG signature, different on each call. */
export const pictureBytes = (lengthBytes = 64): Buffer =>
  Buffer.concat([pngSignature, randomBytes(lengthBytes - pngSignature.length)]);

type DepositState = (typeof depositStates)[number];

/** Creates deposits in each state, by callbacks, slips and time. */
export function depositsOf(deps: Deps, merchant: Merchant) {
  const create = () => testDeposit(deps, merchant, { amountSatang: 123_456, bankName: 'SCB' });
  type Created = Awaited<ReturnType<typeof create>>;

  async function callBack(
    { orderId }: Created,
    reported: 'succeeded' | 'failed',
    amountSatang: number | null = null,
  ): Promise<void> {
    await testCallback(deps, orderId, { route: 'deposit', reported, amountSatang });
    await applyPending(deps.db, orderId);
  }

  async function sendSlip({ pageToken, orderId }: Created, status: SlipStatus): Promise<void> {
    await submitPageSlip(deps, pageToken, { bytes: pictureBytes(), declaredType: 'image/png' });
    if (status === 'received') return;
    const slip = (await listSlips(deps.db, orderId)).at(-1);
    if (slip === undefined) throw new Error('the slip is not there');
    await recordSlipRead(deps.db, slip.id, { status, transfers: [] });
  }

  /** Past its deadline, before the workflow expires it. */
  const setExpiry = ({ orderId }: Pick<Created, 'orderId'>, expiresAt: Date) =>
    deps.db('orders').where('id', orderId).update({ expires_at: expiresAt });

  async function expire(created: Pick<Created, 'orderId'>): Promise<void> {
    await setExpiry(created, new Date(Date.now() - 60_000));
    await applyPending(deps.db, created.orderId);
  }

  const bring: Readonly<Record<DepositState, (created: Created) => Promise<void>>> = {
    waiting: async () => {},
    checking: (created) => sendSlip(created, 'received'),
    resend: (created) => sendSlip(created, 'unreadable'),
    wrong_slip: async (created) => {
      await sendSlip(created, 'parsed');
      await deps
        .db('slips')
        .where('order_id', created.orderId)
        .update({
          is_wrong: true,
          paid_satang: 25_025,
          paid_at: new Date('2026-11-21T22:34:00Z'),
        });
    },
    // Set here: a short payment does not update the order.
    short: ({ orderId }) =>
      deps.db('orders').where('id', orderId).update({ received_satang: 23_456 }),
    paid: (created) => callBack(created, 'succeeded', 123_456),
    expired: expire,
    failed: (created) => callBack(created, 'failed'),
  };

  /** A deposit of 1,234.56 baht whose page is in a state. */
  async function depositIn(state: DepositState): Promise<Created> {
    const created = await create();
    await bring[state](created);
    return created;
  }

  return { create, callBack, sendSlip, setExpiry, expire, depositIn };
}

export { depositStates } from '../../../src/orders/checkout/deposit-view';

export const NOW_MS = Date.parse('2026-11-21T07:05:09Z');
const minutes = (count: number) => new Date(NOW_MS + count * 60_000);

/** The input of the page without a database; waiting by default. */
export const hosted = (fields: Partial<HostedPayment> = {}): HostedPayment => ({
  orderId: '019a0000-0000-7000-8000-000000000000',
  kind: 'deposit',
  method: 'qr',
  merchantId: 'mer_test',
  description: null,
  returnLink: null,
  status: 'pending',
  amountSatang: 123_456,
  receivedSatang: 0,
  creditedSatang: 0,
  reversedSatang: 0,
  refundedSatang: 0,
  late: false,
  ref: '7K2M9QX4T0VB8N5WZ3HD',
  billerName: 'SAPHAN',
  bill: { billerId: '099999999999990', ref1: '7K2M9QX4T0VB8N5WZ3HD', ref2: 'DEPOSIT' },
  payload: '000201',
  nextActionUrl: null,
  isInquired: false,
  link: null,
  renewal: null,
  isPaidTwice: false,
  expectedPayer: { bankName: 'SCB', accountMask: 'xxx-x-x6789-x' },
  payer: null,
  createdAt: minutes(-5),
  expiresAt: minutes(25),
  completedAt: null,
  takesSlips: true,
  slips: [],
  slipsLeft: 5,
  ...fields,
});

export function viewOf(deposit: HostedPayment, fields: Partial<DepositView> = {}): DepositView {
  return {
    brand: { name: 'Test pay', colour: null, logoFile: null, supportUrl: null },
    deposit,
    shop: { profile: { name: 'Test shop', ...noDetails }, logoId: null },
    publicUrl: 'https://pay.example',
    isSandbox: true,
    state: pageStateOf(deposit, NOW_MS),
    pageToken: `pt_${'a'.repeat(26)}`,
    language: 'en',
    nowMs: NOW_MS,
    refusal: null,
    reloads: true,
    ...fields,
  };
}

export const slip = (status: SlipStatus, minutesAgo = 1) => ({
  receivedAt: minutes(-minutesAgo),
  status,
  wrong: null,
});
