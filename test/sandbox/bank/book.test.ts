import { readdir } from 'node:fs/promises';
import { Book } from '../../../sandbox/bank/book';
import type { BankRecord, Callback, Payment } from '../../../sandbox/bank/records';
import { chargeOf, newDirectory, payoutOf, qrFor, refundOf, startBank } from './bank';
import { startGatewayStub } from './gateway-stub';

const at = '2026-03-01T10:00:00.000Z';

function callback(number: number): Callback {
  return {
    callbackId: `sbc_${number}`,
    route: '/payment/gw/webhook',
    body: { orderId: `REF${number}`, status: 'success' },
    transfer: { transactionId: `SBX${number}`, amountSatang: 100 },
    withWrongKey: false,
    createdAt: at,
    dueAt: null,
    afterId: null,
    state: 'waiting',
    stateSince: at,
    attempts: 0,
    reason: null,
  };
}

function payment(number: number, fields: Partial<Payment> = {}): Payment {
  return {
    type: 'payment',
    paymentId: `sbp_${number}`,
    idempotencyKey: `key-${number}`,
    mode: 'pay',
    purpose: 'payment',
    orderId: `REF${number}`,
    billedSatang: 100,
    payer: { bankName: 'B', accountNumber: '123456', accountName: 'N' },
    acceptedAt: at,
    dueAt: null,
    settledAt: at,
    transfers: [{ transactionId: `SBX${number}`, amountSatang: 100 }],
    callbacks: [callback(number)],
    ...fields,
  };
}

const payout: BankRecord = {
  type: 'request',
  instruction: {
    kind: 'payout',
    orderId: 'sbp_1',
    amountSatang: 100,
    account: { bankCode: '014', bankName: 'SCB', accountNumber: '1234567890', accountName: 'N' },
  },
  acceptedAt: at,
  decision: null,
  callbacks: [],
};

describe('book', () => {
  it('returns the same records after a restart, in the order of their creation', async () => {
    const folder = await newDirectory();
    const book = new Book(folder);
    for (let number = 1; number <= 12; number++) book.put(payment(number));
    book.put(payout);
    book.put(payment(13, { settledAt: null, dueAt: at, callbacks: [] }));
    book.updateCallback('sbc_3', { state: 'delivered' });
    book.updateCallback('sbc_4', { state: 'undelivered', reason: 'HTTP 400' });
    const contentOf = (one: Book) => ({
      payments: one.payments(),
      requests: one.requests(),
      newest: one.newestCallbacks(3).map((found) => found.callback.callbackId),
      waiting: one.waitingCallbacks().map(({ callbackId }) => callbackId),
      scheduled: one.scheduledPayments(),
      totals: one.totals(),
      byKey: one.paymentWithKey('key-2')?.paymentId,
      byTransfer: one.paymentOfTransfer('SBX5')?.paymentId,
    });
    const content = contentOf(book);
    expect(content).toMatchObject({
      newest: ['sbc_12', 'sbc_11', 'sbc_10'],
      totals: { payments: 12, amountSatang: 1_200, waiting: 10, delivered: 1, undelivered: 1 },
      byKey: 'sbp_2',
      byTransfer: 'sbp_5',
    });
    expect(contentOf(new Book(folder))).toEqual(content);
  });

  it('stores one file per record, and replaces it by a rename', async () => {
    const folder = await newDirectory();
    const book = new Book(folder);
    book.put(payment(1));
    book.put(payout);
    book.updateCallback('sbc_1', { attempts: 1 });
    expect((await readdir(folder)).toSorted()).toEqual(['1.json', '2.json']);
  });

  it('rejects new records beyond the limit and still updates known ones', async () => {
    const book = new Book(await newDirectory(), 2);
    book.put(payment(1));
    book.put(payment(2));
    const full: unknown = expect.objectContaining({ status: 503, code: 'bank_full' });
    expect(() => book.put(payment(3))).toThrow(full as Error);
    expect(book.payment('sbp_3')).toBeNull();
    book.updateCallback('sbc_1', { state: 'delivered' });
    expect(book.totals()).toMatchObject({ payments: 2, delivered: 1 });
  });
});

describe('GET /api/book', () => {
  it('lists every transfer and every decided request once, by kind', async () => {
    const gateway = await startGatewayStub();
    const bank = await startBank({ gatewayUrl: gateway.url });
    for (const [index, mode] of ['pay', 'twice', 'decline', 'short'].entries()) {
      await bank.pay({ qrData: qrFor(`REF${index}`, 1_000 + index), mode });
    }
    await bank.charges.send(chargeOf('SAME', 30));
    await bank.refunds.send(refundOf('SAME', 20.1));
    await bank.payouts.send(payoutOf('SAME', 10.01));
    await bank.payouts.send(payoutOf('W2', 10));
    await bank.payouts.send(payoutOf('W3', 10.02));
    await bank.payouts.decide('W2', 'succeed');
    await bank.refunds.decide('SAME', 'succeed');
    await bank.charges.send(chargeOf('C2', 5, 'tok_declined'));
    const { totals, transfers, payouts, refunds, charges } = await bank.book();
    expect(transfers.map(({ orderId, amountSatang }) => [orderId, amountSatang])).toEqual([
      ['REF0', 1_000],
      ['REF1', 1_001],
      ['REF1', 1_001],
      ['REF3', 903],
    ]);
    expect(totals.amountSatang).toBe(3_905);
    const summary = (list: typeof payouts) =>
      list.map(({ orderId, state, amountSatang }) => [orderId, state, amountSatang].join(' '));
    expect(summary(payouts).toSorted()).toEqual([
      'SAME succeeded 1001',
      'W2 succeeded 1000',
      'W3 failed 1002',
    ]);
    expect(summary(refunds)).toEqual(['SAME succeeded 2010']);
    expect(summary(charges)).toEqual(['SAME succeeded 3000', 'C2 failed 500']);
  });
});
