import { correctResolution } from '../../../../src/exceptions/correct-exception';
import { findViolations } from '../../../../src/reports/store/invariants';
import { testMerchant } from '../../../support/gateway';
import { correctAs, resolveAs } from '../../../support/resolve';
import { PROVIDER_KEY, startApi, type Api } from '../../../http/api';
import { transfersOf, type Transfers } from '../../../http/api/transfers';

/*
 * Contradictory evidence about movements, one test for each scenario of docs/money-scenarios.md,
 * over HTTP. The expected amounts are those that the bank really moved.
 */

let api: Api;
let shop: Transfers;
beforeEach(async () => {
  api = await startApi();
  shop = transfersOf(api);
});
afterEach(async () => {
  expect(await findViolations(api.deps.db)).toEqual([]);
});

const doors = { pay_: 'payment', re_: 'refund' } as const;

/** Sends a callback for an order and applies it. */
async function sendCallback(orderId: string, fields: object): Promise<number> {
  const door = Object.entries(doors).find(([prefix]) => orderId.startsWith(prefix))?.[1];
  const kind = await api.deps.db('orders').where('id', orderId).first('kind');
  const route = door ?? (kind?.kind === 'withdrawal' ? 'withdraw' : 'deposit');
  const body = { orderId, status: 'success', ...fields };
  const answering = api.post(`/${route}/gw/webhook`, body, { key: PROVIDER_KEY });
  let answered = false;
  void answering.finally(() => {
    answered = true;
  });
  while (!answered) await shop.applyAll();
  await shop.applyAll();
  return (await answering).status;
}

const payment = async (amount = 100): Promise<string> =>
  (await api.createQrCode({ amount })).payment_id;
const read = (orderId: string) => api.readPayment(orderId);

interface Open {
  readonly id: string;
  readonly kind: string;
}

const open = async (orderId?: string): Promise<readonly Open[]> => {
  const rows = api.deps.db('exceptions').whereNull('resolved_at').orderBy('id');
  return (await (orderId === undefined ? rows : rows.where('order_id', orderId)).select(
    'id',
    'kind',
  )) as Open[];
};
const kinds = async (orderId?: string) => (await open(orderId)).map(({ kind }) => kind);

/** Resolves the open exception of a kind. */
async function resolve(
  kind: string,
  how: string,
  more: Parameters<typeof resolveAs>[3] = {},
): Promise<string> {
  const found = (await open()).filter((one) => one.kind === kind);
  expect(found).toHaveLength(1);
  const id = found[0]?.id ?? '';
  await resolveAs(api.deps.db, id, how, more);
  return id;
}

/** Net change of the provider's clearing account since `opening`, in baht. */
async function clearing(): Promise<number> {
  const { rows } = await api.deps.db.raw(`
    select coalesce(sum(case when debit = 'provider_clearing' then amount_satang
                             when credit = 'provider_clearing' then -amount_satang else 0 end), 0)
             ::bigint as satang
    from transfers where kind <> 'opening'`);
  return Number(rows[0].satang) / 100;
}

const opening = async (baht: number): Promise<void> => {
  const from = await payment(baht);
  await sendCallback(from, { transactionId: `opening ${from}` });
};

describe('a payout', () => {
  it('61: made twice is posted once, with a duplicate_payout that can be charged', async () => {
    await opening(1_000);
    const id = await shop.withdrawal({ amount: 150 });
    for (const transactionId of ['P1', 'P2']) await sendCallback(id, { transactionId });
    expect(await shop.balance()).toEqual([850, 0]);
    expect(await kinds(id)).toEqual(['duplicate_payout']);
    expect(await clearing()).toBe(850);
    await resolve('duplicate_payout', 'charge');
    // The bank sent 150 twice.
    expect(await clearing()).toBe(700);
    expect(await shop.balance()).toEqual([700, 0]);
  });

  it('62: returned, credited and sent again is credited to the merchant once', async () => {
    await opening(1_000);
    const id = await shop.withdrawal({ amount: 500 });
    await sendCallback(id, { transactionId: 'W1' });
    await sendCallback(id, { status: 'failed', transactionId: 'W1' });
    await resolve('conflict', 'credit');
    expect(await shop.balance()).toEqual([1_000, 0]);
    expect(await shop.read('withdraw', id)).toMatchObject({ status: 'succeeded' });
    await sendCallback(id, { transactionId: 'W2' });
    expect(await kinds(id)).toEqual(['duplicate_payout']);
    await resolve('duplicate_payout', 'charge');
    expect(await shop.balance()).toEqual([500, 0]);
    expect(await clearing()).toBe(500);
  });

  it('90: returned, sent and returned again opens a conflict each time', async () => {
    await opening(1_000);
    const id = await shop.withdrawal({ amount: 500 });
    const report = (status: string) => sendCallback(id, { status });
    await report('success');
    for (let round = 0; round < 2; round++) {
      await report('failed');
      expect(await kinds(id)).toEqual(['conflict']);
      await resolve('conflict', 'credit');
      expect(await shop.balance()).toEqual([1_000, 0]);
      // The provider repeats the callback.
      await report('failed');
      expect(await kinds(id)).toEqual([]);
      await report('success');
      expect(await kinds(id)).toEqual(['conflict']);
      await resolve('conflict', 'charge');
      expect(await shop.balance()).toEqual([500, 0]);
    }
    expect(await clearing()).toBe(500);
  });

  it('a failure that was resolved as a payout adds nothing when it is repeated', async () => {
    await opening(1_000);
    const id = await shop.withdrawal({ amount: 500 });
    await sendCallback(id, { amount: 300 });
    expect(await kinds(id)).toEqual(['amount_mismatch']);
    await sendCallback(id, { status: 'failed' });
    expect(await kinds(id)).toEqual(['amount_mismatch', 'conflict']);
    await resolve('amount_mismatch', 'complete');
    await resolve('conflict', 'dismiss');
    expect(await shop.balance()).toEqual([500, 0]);
    await sendCallback(id, { status: 'failed' });
    expect(await kinds(id)).toEqual([]);
  });

  it('91: failed, sent and returned in turns opens a conflict each time', async () => {
    await opening(1_000);
    const id = await shop.withdrawal({ amount: 500 });
    const report = (status: string) => sendCallback(id, { status });
    await report('failed');
    for (let round = 0; round < 2; round++) {
      await report('failed');
      expect(await kinds(id)).toEqual([]);
      await report('success');
      expect(await kinds(id)).toEqual(['conflict']);
      await resolve('conflict', 'charge');
      expect(await shop.balance()).toEqual([500, 0]);
      await report('success');
      expect(await kinds(id)).toEqual([]);
      await report('failed');
      expect(await kinds(id)).toEqual(['conflict']);
      await resolve('conflict', 'credit');
      expect(await shop.balance()).toEqual([1_000, 0]);
    }
    expect(await shop.read('withdraw', id)).toMatchObject({ status: 'failed', amount_reversed: 0 });
    expect(await clearing()).toBe(1_000);
  });

  it.each([
    ['100 out and 50 back', 'complete=100,release=50', 'succeeded', 900],
    ['all of it out', 'complete', 'succeeded', 850],
    ['nothing out', 'release', 'failed', 1_000],
  ])(
    '63: sent in part and reported as failed keeps its hold: %s',
    async (_name, how, status, left) => {
      await opening(1_000);
      const id = await shop.withdrawal({ amount: 150 });
      await sendCallback(id, { amount: 100, transactionId: 'PP1' });
      await sendCallback(id, { status: 'failed' });
      expect(await shop.balance()).toEqual([850, 150]);
      expect(await kinds(id)).toEqual(['amount_mismatch', 'conflict']);
      await resolve('amount_mismatch', how);
      expect(await shop.read('withdraw', id)).toMatchObject({ status });
      expect(await shop.balance()).toEqual([left, 0]);
      expect(await clearing()).toBe(left);
    },
  );
});

describe('a payout sent with an excess', () => {
  it('is resolved together with its hold', async () => {
    await opening(1_000);
    const id = await shop.withdrawal({ amount: 150 });
    await sendCallback(id, { amount: 160, transactionId: 'MORE' });
    await expect(resolve('amount_mismatch', 'absorb=10')).rejects.toMatchObject({ why: 'unfit' });
    await resolve('amount_mismatch', 'complete=150,charge=10');
    expect(await shop.read('withdraw', id)).toMatchObject({ status: 'succeeded' });
    expect(await shop.balance()).toEqual([840, 0]);
    expect(await clearing()).toBe(840);
  });
});

describe('one transaction id', () => {
  it('64: of two orders belongs to the first', async () => {
    const [first, second] = [await payment(), await payment()];
    for (const id of [first, second])
      await sendCallback(id, { amount: 100, transactionId: 'SAMETX' });
    expect(await read(first)).toMatchObject({ status: 'succeeded' });
    expect(await read(second)).toMatchObject({ status: 'pending', amount_received: 0 });
    expect(await kinds(second)).toEqual(['duplicate_transaction']);
    expect(await clearing()).toBe(100);
    // The bank made two transfers with one transaction id.
    await resolve('duplicate_transaction', 'credit');
    expect(await read(second)).toMatchObject({ status: 'succeeded', amount_received: 100 });
    expect(await clearing()).toBe(200);
  });

  it('64: reported for two orders concurrently credits one of them', async () => {
    const ids = await Promise.all(Array.from({ length: 6 }, () => payment()));
    const sent = ids.map((id) => sendCallback(id, { amount: 100, transactionId: 'AT ONCE' }));
    await Promise.allSettled(sent);
    await shop.applyAll();
    expect(await shop.balance()).toEqual([100, 0]);
    expect(await clearing()).toBe(100);
  });

  it('64: reported for two payments while the merchant expires them causes no error', async () => {
    const ids = await Promise.all(Array.from({ length: 6 }, () => payment()));
    const fields = { status: 'success', amount: 100, transactionId: 'ENDED' };
    for (const orderId of ids) {
      await api.post('/payment/gw/webhook', { ...fields, orderId }, { key: PROVIDER_KEY });
    }
    const answers = await Promise.all(
      ids.map((id) => api.post(`/Thai/v1/payments/${id}/expire`, {})),
    );
    expect(answers.map(({ status }) => status)).not.toContain(500);
    await shop.applyAll();
    expect(await clearing()).toBe(100);
  });

  it('68: short, then corrected upwards, completes the order with 100 in total', async () => {
    const id = await payment();
    for (const amount of [60, 100]) await sendCallback(id, { amount, transactionId: 'F1' });
    expect(await kinds(id)).toEqual(['amount_mismatch', 'amount_mismatch']);
    expect(await read(id)).toMatchObject({ status: 'pending' });
    const [suspended, corrected] = await open(id);
    await resolveAs(api.deps.db, suspended?.id ?? '', 'accept', { rest: 'leave_open' });
    await resolveAs(api.deps.db, corrected?.id ?? '', 'credit');
    expect(await read(id)).toMatchObject({ status: 'succeeded', amount_received: 100 });
    expect(await shop.balance()).toEqual([100, 0]);
    expect(await clearing()).toBe(100);
  });

  it('69: paid, then corrected downwards, reverses 10 and not 100', async () => {
    const id = await payment();
    for (const amount of [100, 90]) await sendCallback(id, { amount, transactionId: 'F2' });
    await expect(resolve('amount_mismatch', 'charge=100')).rejects.toThrow('at most 10.00');
    await resolve('amount_mismatch', 'charge');
    expect(await shop.balance()).toEqual([90, 0]);
    expect(await read(id)).toMatchObject({ status: 'succeeded', amount_reversed: 10 });
    expect(await clearing()).toBe(90);
  });
});

describe('evidence without details', () => {
  it('65: after a short payment credits nothing', async () => {
    const id = await payment();
    await sendCallback(id, { amount: 60, transactionId: 'S1' });
    await sendCallback(id, {});
    expect(await shop.balance()).toEqual([0, 0]);
    expect(await kinds(id)).toEqual(['amount_mismatch', 'conflict']);
    expect(await clearing()).toBe(60);
  });

  it('66: followed by an id with 60 credits 100, never 160', async () => {
    const id = await payment();
    await sendCallback(id, {});
    await sendCallback(id, { amount: 60, transactionId: 'D1' });
    expect(await shop.balance()).toEqual([100, 0]);
    expect(await kinds(id)).toEqual(['amount_mismatch']);
    expect(await clearing()).toBe(100);
  });

  it('67: from another payer at another time is a duplicate payment', async () => {
    const id = await payment();
    const from = (accountNumber: string) => ({ payer: { bankName: 'KBANK', accountNumber } });
    await sendCallback(id, { ...from('111-1-11111-1'), paidAt: '2026-11-22T03:00:00Z' });
    await sendCallback(id, { ...from('1111111111'), paidAt: '2026-11-22T03:00:00Z' });
    expect(await kinds(id)).toEqual([]);
    await sendCallback(id, { ...from('222-2-22222-2'), paidAt: '2026-11-22T03:05:00Z' });
    expect(await kinds(id)).toEqual(['duplicate_payment']);
    expect(await shop.suspended(id)).toEqual([10_000]);
    expect(await clearing()).toBe(200);
  });

  const somchai = { bankName: 'SCB', accountNumber: '123-4-56789-0', accountName: 'สมชาย ใจดี' };
  const named = { bankName: 'SCB', accountName: 'นาย สมชาย ใจดี' };

  it.each([
    ['the bank in Thai', somchai, { ...somchai, bankName: 'ธ.ไทยพาณิชย์' }],
    ['a masked account', somchai, { ...somchai, accountNumber: 'xxx-x-x6789-x' }],
    ['the whole account', { ...somchai, accountNumber: 'xxxxxx7890' }, somchai],
    [
      'another mask',
      { ...somchai, accountNumber: 'xxx-x-x6789-x' },
      { accountNumber: '••••••7890' },
    ],
    ['Thai digits', somchai, { ...somchai, accountNumber: '๑๒๓๔๕๖๗๘๙๐' }],
    ['two spaces', named, { ...named, accountName: 'นาย สมชาย  ใจดี' }],
    ['a cut name', named, { ...named, accountName: 'สมชาย ใ' }],
    ['a masked name', named, { ...named, accountName: 'สมชาย ใ***' }],
    ['a Latin name', named, { ...named, accountName: 'MR. SOMCHAI JAIDEE' }],
    ['ำ in two parts', { accountName: 'คำ ดี' }, { accountName: 'คํา ดี' }],
  ])('of one payer written with %s is a repetition', async (_spelling, first, second) => {
    const id = await payment();
    await sendCallback(id, { amount: 100, payer: first });
    await sendCallback(id, { amount: 100, payer: second });
    expect(await kinds(id)).toEqual([]);
    expect(await clearing()).toBe(100);
  });

  it.each([
    ['another bank', somchai, { ...somchai, bankName: 'KBANK' }],
    ['another account', somchai, { ...somchai, accountNumber: '123-4-56788-0' }],
    ['other digits shown', somchai, { ...somchai, accountNumber: 'xxx-x-x6788-x' }],
    ['another first name', named, { ...named, accountName: 'นาง สมศรี ใจดี' }],
    ['another last name', named, { ...named, accountName: 'สมชาย รักไทย' }],
  ])('of a payer with %s is a second payment', async (_difference, first, second) => {
    const id = await payment();
    await sendCallback(id, { amount: 100, payer: first });
    await sendCallback(id, { amount: 100, payer: second });
    expect(await kinds(id)).toEqual(['duplicate_payment']);
    expect(await clearing()).toBe(200);
  });
});

describe('70: an unsupported callback', () => {
  it.each([
    ['an empty id', { transactionId: '' }, 'invalid_request'],
    ['spaces as id', { transactionId: '  ' }, 'invalid_request'],
    ['US dollars', { currency: 'USD' }, 'invalid_currency'],
    ['more than a bank moves', { amount: 99_999_999_999.99 }, 'invalid_amount'],
    ['a satang too much', { amount: 20_000_000.01 }, 'invalid_amount'],
  ])('with %s gets 400, is stored, and leaves the order payable', async (_name, fields, code) => {
    const id = await payment();
    const body = { orderId: id, status: 'success', ...fields };
    const answer = await api.post('/payment/gw/webhook', body, { key: PROVIDER_KEY });
    expect([answer.status, answer.code]).toEqual([400, code]);
    const kept = await api.deps.db('callbacks').where('order_id', id);
    expect(kept).toMatchObject([{ outcome: 'refused', failure_code: expect.any(String) }]);
    expect(await sendCallback(id, { amount: 100, transactionId: `T ${id}`, currency: 'thb' })).toBe(
      201,
    );
    expect(await shop.balance()).toEqual([100, 0]);
  });
});

describe('71: money for an unknown order', () => {
  const unknown = 'UNKNOWNREF0000000001';
  const reportUnknown = (fields: object) =>
    api.post(
      '/payment/gw/webhook',
      { orderId: unknown, status: 'success', ...fields },
      { key: PROVIDER_KEY },
    );

  async function two() {
    for (const [amount, transactionId] of [
      [11, 'U1'],
      [2_222, 'U2'],
      [11, 'U1'],
    ]) {
      expect((await reportUnknown({ amount, transactionId })).status).toBe(404);
    }
    const [first, second] = await open();
    return [first?.id ?? '', second?.id ?? ''] as const;
  }

  /** A payment whose reference no order has until it appears, and reports that name it. */
  async function notYet(amount: number) {
    const id = await payment(amount);
    const orders = () => api.deps.db('orders').where({ id });
    const { ref: orderId } = await orders().first('ref');
    await orders().update({ ref: 'NOTYET00000000000000' });
    return {
      id,
      report: (fields: object) => reportUnknown({ orderId, amount, ...fields }),
      appear: () => orders().update({ ref: orderId }),
      repeat: (fields: object) => sendCallback(id, { orderId, amount, ...fields }),
    };
  }

  it('opens one exception for each movement, in suspense', async () => {
    await two();
    expect(await kinds()).toEqual(['unknown_order', 'unknown_order']);
    expect(await clearing()).toBe(2_233);
  });

  it('can be assigned to an order, which books it like a callback', async () => {
    const [, second] = await two();
    const id = await payment(2_000);
    const assignee = { kind: 'order', orderId: id } as const;
    await resolveAs(api.deps.db, second, 'assign', { assignee });
    expect(await read(id)).toMatchObject({ status: 'succeeded', amount_received: 2_222 });
    expect(await shop.balance()).toEqual([2_000, 0]);
    expect(await kinds(id)).toEqual(['amount_mismatch']);
    expect(await shop.events(id)).toEqual(['payment.pending', 'payment.succeeded']);
    expect(await clearing()).toBe(2_233);
    // The provider repeats the callback with the right order.
    await sendCallback(id, { amount: 2_222, transactionId: 'U2' });
    expect(await shop.balance()).toEqual([2_000, 0]);
  });

  it('can be assigned to a merchant, and the assignment reversed', async () => {
    const [first] = await two();
    const { merchantId } = await api.deps
      .db('merchants')
      .orderBy('created_at')
      .first('id as merchantId');
    const assignee = { kind: 'merchant', merchantId } as const;
    await resolveAs(api.deps.db, first, 'assign', { assignee });
    expect(await shop.balance()).toEqual([11, 0]);
    await correctAs(api.deps.db, first);
    expect(await shop.balance()).toEqual([0, 0]);
    expect(await kinds()).toEqual(['unknown_order', 'unknown_order']);
    await resolveAs(api.deps.db, first, 'return');
    expect(await clearing()).toBe(2_222);
  });

  it('is assigned as a whole, because an order books the whole movement', async () => {
    const [, second] = await two();
    const id = await payment(2_222);
    const assignee = { kind: 'order', orderId: id } as const;
    const dividing = resolveAs(api.deps.db, second, 'assign=2000,return=222', { assignee });
    await expect(dividing).rejects.toMatchObject({ why: 'unfit' });
    expect(await shop.balance()).toEqual([0, 0]);
    await resolveAs(api.deps.db, second, 'return=2000,write_off=222');
    expect(await clearing()).toBe(233);
  });

  it('can be assigned to an order, then to another one by a correction', async () => {
    const [first] = await two();
    const [wrong, right] = [await payment(11), await payment(11)];
    const assignTo = (orderId: string) =>
      resolveAs(api.deps.db, first, 'assign', { assignee: { kind: 'order', orderId } });
    await assignTo(wrong);
    await correctAs(api.deps.db, first);
    expect(await read(wrong)).toMatchObject({ amount_received: 0 });
    expect(await findViolations(api.deps.db)).toEqual([]);
    await assignTo(right);
    expect(await read(right)).toMatchObject({ status: 'succeeded', amount_received: 11 });
    expect(await shop.balance()).toEqual([11, 0]);
    expect(await clearing()).toBe(2_233);
  });

  it('without a transaction id is recorded once, also after its assignment', async () => {
    const money = { amount: 50, payer: { accountNumber: '1111111111' } };
    await reportUnknown(money);
    const [only] = await open();
    const assignee = { kind: 'order', orderId: await payment(50) } as const;
    await resolveAs(api.deps.db, only?.id ?? '', 'assign', { assignee });
    await reportUnknown(money);
    expect(await kinds()).toEqual([]);
    expect(await clearing()).toBe(50);
    await reportUnknown({ amount: 50, payer: { accountNumber: '2222222222' } });
    expect(await kinds()).toEqual(['unknown_order']);
    await correctAs(api.deps.db, only?.id ?? '');
    expect(await shop.balance()).toEqual([0, 0]);
  });

  it('without a transaction id is recorded once when the encryption key changes', async () => {
    const { id, report, appear, repeat } = await notYet(50);
    const paid = { payer: { accountNumber: '1111111111' } };
    await report(paid);
    await api.deps.db('movements').update({ payer_digest: 'former:014.all.digest' });
    await report(paid);
    expect(await kinds()).toEqual(['unknown_order']);
    await appear();
    await repeat(paid);
    expect(await read(id)).toMatchObject({ status: 'succeeded' });
    expect(await kinds()).toEqual([]);
    expect(await clearing()).toBe(50);
  });

  it.each(['return', 'assign'])(
    'without a transaction id is not credited after %s',
    async (how) => {
      const { id, report, appear, repeat } = await notYet(50);
      const paid = { payer: { accountNumber: '1111111111' } };
      await report(paid);
      const assignee = { kind: 'order', orderId: await payment(50) } as const;
      await resolve('unknown_order', how, { assignee });
      await appear();
      await repeat(paid);
      expect(await read(id)).toMatchObject({ status: 'pending' });
      expect(await kinds(id)).toEqual(['duplicate_transaction']);
      expect(await clearing()).toBe(how === 'assign' ? 50 : 0);
    },
  );

  it('is credited to its order after an assignment to another merchant was corrected', async () => {
    const { report, appear, repeat } = await notYet(50);
    await report({ transactionId: 'U3' });
    const { merchant } = await testMerchant(api.deps.db);
    const assignee = { kind: 'merchant', merchantId: merchant.id } as const;
    await correctAs(api.deps.db, await resolve('unknown_order', 'assign', { assignee }));
    await appear();
    await repeat({ transactionId: 'U3' });
    expect(await shop.balance()).toEqual([50, 0]);
    expect(await kinds()).toEqual([]);
  });

  it('cannot be assigned to an unknown order or to a payout', async () => {
    await opening(1_000);
    const [first] = await two();
    const payout = await shop.withdrawal({ amount: 11 });
    for (const assignee of [
      null,
      { kind: 'order', orderId: 'pay_none' } as const,
      { kind: 'order', orderId: payout } as const,
      { kind: 'merchant', merchantId: 'mer_none' } as const,
    ]) {
      const assigning = resolveAs(api.deps.db, first, 'assign', { assignee });
      await expect(assigning).rejects.toMatchObject({ why: 'assignee' });
    }
  });

  it('without a transaction id is one movement for each payer', async () => {
    const from = (accountNumber: string) => ({ amount: 50, payer: { accountNumber } });
    for (const payer of ['1111111111', '2222222222', '1111111111'])
      await reportUnknown(from(payer));
    await reportUnknown({ ...from('1111111111'), paidAt: '2026-11-22T03:00:00Z' });
    expect(await kinds()).toEqual(['unknown_order', 'unknown_order']);
    expect(await clearing()).toBe(100);
  });

  it('without a transaction id is one movement for each spelling of a payer', async () => {
    const from = (bankName: string, accountNumber: string) =>
      reportUnknown({ amount: 50, payer: { bankName, accountNumber } });
    await from('SCB', 'xxx-x-x6789-x');
    await from('ไทยพาณิชย์', '1234567890');
    expect(await kinds()).toEqual(['unknown_order']);
    expect(await clearing()).toBe(50);
  });

  it("from one payer is not matched with another payer's payment", async () => {
    const { id, report, appear, repeat } = await notYet(50);
    await report({ payer: { accountNumber: '1111111111' } });
    await appear();
    await repeat({ payer: { accountNumber: '2222222222' } });
    expect(await read(id)).toMatchObject({ status: 'succeeded' });
    // The first payer's money is still in an open exception.
    expect(await kinds()).toEqual(['unknown_order']);
    expect(await clearing()).toBe(100);
  });

  it('is credited to a later order of that name when the callback is repeated', async () => {
    const { id, report, appear, repeat } = await notYet(11);
    expect((await report({ transactionId: 'EARLY' })).status).toBe(404);
    await appear();
    await repeat({ transactionId: 'EARLY' });
    expect(await read(id)).toMatchObject({ status: 'succeeded' });
    expect(await shop.balance()).toEqual([11, 0]);
    expect(await kinds()).toEqual([]);
    expect(await clearing()).toBe(11);
  });
});

describe('72: a thousand contradicting callbacks', () => {
  it('are stored as one exception, and every request is still answered', async () => {
    const id = await payment();
    await sendCallback(id, { transactionId: 'ONCE', amount: 100 });
    const { db, vault } = api.deps;
    const row = (nth: number) => ({
      id: `cb_many_${nth}`,
      route: 'payment',
      order_id: id,
      named_order: id,
      reported: 'failed',
      transaction_id: `many ${nth}`,
      body_sealed: vault.seal('{}', 'callbacks.body'),
    });
    await db('callbacks').insert(Array.from({ length: 1_000 }, (_, nth) => row(nth)));
    for (let round = 0; round < 6; round++) await shop.applyAll();
    expect(await db('callbacks').whereNull('applied_at')).toEqual([]);
    expect(await kinds(id)).toEqual(['conflict']);
    expect(await read(id)).toMatchObject({ status: 'succeeded', amount_received: 100 });
    expect((await api.get('/Thai/v1/payments')).status).toBe(200);
  });
});

describe('an absurd amount stored by an earlier version', () => {
  it('does not break the payment, its list or its callbacks', async () => {
    const id = await payment();
    const before = '9089999999999100';
    await api.deps.db('orders').where('id', id).update({ received_satang: before });
    expect((await api.get(`/Thai/v1/payments/${id}`)).status).toBe(200);
    expect((await api.get('/Thai/v1/payments')).status).toBe(200);
    expect(await sendCallback(id, { amount: 100, transactionId: 'AFTER' })).toBe(201);
    expect(await read(id)).toMatchObject({ status: 'succeeded' });
    const { rows } = await api.deps.db.raw(
      'select received_satang::text as satang from orders where id = ?',
      [id],
    );
    expect(rows[0].satang).toBe('9090000000009100');
    await api.deps.db('orders').where('id', id).update({ received_satang: 10_000 });
  });
});

describe('a resolution', () => {
  const refund = async (paymentId: string, amount?: number) =>
    api.post('/Thai/v1/refunds', {
      payment_id: paymentId,
      ...(amount === undefined ? {} : { amount }),
      destination: { bank_name: 'KBANK', account_number: '1234567890', account_name: 'A B' },
    });

  it('73: a payment charged back cannot be refunded', async () => {
    const id = await payment();
    await sendCallback(id, { transactionId: 'C1' });
    await sendCallback(id, { status: 'failed' });
    await resolve('conflict', 'charge');
    expect(await read(id)).toMatchObject({ status: 'succeeded', amount_reversed: 100 });
    expect(await shop.events(id)).toEqual([
      'payment.pending',
      'payment.succeeded',
      'payment.adjusted',
    ]);
    const answer = await refund(id);
    expect([answer.status, answer.code]).toEqual([400, 'payment_not_refundable']);
  });

  it('73: a payment charged back in part can be refunded for the rest', async () => {
    await opening(1_000);
    const id = await payment();
    await sendCallback(id, { transactionId: 'C2' });
    await sendCallback(id, { status: 'failed' });
    await resolve('conflict', 'charge=30,absorb=10');
    expect(await read(id)).toMatchObject({ amount_reversed: 40 });
    expect((await refund(id, 61)).code).toBe('refund_exceeds_remaining');
    expect((await refund(id, 60)).status).toBe(200);
  });

  it('74: a failed refund whose money left reduces the refundable amount', async () => {
    await opening(1_000);
    const id = await payment();
    await sendCallback(id, { transactionId: 'R1' });
    const first = (await refund(id)).body as { refund_id: string };
    await sendCallback(first.refund_id, { status: 'failed' });
    await sendCallback(first.refund_id, { transactionId: 'R-OUT' });
    await resolve('conflict', 'charge');
    expect(await shop.events(first.refund_id)).toEqual(['refund.failed', 'refund.adjusted']);
    expect(await read(id)).toMatchObject({ amount_refunded: 100 });
    expect((await refund(id)).code).toBe('refund_exceeds_remaining');
    expect(await clearing()).toBe(1_000);
  });

  it('75: a returned refund can be made again', async () => {
    await opening(1_000);
    const id = await payment();
    await sendCallback(id, { transactionId: 'R2' });
    const first = (await refund(id)).body as { refund_id: string };
    await sendCallback(first.refund_id, { transactionId: 'R2-OUT' });
    await sendCallback(first.refund_id, { status: 'failed' });
    await resolve('conflict', 'credit');
    expect(await read(id)).toMatchObject({ amount_refunded: 0 });
    expect((await refund(id)).status).toBe(200);
    expect(await clearing()).toBe(1_100);
  });

  it('87: a returned refund that is paid out again cannot be made again', async () => {
    await opening(1_000);
    const id = await payment();
    await sendCallback(id, { transactionId: 'R3' });
    const first = (await refund(id)).body as { refund_id: string };
    await sendCallback(first.refund_id, { transactionId: 'R3-OUT' });
    await sendCallback(first.refund_id, { status: 'failed' });
    await resolve('conflict', 'credit');
    await sendCallback(first.refund_id, { transactionId: 'R3-AGAIN' });
    // Nothing is booked until an operator has looked at the bank.
    expect(await clearing()).toBe(1_100);
    expect(await kinds(first.refund_id)).toEqual(['duplicate_payout']);
    await resolve('duplicate_payout', 'charge');
    expect(await clearing()).toBe(1_000);
    expect(await read(id)).toMatchObject({ amount_refunded: 100, amount_reversed: 0 });
    expect((await refund(id)).code).toBe('refund_exceeds_remaining');
  });

  it('88: a smaller report of a failed refund that left credits the difference', async () => {
    await opening(1_000);
    const id = await payment();
    await sendCallback(id, { transactionId: 'R4' });
    const first = (await refund(id)).body as { refund_id: string };
    await sendCallback(first.refund_id, { status: 'failed' });
    await sendCallback(first.refund_id, { transactionId: 'R4-OUT', amount: 100 });
    await resolve('conflict', 'charge');
    await sendCallback(first.refund_id, { transactionId: 'R4-OUT', amount: 70 });
    await resolve('amount_mismatch', 'credit');
    expect(await clearing()).toBe(1_030);
    expect(await read(id)).toMatchObject({ amount_refunded: 70, amount_reversed: 0 });
    expect((await refund(id, 31)).code).toBe('refund_exceeds_remaining');
    expect((await refund(id, 30)).status).toBe(200);
  });

  it('76: a short payment accepted as paid in full succeeds with the received amount', async () => {
    await opening(1_000);
    const id = await payment(200);
    await sendCallback(id, { amount: 199, transactionId: 'SHORT' });
    await expect(resolve('amount_mismatch', 'accept')).rejects.toMatchObject({ why: 'rest' });
    await resolve('amount_mismatch', 'accept', { rest: 'paid_in_full' });
    expect(await read(id)).toMatchObject({ status: 'succeeded', amount_received: 199 });
    expect(await shop.events(id)).toEqual(['payment.pending', 'payment.succeeded']);
    expect(await shop.balance()).toEqual([1_199, 0]);
    expect((await refund(id, 200)).code).toBe('refund_exceeds_remaining');
    expect((await refund(id, 199)).status).toBe(200);
  });

  it.each<[string, number, () => Promise<unknown>, number]>([
    [
      'accepted with less',
      199,
      () => resolve('amount_mismatch', 'accept', { rest: 'paid_in_full' }),
      199,
    ],
    ['accepted with more', 250, () => resolve('amount_mismatch', 'accept'), 250],
    [
      'charged back in part',
      200,
      async () => {
        const [{ id }] = await api.deps.db('orders').where('amount_satang', 20_000).select('id');
        await sendCallback(id, { status: 'failed' });
        await resolve('conflict', 'charge=30,absorb=10');
      },
      160,
    ],
  ])(
    '76: a payment %s is refunded when nothing is left to refund',
    async (_, came, settle, left) => {
      await opening(1_000);
      const id = await payment(200);
      await sendCallback(id, { amount: came, transactionId: 'CAME' });
      await settle();
      for (const [amount, status] of [
        [left - 1, 'succeeded'],
        [1, 'refunded'],
      ] as const) {
        const { body } = await refund(id, amount);
        await sendCallback((body as { refund_id: string }).refund_id, { transactionId: status });
        const listed = await api.get(`/Thai/v1/transactions?type=payment&status=${status}`);
        const { transactions } = listed.body as { transactions: { payment_id: string }[] };
        expect(transactions.filter(({ payment_id: of }) => of === id)).toMatchObject([
          { payment_id: id, status },
        ]);
      }
      expect((await refund(id)).code).toBe('refund_exceeds_remaining');
    },
  );

  /** The amounts of a payment, and those of its last event, which has to have the same. */
  async function amountsOf(id: string): Promise<readonly number[]> {
    const names = ['amount_received', 'amount_credited', 'amount_reversed'];
    const payment = (await read(id)) as Readonly<Record<string, unknown>>;
    const row = await api.deps
      .db('events')
      .where('order_id', id)
      .orderBy('sequence', 'desc')
      .first();
    const { event, data } = JSON.parse(row.body);
    expect(event).toBe('payment.adjusted');
    expect(data).toMatchObject(Object.fromEntries(names.map((name) => [name, payment[name]])));
    return names.map((name) => Number(payment[name]));
  }

  it('76: a corrected acceptance of a short payment shows what is credited', async () => {
    const id = await payment(200);
    await sendCallback(id, { amount: 199, transactionId: 'SHORT' });
    const accepted = await resolve('amount_mismatch', 'accept', { rest: 'paid_in_full' });
    expect(await read(id)).toMatchObject({ amount_credited: 199 });
    await correctAs(api.deps.db, accepted);
    expect(await amountsOf(id)).toEqual([199, 0, 0]);
    expect((await refund(id)).code).toBe('payment_not_refundable');
    await resolve('amount_mismatch', 'accept');
    expect(await amountsOf(id)).toEqual([199, 199, 0]);
  });

  it('77: money of a settled payment that is returned in part is not credited', async () => {
    const id = await payment();
    await sendCallback(id, { amount: 60, transactionId: 'A' });
    const accepted = await resolve('amount_mismatch', 'accept', { rest: 'leave_open' });
    await sendCallback(id, { amount: 40, transactionId: 'B' });
    await correctAs(api.deps.db, accepted);
    await resolve('amount_mismatch', 'return');
    expect(await amountsOf(id)).toEqual([100, 40, 0]);
    expect(await shop.balance()).toEqual([40, 0]);
  });

  it('73: a charge-back reduces the credited amount', async () => {
    const id = await payment();
    await sendCallback(id, { transactionId: 'C3' });
    await sendCallback(id, { status: 'failed', amount: 30, transactionId: 'C3' });
    await resolve('conflict', 'charge');
    expect(await amountsOf(id)).toEqual([100, 70, 30]);
  });

  it('77: a short payment left open succeeds with the remaining amount', async () => {
    const id = await payment();
    await sendCallback(id, { amount: 60, transactionId: 'A' });
    await resolve('amount_mismatch', 'accept', { rest: 'leave_open' });
    expect(await read(id)).toMatchObject({ status: 'pending', amount_received: 60 });
    expect(await shop.balance()).toEqual([60, 0]);
    await sendCallback(id, { amount: 40, transactionId: 'B' });
    expect(await read(id)).toMatchObject({ status: 'succeeded', amount_received: 100 });
    expect(await shop.events(id)).toEqual([
      'payment.pending',
      'payment.adjusted',
      'payment.succeeded',
    ]);
    expect(await shop.balance()).toEqual([100, 0]);
  });

  it('78: a wrong resolution is reversed by a correction that references it', async () => {
    const id = await payment();
    await sendCallback(id, { amount: 150, transactionId: 'OVER' });
    const exceptionId = await resolve('amount_mismatch', 'accept=20,return=30');
    expect(await shop.balance()).toEqual([120, 0]);
    const correction = { exceptionId, by: 'ops', reason: 'nothing was returned' };
    await correctResolution(api.deps, async () => {}, correction);
    expect(await shop.balance()).toEqual([100, 0]);
    expect(await clearing()).toBe(150);
    await resolve('amount_mismatch', 'accept');
    expect(await shop.balance()).toEqual([150, 0]);
    const made = await api.deps.db('resolutions').orderBy('at').select('id', 'corrects');
    expect(made).toHaveLength(3);
    expect(made[1]).toMatchObject({ corrects: made[0]?.id });
    await expect(
      correctResolution(api.deps, async () => {}, { ...correction, reason: 'too short' }),
    ).rejects.toMatchObject({ why: 'reason' });
  });

  it('ten concurrent resolutions and corrections keep the ledger consistent', async () => {
    const id = await payment();
    await sendCallback(id, { amount: 150, transactionId: 'RACE' });
    const [exception] = await open(id);
    const exceptionId = exception?.id ?? '';
    const correction = { exceptionId, by: 'ops', reason: 'was a mistake' };
    await Promise.allSettled(
      Array.from({ length: 20 }, (_, nth) =>
        nth % 2 === 0
          ? resolveAs(api.deps.db, exceptionId, 'accept')
          : correctResolution(api.deps, async () => {}, correction),
      ),
    );
    const isResolved = (await open(id)).length === 0;
    expect(await shop.balance()).toEqual([isResolved ? 150 : 100, 0]);
  });
});
