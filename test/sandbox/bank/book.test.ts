import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Book } from '../../../sandbox/bank/book/book';
import type { Decision, GatewayRequest, Payment } from '../../../sandbox/bank/book/entry';
import { chargeOf, newDirectory, payoutOf, qrFor, refundOf, startBank } from './bank';
import type { TestBank } from './bank';
import { startGatewayStub } from './gateway-stub';

const at = '2026-03-01T10:00:00.000Z';
const limits = { keptMax: 3, waitingMax: 5, scheduledMax: 2, requestsMax: 4 };

function payment(number: number, fields: Partial<Payment> = {}): Payment {
  return {
    paymentId: `sbp_${number}`,
    onceKey: `key-${number}`,
    mode: 'pay',
    purpose: 'payment',
    orderId: `REF${number}`,
    billedSatang: 100,
    payer: { bankName: 'B', accountNumber: '123456', accountName: 'N' },
    acceptedAt: at,
    dueAt: null,
    outcomes: [
      {
        callbackId: `sbc_${number}`,
        transfer: { transactionId: `SBX${number}`, amountSatang: 100 },
      },
    ],
    ...fields,
  };
}

async function settleAndDeliver(book: Book, number: number): Promise<void> {
  await book.accept(payment(number));
  await book.record({ kind: 'delivered', callbackId: `sbc_${number}`, at });
}

describe('the book', () => {
  it('forgets old payments but never their sums, and is the same after a restart', async () => {
    const file = path.join(await newDirectory(), 'book.jsonl');
    const book = await Book.open(file, limits);
    for (let number = 1; number <= 10; number++) await settleAndDeliver(book, number);

    const check = ({ view }: Book) => {
      expect(view.newest(99).map(({ callbackId }) => callbackId)).toEqual([
        'sbc_10',
        'sbc_9',
        'sbc_8',
      ]);
      expect([view.payment('sbp_7'), view.callback('sbc_7'), view.madeUnder('key-7')]).toEqual([
        null,
        null,
        null,
      ]);
      expect(view.madeUnder('key-8')?.payment.paymentId).toBe('sbp_8');
      expect(view.totals()).toMatchObject({ transfers: 10, amountSatang: 1_000, delivered: 10 });
    };
    check(book);
    await book.close();
    const again = await Book.open(file, limits);
    check(again);
    await again.close();
  });

  it('keeps a payment in memory for as long as the gateway has not heard of it', async () => {
    const book = await Book.open(path.join(await newDirectory(), 'book.jsonl'), limits);
    await book.accept(payment(0));
    for (let number = 1; number <= 10; number++) await settleAndDeliver(book, number);
    expect(book.view.waiting().map(({ callbackId }) => callbackId)).toEqual(['sbc_0']);
    await book.record({ kind: 'delivered', callbackId: 'sbc_0', at });
    await settleAndDeliver(book, 11);
    expect(book.view.payment('sbp_0')).toBeNull();
    await book.close();
  });

  it('refuses to owe the gateway more callbacks than it can bear', async () => {
    const book = await Book.open(path.join(await newDirectory(), 'book.jsonl'), limits);
    for (let number = 1; number <= 5; number++) await book.accept(payment(number));
    const busy: unknown = expect.objectContaining({ status: 503, code: 'bank_busy' });
    await expect(book.accept(payment(6))).rejects.toEqual(busy);
    await book.record({ kind: 'undelivered', callbackId: 'sbc_1', at, reason: 'HTTP 400' });
    await expect(book.accept(payment(6))).resolves.toMatchObject({ isNew: true });

    const due = { dueAt: '2026-03-01T11:00:00.000Z' };
    await book.accept(payment(7, due));
    await book.accept(payment(8, due));
    await expect(book.accept(payment(9, due))).rejects.toEqual(busy);
    await book.close();
  });

  it('lets the key of a payment that was refused be used again', async () => {
    const none = { ...limits, waitingMax: 0 };
    const book = await Book.open(path.join(await newDirectory(), 'book.jsonl'), none);
    const both = await Promise.allSettled([book.accept(payment(1)), book.accept(payment(1))]);
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(book.view.totals().payments).toBe(0);
    await book.close();
  });
});

describe('the payouts of the book', () => {
  const payout = (number: number): GatewayRequest => ({
    kind: 'payout',
    orderId: `W${number}`,
    amountSatang: 100,
    account: { bankCode: '014', bankName: 'SCB', accountNumber: '1234567890', accountName: 'N' },
    acceptedAt: at,
  });
  const decision = (number: number): Decision => ({
    transactionId: `SBX${number}`,
    failure: null,
    decidedAt: at,
    tellings: [
      {
        callbackId: `sbc_w${number}`,
        failure: null,
        dueAt: null,
        afterId: null,
        withWrongKey: false,
      },
    ],
  });
  const roomy = { ...limits, requestsMax: 100, waitingMax: 100 };

  it('are never forgotten, though their callbacks are, also after a restart', async () => {
    const file = path.join(await newDirectory(), 'book.jsonl');
    const book = await Book.open(file, roomy);
    for (let number = 1; number <= 10; number++) {
      await book.take(payout(number), decision(number));
      // The gateway does not take the second.
      if (number === 2) continue;
      await book.record({ kind: 'delivered', callbackId: `sbc_w${number}`, at });
    }
    const check = ({ view }: Book) => {
      for (let number = 1; number <= 10; number++) {
        expect(view.request('payout', `W${number}`)?.decision).toEqual(decision(number));
      }
      const kept = view.newest(99).map(({ callbackId }) => callbackId);
      expect(kept).toEqual(['sbc_w10', 'sbc_w9', 'sbc_w2']);
      const succeeded = { count: 10, amountSatang: 1_000 };
      expect(view.totals()).toMatchObject({ delivered: 9, waiting: 1, payouts: { succeeded } });
    };
    check(book);
    await book.close();
    const again = await Book.open(file, roomy);
    check(again);
    await again.close();
  });

  it('have a bound, beyond which only known references are answered', async () => {
    const book = await Book.open(path.join(await newDirectory(), 'book.jsonl'), limits);
    for (let number = 1; number <= 4; number++) await book.take(payout(number), null);
    const busy: unknown = expect.objectContaining({ status: 503, code: 'bank_busy' });
    await expect(book.take(payout(5), null)).rejects.toEqual(busy);
    await expect(book.take(payout(4), null)).resolves.toMatchObject({ isNew: false });
    await expect(book.decide('payout', 'W4', decision(4))).resolves.toMatchObject({ isNew: true });
    await book.close();
  });
});

describe('a book from before there were payouts and deposits', () => {
  it('is read as it was, and written on', async () => {
    const file = path.join(await newDirectory(), 'book.jsonl');
    const { purpose: _purpose, ...old } = payment(1);
    await writeFile(file, `${JSON.stringify({ kind: 'settled', payment: old, settledAt: at })}\n`);
    const book = await Book.open(file, limits);
    expect(book.view.payment('sbp_1')).toEqual({ payment: payment(1), settledAt: at });
    await book.accept(payment(2));
    await book.close();
    const again = await Book.open(file, limits);
    expect(again.view.totals()).toMatchObject({ payments: 2, amountSatang: 200 });
    await again.close();
  });
});

describe('a book from before there were refunds and charges', () => {
  it('is read as it was: what waited waits, what was decided stays, and both go on', async () => {
    const file = path.join(await newDirectory(), 'book.jsonl');
    const account = {
      bankCode: null,
      bankName: 'SCB',
      accountNumber: '1234567890',
      accountName: 'N',
    };
    const payout = (orderId: string) => ({
      orderId,
      amountSatang: 100,
      ...account,
      acceptedAt: at,
    });
    const telling = { failure: null, dueAt: null, afterId: null, withWrongKey: false };
    const decision = {
      transactionId: 'SBX1',
      failure: null,
      decidedAt: at,
      tellings: [{ callbackId: 'sbc_w2', ...telling }],
    };
    const old = [
      { kind: 'payout_taken', payout: payout('W1') },
      { kind: 'payout_taken', payout: payout('W2') },
      { kind: 'payout_decided', payout: payout('W2'), decision },
    ];
    await writeFile(file, old.map((entry) => `${JSON.stringify(entry)}\n`).join(''));

    const book = await Book.open(file, limits);
    const request = (orderId: string): GatewayRequest => ({
      kind: 'payout',
      orderId,
      amountSatang: 100,
      account,
      acceptedAt: at,
    });
    expect(book.view.undecided()).toEqual([request('W1')]);
    expect(book.view.request('payout', 'W2')).toEqual({ request: request('W2'), decision });
    expect(book.view.waiting().map(({ callbackId }) => callbackId)).toEqual(['sbc_w2']);
    expect((await book.pageAfter(0, 10)).payouts.map(({ orderId }) => orderId)).toEqual(['W2']);
    const tellings = [{ callbackId: 'sbc_w1', ...telling }];
    await book.decide('payout', 'W1', { ...decision, transactionId: 'SBX2', tellings });
    await book.close();

    const again = await Book.open(file, limits);
    const { payouts } = again.view.totals();
    expect(payouts.succeeded).toEqual({ count: 2, amountSatang: 200 });
    expect(payouts.waiting.count).toBe(0);
    await again.close();
  });
});

describe('GET /api/book', () => {
  async function bookOf(count: number): Promise<TestBank> {
    const gateway = await startGatewayStub();
    const bank = await startBank({ gatewayUrl: gateway.url });
    for (let number = 0; number < count; number++) {
      const mode = number === 2 ? 'twice' : number === 3 ? 'decline' : 'pay';
      await bank.pay({ qrData: qrFor(`REF${number}`, 100 + number), mode });
    }
    return bank;
  }

  it('pages through every transfer once, in the order of the book', async () => {
    const bank = await bookOf(6);
    const refs: string[] = [];
    let sum = 0;
    for (let since = 0, hasMore = true; hasMore;) {
      const page = await bank.book(`?since=${since}&limit=2`);
      refs.push(...page.transfers.map(({ orderId }) => orderId));
      sum += page.transfers.reduce((total, { amountSatang }) => total + amountSatang, 0);
      ({ next: since, hasMore } = page);
    }
    expect(refs).toEqual(['REF0', 'REF1', 'REF2', 'REF2', 'REF4', 'REF5']);
    expect(sum).toBe((await bank.book()).totals.amountSatang);
  });

  it('pages through every decided payout once, among the transfers', async () => {
    const bank = await bookOf(2);
    await bank.payouts.send(payoutOf('W1', 10.01));
    await bank.payouts.send(payoutOf('W2', 10));
    await bank.pay({ qrData: qrFor('LATER', 100) });
    await bank.payouts.send(payoutOf('W3', 10.02));
    await bank.payouts.decide('W2', 'succeed');
    const seen: string[] = [];
    for (let since = 0, hasMore = true; hasMore;) {
      const page = await bank.book(`?since=${since}&limit=1`);
      seen.push(...page.transfers.map(({ orderId }) => orderId));
      seen.push(...page.payouts.map(({ orderId, state }) => `${orderId} ${state}`));
      ({ next: since, hasMore } = page);
    }
    expect(seen).toEqual(['REF0', 'REF1', 'W1 succeeded', 'LATER', 'W3 failed', 'W2 succeeded']);
  });

  it('pages through refunds and charges as through payouts, each in its own list', async () => {
    const bank = await bookOf(1);
    await bank.charges.send(chargeOf('SAME', 30));
    await bank.refunds.send(refundOf('SAME', 20));
    await bank.payouts.send(payoutOf('SAME', 10.01));
    await bank.refunds.decide('SAME', 'succeed');
    await bank.charges.send(chargeOf('C2', 5, 'tok_declined'));
    const seen: string[] = [];
    for (let since = 0, hasMore = true; hasMore;) {
      const page = await bank.book(`?since=${since}&limit=1`);
      seen.push(...page.transfers.map(({ orderId }) => orderId));
      for (const plural of ['payouts', 'refunds', 'charges'] as const) {
        seen.push(
          ...page[plural].map(({ orderId, state, amountSatang }) =>
            [plural, orderId, state, amountSatang].join(' '),
          ),
        );
      }
      ({ next: since, hasMore } = page);
    }
    expect(seen).toEqual([
      'REF0',
      'charges SAME succeeded 3000',
      'payouts SAME succeeded 1001',
      'refunds SAME succeeded 2000',
      'charges C2 failed 500',
    ]);
  });

  it('continues with what came after a page', async () => {
    const bank = await bookOf(2);
    const { next } = await bank.book();
    await bank.pay({ qrData: qrFor('LATER', 100) });
    const { transfers } = await bank.book(`?since=${next}`);
    expect(transfers.map(({ orderId }) => orderId)).toEqual(['LATER']);
  });

  it.each([
    'since=1',
    'since=-1',
    'since=x',
    'since=1e3',
    'since=99999999',
    'limit=0',
    'limit=1001',
  ])('refuses %s', async (query) => {
    const bank = await bookOf(1);
    const response = await fetch(`${bank.url}/api/book?${query}`);
    expect(response.status).toBe(400);
  });
});
