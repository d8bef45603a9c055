import { createAdvanceOrder } from '../../../../activities/advance-order';
import type { ActivityDeps } from '../../../../activities/deps';
import { receiveCallback } from '../../../../src/orders/callbacks/receive-callback';
import { createQrCode } from '../../../../src/orders/payment/create-qr-code';
import type { RefundRequest } from '../../../../src/orders/refund/create-refund';
import type { Db } from '../../../../src/platform/postgres/connect';
import { KeyedSemaphore } from '../../../../src/platform/keyed-semaphore';
import { createNoMailer } from '../../../../src/platform/mail/no-mailer';
import type { ProviderAccount, RawCallback } from '../../../../src/providers/connectors/connector';
import { connectAccounts } from '../../../../src/providers/connectors/registry';
import { CONCURRENT_ATTEMPTS_MAX } from '../../../../src/webhooks/sending/circuit';
import { closeAfterFile } from '../../../support/close-after-file';
import { testConfig, testDeps, testMerchant, testWithdrawal } from '../../../support/gateway';
import { passTime } from '../../../support/inquiries';
import { testRefund } from '../../../support/refunds';
import { withAccount } from '../../../support/upstream';
import type { Placed, WiredKit } from './wire';

const MINUTE = 60_000;
const config = testConfig();

export type Gateway = Awaited<ReturnType<typeof startGateway>>;

/** A gateway without Temporal whose only account is at the fake upstream of a connector. */
export async function startGateway(knex: Db, kit: WiredKit) {
  const { connector } = kit;
  const wire = await kit.start();
  const account: ProviderAccount = {
    ...wire.account,
    id: `acc_${connector.name}`,
    connector: { ...connector, traits: { ...connector.traits, callsPerSecond: 1_000_000 } },
    merchantId: null,
    label: connector.title,
  };
  const base = withAccount(testDeps(knex, config), account);
  const { provider, lose } = providerOf(account);
  const deps: ActivityDeps = {
    ...base,
    provider,
    attemptSlots: new KeyedSemaphore(CONCURRENT_ATTEMPTS_MAX),
    slips: { read: () => Promise.reject(new Error('no slips here')), close: async () => {} },
    mailer: createNoMailer(base.log),
  };
  const { merchant, apiKey } = await testMerchant(knex, { openingSatang: 100_000_000 });
  const advance = createAdvanceOrder(deps);
  const isProof = connector.traits.callback === 'proof';
  const placed: Placed[] = [];

  const receive = (raw: RawCallback) =>
    receiveCallback(base, { kind: 'provider', account }, { ...raw, receivedAt: new Date() });
  const work = ({ id }: Pick<Placed, 'id'>) => advance(id);
  async function place(satang = 10_000): Promise<Placed> {
    const order = { reference: null, expiryMinutes: 15, metadata: null };
    const client = { name: null, bankName: null, bankAccount: null };
    const request = { amountSatang: satang, ...order, client };
    const { order: created } = await createQrCode(base, merchant, request, null);
    const { paymentId: id, payload } = created;
    const row = await knex('orders').where({ id }).first('ref', 'provider_ref');
    const one = { id, payload, ref: row.ref as string, providerRef: row.provider_ref };
    placed.push(one);
    return one;
  }
  const rowsOf = (table: 'movements' | 'exceptions', id: string, column: string) =>
    knex(table).where('order_id', id).orderBy('id').pluck(column);
  return {
    kit,
    wire,
    account,
    base,
    knex,
    merchant,
    apiKey,
    isProof,
    placed,
    place,
    receive,
    work,
    /** The gateway gets the callback about the newest state, and inquires where it is a hint. */
    async learn(order: Placed): Promise<void> {
      if (!isProof) await passTime(knex, order.id, MINUTE);
      await receive(wire.callback(order));
      await work(order);
    },
    later: (order: Placed, minutes: number) => passTime(knex, order.id, minutes * MINUTE),
    async state({ id }: Pick<Placed, 'id'>) {
      const {
        status,
        late,
        received_satang: received,
      } = await knex('orders').where({ id }).first();
      const movements: readonly number[] = await rowsOf('movements', id, 'amount_satang');
      const exceptions: readonly string[] = await rowsOf('exceptions', id, 'kind');
      return { status, late, received, movements, exceptions };
    },
    events: ({ id }: Pick<Placed, 'id'>): Promise<string[]> =>
      knex('events').where('order_id', id).orderBy('id').pluck('name'),
    /** Available and held satang. */
    async balance(): Promise<readonly [number, number]> {
      const row = await knex('balances').where('merchant_id', merchant.id).first();
      return [row.available_satang, row.held_satang];
    },
    payout: (amountSatang = 10_000) => testWithdrawal(base, merchant, { amountSatang }),
    refund: (request: Pick<RefundRequest, 'paymentId'> & Partial<RefundRequest>) =>
      testRefund(base, merchant, request),
    workRequest: (id: string) => advance(id),
    /** The provider carries out the next request, and its answer is lost. */
    loseAnswer: lose,
    /** The next time at which the gateway would call the provider about the request. */
    async laterRequest(id: string): Promise<void> {
      await knex('provider_requests')
        .where('order_id', id)
        .update({ next_inquiry_at: knex.fn.now() });
      await advance(id);
    },
  };
}

function providerOf(account: ProviderAccount) {
  const find = () => Promise.resolve(account);
  const real = connectAccounts(
    { find },
    () => undefined,
    () => undefined,
  );
  closeAfterFile(() => real.close());
  let losing = false;
  const provider: ActivityDeps['provider'] = {
    ...real,
    async send(request, accountId) {
      const sent = await real.send(request, accountId);
      if (!losing) return sent;
      losing = false;
      return { kind: 'unknown', reason: 'timeout' };
    },
  };
  return { provider, lose: () => void (losing = true) };
}
