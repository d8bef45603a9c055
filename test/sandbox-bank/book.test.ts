import path from 'node:path';
import { Book } from '../../src/sandbox-bank/book/book';
import type { Payment } from '../../src/sandbox-bank/book/entry';
import { newDirectory, qrFor, startBank } from './bank';
import type { TestBank } from './bank';
import { startGatewayStub } from './gateway-stub';

const at = '2026-03-01T10:00:00.000Z';
const limits = { keptMax: 3, waitingMax: 5, scheduledMax: 2, payoutsMax: 4 };

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
    expect(sum).toBe((await bank.book()).totals['amountSatang']);
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
