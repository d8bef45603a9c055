import { changeLink, stopLink } from '../../src/links/change-link';
import { findLink, type PaymentLink } from '../../src/links/find-link';
import { findPublicLink, payLink } from '../../src/links/pay-link';
import { listExceptionsOf } from '../../src/exceptions/store/exceptions';
import { resolutionsOf } from '../../src/exceptions/rules/exception';
import { findHostedPayment } from '../../src/orders/payment/find-hosted-payment';
import { applyPending } from '../../src/orders/store/apply-transition';
import { findViolations } from '../../src/reports/store/invariants';
import { newSecretId } from '../../src/platform/new-id';
import { testDatabase } from '../support/database';
import { testAudit, testCallback, testDeps, testMerchant, testSent } from '../support/gateway';
import { testLink } from '../support/payment-links';
import { payer } from '../support/refunds';
import { correctAs, resolveAs } from '../support/resolve';

let knex: Awaited<ReturnType<typeof testDatabase>>['knex'];
let deps: ReturnType<typeof testDeps>;
beforeAll(async () => {
  knex = (await testDatabase()).knex;
  deps = testDeps(knex);
});
afterEach(async () => {
  expect(await findViolations(knex)).toEqual([]);
});

/** A shop with one link. */
async function shop(given: Partial<PaymentLink> = { paymentsMax: 1 }) {
  const { merchant } = await testMerchant(knex, { openingSatang: 0 });
  const link = await testLink(deps, merchant, given);
  const audit = testAudit(merchant);

  async function start(amountSatang = 99_000) {
    const found = await findPublicLink(deps, link.token);
    const qrCodeId = await payLink(deps, found, newSecretId(''), amountSatang);
    const [id = ''] = await knex('qr_codes').where('id', qrCodeId).pluck<string[]>('order_id');
    return { id, qrCodeId };
  }
  async function receive({ id }: { readonly id: string }, transfer = 'T', amountSatang = 99_000) {
    await testCallback(deps, id, {
      reported: 'succeeded',
      transactionId: `${transfer} ${id}`,
      amountSatang,
      bodySealed: deps.vault.seal(JSON.stringify({ payer }), 'callbacks.body'),
    });
    return applyPending(knex, id);
  }
  const order = ({ id }: { readonly id: string }) => knex('orders').where({ id }).first();
  const status = async (of: { readonly id: string }) => String((await order(of)).status);
  const exceptions = ({ id }: { readonly id: string }) => listExceptionsOf(knex, id);
  const resolve = async (of: { readonly id: string }, how: string) =>
    resolveAs(knex, (await exceptions(of)).at(-1)?.id ?? '', how, {}, deps);
  const balance = async () => {
    const row = await knex('balances').where('merchant_id', merchant.id).first();
    return [Number(row.available_satang), Number(row.held_satang)];
  };
  const paid = async () => (await findLink(deps, merchant, link.id)).paid;
  const events = ({ id }: { readonly id: string }) =>
    knex('events').where('order_id', id).orderBy('sequence').pluck<string[]>('name');
  const beyond = async (of: { readonly qrCodeId: string }) =>
    (await findHostedPayment(deps, of.qrCodeId)).link?.beyond;
  const stop = () => stopLink(deps, audit, merchant, link.id);
  const setLimit = (paymentsMax: number | null) =>
    changeLink(deps, audit, merchant, link.id, { paymentsMax });
  const rest = {
    order,
    status,
    exceptions,
    resolve,
    balance,
    paid,
    events,
    beyond,
    stop,
    setLimit,
  };
  return { merchant, link, start, receive, ...rest };
}

/** The second of two payments for one place. */
async function excess() {
  const at = await shop();
  const [first, second] = [await at.start(), await at.start()];
  await at.receive(first);
  await at.receive(second);
  return { ...at, first, second };
}

describe('a link with a limit', () => {
  it('credits the payments that settle first, at once or not', async () => {
    const { start, receive, status, exceptions, paid, balance } = await shop({ paymentsMax: 3 });
    const payments = [];
    for (let count = 0; count < 12; count++) payments.push(await start());
    await Promise.all(payments.map((each) => receive(each)));
    const states = await Promise.all(payments.map(status));
    expect(states.filter((state) => state === 'succeeded')).toHaveLength(3);
    expect(states.filter((state) => state === 'pending')).toHaveLength(9);
    const opened = (await Promise.all(payments.map(exceptions))).flat();
    expect(opened.map(({ kind }) => kind)).toEqual(Array(9).fill('beyond_link'));
    expect([await paid(), await balance()]).toEqual([3, [297_000, 0]]);
  });

  it('keeps money beyond it in suspense, and tells the payer', async () => {
    const { second, order, exceptions, balance, beyond, events } = await excess();
    expect(await order(second)).toMatchObject({ status: 'pending', received_satang: 99_000 });
    const [exception] = await exceptions(second);
    expect(exception).toMatchObject({ kind: 'beyond_link', suspendedSatang: 99_000 });
    expect(exception && resolutionsOf(exception)).toEqual([
      'refund',
      'accept',
      'return',
      'write_off',
    ]);
    expect(await balance()).toEqual([99_000, 0]);
    expect(await beyond(second)).toBe('held');
    expect(await events(second)).toEqual(['payment.pending']);
  });

  it('adds nothing when the report is repeated', async () => {
    const { second, receive, exceptions, order } = await excess();
    await receive(second);
    expect(await exceptions(second)).toHaveLength(1);
    expect(await order(second)).toMatchObject({ received_satang: 99_000 });
  });

  it('holds for late money, of which the first counts', async () => {
    const { start, receive, order, paid } = await shop();
    const [first, second] = [await start(), await start()];
    for (const { id } of [first, second]) {
      await knex('orders')
        .where({ id })
        .update({ expires_at: new Date(Date.now() - 60_000) });
      await applyPending(knex, id);
    }
    await receive(first);
    await receive(second);
    expect(await order(first)).toMatchObject({ status: 'succeeded', late: true });
    expect(await order(second)).toMatchObject({ status: 'expired' });
    expect(await paid()).toBe(1);
  });

  it('suspends the whole of an excess that is too large', async () => {
    const { start, receive, exceptions } = await shop();
    const [first, second] = [await start(), await start()];
    await receive(first);
    await receive(second, 'T', 120_000);
    expect(await exceptions(second)).toMatchObject([{ suspendedSatang: 120_000 }]);
  });

  it('takes no place for a short payment, which an operator can complete', async () => {
    const { start, receive, order, paid, exceptions } = await shop();
    const payment = await start();
    await receive(payment, 'T', 50_000);
    expect(await paid()).toBe(0);
    const [short] = await exceptions(payment);
    await resolveAs(knex, short?.id ?? '', 'accept', { rest: 'paid_in_full' });
    expect([await paid(), (await order(payment)).status]).toEqual([1, 'succeeded']);
    const late = await start().catch((error: unknown) => error);
    expect(late).toMatchObject({ code: 'payment_link_closed' });
  });
});

describe('money beyond the limit', () => {
  it('returns to its payer, and the payment never succeeds', async () => {
    const { second, resolve, order, balance, beyond, events, paid } = await excess();
    await resolve(second, 'refund');
    expect(await order(second)).toMatchObject({
      status: 'pending',
      credited_satang: 99_000,
      refunding_satang: 99_000,
    });
    expect(await balance()).toEqual([99_000, 99_000]);
    expect(await beyond(second)).toBe('returning');
    const refunds = knex('refunds').where('payment_id', second.id);
    const [refundId = ''] = await refunds.clone().pluck<string[]>('order_id');
    expect(await refunds.first()).toMatchObject({ account_mask: 'xxx-x-x2333-x' });
    await testSent(knex, refundId);
    await testCallback(deps, refundId, { reported: 'succeeded', transactionId: `R ${refundId}` });
    await applyPending(knex, refundId);
    expect(await balance()).toEqual([99_000, 0]);
    expect(await beyond(second)).toBe('returned');
    expect(await events(second)).toEqual(['payment.pending', 'payment.adjusted']);
    expect(await paid()).toBe(1);
    // At its deadline it expires like any payment that was not paid.
    const past = new Date(Date.now() - 60_000);
    await knex('orders').where({ id: second.id }).update({ expires_at: past });
    await applyPending(knex, second.id);
    expect(await order(second)).toMatchObject({ status: 'expired', refunded_satang: 99_000 });
  });

  it('is held again when the refund fails, and its resolution can be corrected', async () => {
    const { second, resolve, exceptions, balance, beyond } = await excess();
    await resolve(second, 'refund');
    const refunds = knex('refunds').where('payment_id', second.id);
    const [refundId = ''] = await refunds.pluck<string[]>('order_id');
    await testSent(knex, refundId);
    await testCallback(deps, refundId, { reported: 'failed' });
    await applyPending(knex, refundId);
    expect(await beyond(second)).toBe('held');
    await correctAs(knex, (await exceptions(second))[0]?.id ?? '');
    expect(await balance()).toEqual([99_000, 0]);
    expect(await exceptions(second)).toMatchObject([{ suspendedSatang: 99_000 }]);
  });

  it('can be accepted by an operator, who exceeds the limit', async () => {
    const { second, resolve, order, paid, balance } = await excess();
    await resolve(second, 'accept');
    expect(await order(second)).toMatchObject({ status: 'succeeded' });
    expect([await paid(), await balance()]).toEqual([2, [198_000, 0]]);
  });

  it('does not keep a later transfer out once the limit is raised', async () => {
    const { second, resolve, receive, order, setLimit, paid, beyond } = await excess();
    await resolve(second, 'refund');
    await setLimit(2);
    await receive(second, 'U');
    expect(await order(second)).toMatchObject({ status: 'succeeded' });
    expect(await paid()).toBe(2);
    expect(await beyond(second)).toBe('returning');
  });
});

describe('a stopped link', () => {
  it('credits no money that arrives afterwards', async () => {
    const { start, receive, stop, order, exceptions, paid } = await shop({});
    const [first, second] = [await start(), await start()];
    await receive(first);
    await stop();
    expect((await findHostedPayment(deps, second.qrCodeId)).link).toMatchObject({ isClosed: true });
    await receive(second);
    expect(await order(second)).toMatchObject({ status: 'pending' });
    expect(await exceptions(second)).toMatchObject([{ kind: 'beyond_link' }]);
    expect(await paid()).toBe(1);
  });

  it('stops between two payments, whichever settles first', async () => {
    const { start, receive, stop, status, exceptions, paid } = await shop({});
    const payments = [];
    for (let count = 0; count < 10; count++) payments.push(await start());
    const [half, others] = [payments.slice(0, 5), payments.slice(5)];
    await Promise.all([
      ...half.map((each) => receive(each)),
      stop(),
      ...others.map((each) => receive(each)),
    ]);
    const states = await Promise.all(payments.map(status));
    const settled = states.filter((state) => state === 'succeeded').length;
    const opened = (await Promise.all(payments.map(exceptions))).flat();
    expect([await paid(), settled + opened.length]).toEqual([settled, 10]);
  });
});
