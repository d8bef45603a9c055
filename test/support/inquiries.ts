import { createAdvanceOrder } from '../../activities/advance-order';
import type { ActivityDeps } from '../../activities/deps';
import type { Db } from '../../src/platform/postgres/connect';
import { KeyedSemaphore } from '../../src/platform/keyed-semaphore';
import { createNoMailer } from '../../src/platform/mail/no-mailer';
import type { Traits } from '../../src/providers/connectors/traits';
import { CONCURRENT_ATTEMPTS_MAX } from '../../src/webhooks/sending/circuit';
import { testConfig, testDeps, testMerchant, testPayment } from './gateway';
import { connectUpstream, startUpstream, upstreamAccount, withAccount } from './upstream';

const config = testConfig();
let accounts = 0;

/** Workers without Temporal, and an account of their own whose money is found by inquiries. */
export async function testInquiries(knex: Db, traits: Partial<Traits> = {}) {
  const upstream = await startUpstream();
  const account = upstreamAccount(upstream, traits, `acc_${++accounts}`);
  const base = withAccount(testDeps(knex, config), account);
  const deps: ActivityDeps = {
    ...base,
    attemptSlots: new KeyedSemaphore(CONCURRENT_ATTEMPTS_MAX),
    provider: connectUpstream(upstream.url, traits.qr === 'provider'),
    slips: { read: () => Promise.reject(new Error('no slips here')), close: async () => {} },
    mailer: createNoMailer(base.log),
  };
  const { merchant } = await testMerchant(knex, { openingSatang: 100_000 });
  const work = createAdvanceOrder(deps);
  const order = (id: string) => knex('orders').where({ id }).first();
  return {
    upstream,
    account,
    deps,
    base,
    merchant,
    work,
    order,
    pay: (id: string, movement = {}) => upstream.pay(id, movement),
    payment: () => testPayment(base, merchant),
    status: async (id: string) => (await order(id)).status as string,
    callbacks: () => knex('callbacks').where('provider_account_id', account.id),
  };
}

/** Advances the clock of an order. */
export async function passTime(knex: Db, id: string, ms: number): Promise<void> {
  const earlier = (column: string) => knex.raw(`?? - ? * interval '1 millisecond'`, [column, ms]);
  await knex('orders')
    .where({ id })
    .update({
      created_at: earlier('created_at'),
      expires_at: earlier('expires_at'),
      inquired_at: earlier('inquired_at'),
    });
  await knex('order_inquiries')
    .where('order_id', id)
    .update({
      next_at: earlier('next_at'),
      called_at: earlier('called_at'),
      answered_at: earlier('answered_at'),
      hinted_at: earlier('hinted_at'),
    });
}
