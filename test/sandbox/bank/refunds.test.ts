import {
  chargeOf,
  payoutOf,
  providerKey,
  refundOf,
  startBank,
  type RequestApi,
  type TestBank,
} from './bank';
import { startGatewayStub, type GatewayStub } from './gateway-stub';

let gateway: GatewayStub;
let bank: TestBank;

beforeEach(async () => {
  gateway = await startGatewayStub();
  bank = await startBank({ gatewayUrl: gateway.url });
});
afterEach(async () => {
  await bank.close();
  await gateway.close();
});

const reopen = async () => {
  await bank.close();
  bank = await startBank({ gatewayUrl: gateway.url, dataDir: bank.dataDir });
};
const codeOf = ({ status, body }: Awaited<ReturnType<RequestApi['send']>>) => [
  status,
  body.error.code,
];
const processing = (orderId: string) => ({ status: 202, body: { orderId, status: 'processing' } });

describe('refund', () => {
  it.each([500, 12_000, 500.5])('of %d baht succeeds by itself', async (amount) => {
    await bank.refunds.send(refundOf('R1', amount));
    const [callback] = await gateway.received(1);
    expect(callback?.body).toMatchObject({ orderId: 'R1', status: 'success', amount });
  });

  it.each([
    [9_002, 'failed'],
    [9_005, 'success'],
  ])('of %d whole baht has the outcome of that satang', async (amount, status) => {
    await bank.refunds.send(refundOf('R1', amount));
    const [callback] = await gateway.received(1);
    expect(callback?.body).toMatchObject({ orderId: 'R1', status });
  });

  it('of .10 stays pending and sends no callback until a person decides it', async () => {
    expect(await bank.refunds.send(refundOf('R1', 500.1))).toEqual(processing('R1'));
    const found = { orderId: 'R1', status: 'processing', amount: 500.1 };
    expect(await bank.refunds.find('R1')).toEqual({ status: 200, body: found });
    const { refunds, payouts } = (await bank.book()).totals;
    expect(refunds.waiting).toEqual({ count: 1, amountSatang: 50_010 });
    expect(payouts.waiting.count).toBe(0);
    expect(gateway.callbacks).toEqual([]);
  });

  it('claims its callback to the refund endpoint when it succeeds', async () => {
    await bank.refunds.send(refundOf('R1', 500.1));
    const { body } = await bank.refunds.decide('R1', 'succeed');
    expect(body).toMatchObject({ status: 'succeeded', paymentId: 'pay_1', bankName: 'SCB' });
    const { transactionId, decidedAt: paidAt } = body;
    expect(await gateway.received(1)).toEqual([
      {
        path: '/refund/gw/webhook',
        authorization: `Bearer ${providerKey}`,
        body: { orderId: 'R1', status: 'success', amount: 500.1, transactionId, paidAt },
      },
    ]);
  });

  it('reports the failure by inquiry and by callback', async () => {
    await bank.refunds.send(refundOf('R1', 500.1));
    await bank.refunds.decide('R1', 'fail');
    const failure = { code: 'bank_rejected', message: expect.any(String) as unknown };
    const [callback] = await gateway.received(1);
    expect(callback?.body).toMatchObject({ orderId: 'R1', status: 'failed', failure });
    const found = (await bank.refunds.find('R1')).body;
    expect(found).toMatchObject({ status: 'failed', failure });
  });

  it('keeps its decision over a restart', async () => {
    await bank.refunds.send(refundOf('R1', 500.1));
    await reopen();
    const first = (await bank.refunds.decide('R1', 'succeed')).body;
    await gateway.received(1);
    await reopen();
    const again = await bank.refunds.decide('R1', 'succeed');
    expect(again).toMatchObject({ status: 200, body: { transactionId: first.transactionId } });
    expect(codeOf(await bank.refunds.decide('R1', 'fail'))).toEqual([409, 'already_decided']);
    const { totals, refunds } = await bank.book();
    expect(totals.refunds.succeeded).toEqual({ count: 1, amountSatang: 50_010 });
    expect(refunds).toHaveLength(1);
  });

  it.each<[string, number, string[]]>([
    ['.02 fails', 500.02, ['failed']],
    ['.05 sends the callback twice', 500.05, ['success', 'success']],
  ])('whose amount ends in %s, as with a payout', async (_, amount, statuses) => {
    await bank.refunds.send(refundOf('R1', amount));
    const received = await gateway.received(statuses.length);
    expect(received.map(({ path, body }) => [path, body['status']])).toEqual(
      statuses.map((status) => ['/refund/gw/webhook', status]),
    );
  });

  it('that ends in .09 gets its own 500, beside a payout with the same order id', async () => {
    const sent = [
      await bank.payouts.send(payoutOf('SAME', 500.09)),
      await bank.refunds.send(refundOf('SAME', 500.09)),
      await bank.payouts.send(payoutOf('SAME', 500.09)),
      await bank.refunds.send(refundOf('SAME', 500.09)),
    ];
    expect(sent.map(({ status }) => status)).toEqual([500, 500, 202, 202]);
  });
});

describe('order id of a refund', () => {
  it('is executed once when it is sent concurrently and after a restart', async () => {
    const send = () => bank.refunds.send(refundOf('R1', 500.01));
    const answers = await Promise.all(Array.from({ length: 20 }, send));
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(1);
    await reopen();
    expect(codeOf(await send())).toEqual([409, 'duplicate_reference']);
    const { succeeded } = (await bank.book()).totals.refunds;
    expect(succeeded).toEqual({ count: 1, amountSatang: 50_001 });
  });

  it.each<[string, object]>([
    ['amount', { amount: 501 }],
    ['payment', { paymentId: 'pay_2' }],
    ['account', { account: { ...refundOf('', 1).account, accountNumber: '9999999999' } }],
  ])('is rejected with another %s', async (_, fields) => {
    await bank.refunds.send(refundOf('R1', 500.1));
    await reopen();
    const other = await bank.refunds.send({ ...refundOf('R1', 500.1), ...fields });
    expect(codeOf(other)).toEqual([409, 'reference_reused']);
    expect((await bank.book()).totals.refunds.waiting.count).toBe(1);
  });

  it('may also be the order id of a payout and of a charge', async () => {
    await bank.payouts.send(payoutOf('SAME', 10));
    await bank.charges.send(chargeOf('SAME', 30));
    expect(codeOf(await bank.refunds.find('SAME'))).toEqual([404, 'refund_not_found']);
    expect(await bank.refunds.send(refundOf('SAME', 20))).toEqual(processing('SAME'));
    await bank.refunds.decide('SAME', 'fail');
    expect((await bank.payouts.find('SAME')).body.status).toBe('processing');
    expect((await bank.charges.find('SAME')).body.status).toBe('success');
  });
});

describe('refund to a token', () => {
  const toToken = (paymentId: string) => refundOf('R1', 500, { paymentId, account: null });

  it('is accepted after a succeeded charge, also after a restart', async () => {
    await bank.charges.send(chargeOf('pay_1', 500));
    await reopen();
    expect(await bank.refunds.send(toToken('pay_1'))).toEqual(processing('R1'));
    expect((await bank.refunds.read('R1')).body).toMatchObject({ bankName: null });
    await reopen();
    const again = await bank.refunds.send(toToken('pay_1'));
    expect(codeOf(again)).toEqual([409, 'duplicate_reference']);
    const named = await bank.refunds.send(refundOf('R1', 500.1));
    expect(codeOf(named)).toEqual([409, 'reference_reused']);
  });

  it('is rejected when the charge failed or does not exist', async () => {
    await bank.charges.send(chargeOf('declined', 500, 'tok_declined'));
    for (const paymentId of ['declined', 'unknown']) {
      const answer = await bank.refunds.send(toToken(paymentId));
      expect(codeOf(answer)).toEqual([422, 'payment_not_found']);
    }
    expect(codeOf(await bank.refunds.find('R1'))).toEqual([404, 'refund_not_found']);
    // A rejected request does not use up its reference.
    expect(await bank.refunds.send(refundOf('R1', 500.1))).toEqual(processing('R1'));
  });
});

describe('invalid refund', () => {
  it.each<[string, object]>([
    ['no payment', { paymentId: undefined }],
    ['a payment with a slash', { paymentId: 'a/b' }],
    ['no account, not even null', { account: undefined }],
    ['an account without a number', { account: { bankCode: null, bankName: 'SCB' } }],
    ['nothing', { amount: 0 }],
    ['dollars', { currency: 'USD' }],
  ])('with %s is a 400', async (_, fields) => {
    const answer = await bank.refunds.send({ ...refundOf('R1', 100), ...fields });
    expect(codeOf(answer)).toEqual([400, 'invalid_request']);
    expect((await bank.book()).totals.refunds.waiting.count).toBe(0);
  });

  it('decision about an unknown refund is a 404', async () => {
    await bank.payouts.send(payoutOf('W1', 100));
    expect(codeOf(await bank.refunds.decide('W1', 'succeed'))).toEqual([404, 'refund_not_found']);
    expect((await bank.payouts.find('W1')).body.status).toBe('processing');
  });
});
