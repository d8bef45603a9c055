import { scb } from '../../../../src/providers/connectors/scb';
import type { ProviderClient } from '../../../../src/providers/connectors/connector';
import { aboutPayment, clientAt, codeOf, newRef, startTestScb, type TestScb } from './fake-scb';

/** Noon in Bangkok. */
const noon = new Date('2026-11-22T05:00:00Z');
let nowMs = noon.getTime();
const clock = () => nowMs;
const at = (iso: string) => {
  nowMs = Date.parse(iso);
};

let bank: TestScb;
let client: ProviderClient;
beforeAll(async () => {
  bank = await startTestScb({ clock });
  client = clientAt(bank.url, { clock });
});
beforeEach(() => {
  nowMs = noon.getTime();
});

/** The days that an inquiry about an order of noon asks about. */
async function daysAsked(ref: string): Promise<(string | null)[]> {
  const days: (string | null)[] = [];
  const record = ({ path }: { readonly path: string }) => {
    days.push(new URLSearchParams(path.split('?')[1]).get('transactionDate'));
  };
  await clientAt(bank.url, { clock, record }).find(aboutPayment(ref, noon));
  return days;
}

describe('an inquiry at SCB', () => {
  it.each(['not_found', 'empty'])('waits while the answer is %s', async (unpaidAnswer) => {
    await bank.control('/settings', { unpaidAnswer });
    expect(await client.find(aboutPayment(newRef(), noon))).toEqual({ kind: 'waiting' });
  });

  it('waits with code 8102 only when the settings name it', async () => {
    await bank.control('/settings', { unpaidAnswer: 'payment_error' });
    const asked = aboutPayment(newRef(), noon);
    const unreachable = { kind: 'unreachable', reason: 'HTTP 400, code 8102' };
    expect(await client.find(asked)).toEqual(unreachable);
    const told = clientAt(bank.url, { clock, settings: { unpaidCodes: '8101,8102' } });
    expect(await told.find(asked)).toEqual({ kind: 'waiting' });
    await bank.control('/settings', { unpaidAnswer: 'not_found' });
  });

  it('finds a payment with its amount, time and payer', async () => {
    const ref = newRef();
    const payer = { payerName: 'สมชาย ใจดี', payerAccountNumber: '1234567890' };
    const order = { qrData: codeOf(ref, 123_456), ...payer, sendingBankCode: '004' };
    const [transactionId] = await bank.pay({ ...order, paidAt: '2026-11-22T12:01:02+07:00' });
    nowMs += 120_000;
    expect(await client.find(aboutPayment(ref, noon))).toEqual({
      kind: 'succeeded',
      movements: [
        {
          transactionId,
          amountSatang: 123_456,
          movedAt: new Date('2026-11-22T05:01:02Z'),
          payer: {
            bankName: 'Kasikornbank',
            accountNumber: '1234567890',
            accountName: 'สมชาย ใจดี',
          },
        },
      ],
    });
  });

  it.each([
    ['100.50', 10_050],
    ['100', 10_000],
    ['0.01', 1],
    [100, 10_000],
    [100.1, 10_010],
    [1_999_999.99, 199_999_999],
  ])('reads the amount %j exactly', async (amount, amountSatang) => {
    const ref = newRef();
    await bank.pay({ qrData: codeOf(ref, 10_000), amount });
    expect(await client.find(aboutPayment(ref, noon))).toMatchObject({
      kind: 'succeeded',
      movements: [{ amountSatang }],
    });
  });

  it.each(['100.005', '1e3', '-1', '0', '0.00', '1,000.00', ' 1', '', 100.005, -1, 0, 30_000_000])(
    'with the amount %j is unreachable',
    async (amount) => {
      const ref = newRef();
      await bank.pay({ qrData: codeOf(ref, 10_000), amount });
      const unreadable = { kind: 'unreachable', reason: 'unreadable_answer' };
      expect(await client.find(aboutPayment(ref, noon))).toEqual(unreadable);
    },
  );

  it('finds every payment of a code, in the order of their times', async () => {
    const ref = newRef();
    const qrData = codeOf(ref, 10_000);
    const [second] = await bank.pay({ qrData, paidAt: '2026-11-22T12:03:00+07:00' });
    const [first] = await bank.pay({ qrData, paidAt: '2026-11-22T12:02:00+07:00' });
    nowMs += 300_000;
    expect(await client.find(aboutPayment(ref, noon))).toMatchObject({
      kind: 'succeeded',
      movements: [{ transactionId: first }, { transactionId: second }],
    });
  });

  it('finds payments on both sides of midnight', async () => {
    at('2026-11-22T23:50:00+07:00');
    const createdAt = new Date(nowMs);
    const ref = newRef();
    const qrData = codeOf(ref, 10_000);
    const [before] = await bank.pay({ qrData, paidAt: '2026-11-22T23:59:59+07:00' });
    const [after] = await bank.pay({ qrData, paidAt: '2026-11-23T00:00:00+07:00' });
    at('2026-11-23T00:10:00+07:00');
    expect(await client.find(aboutPayment(ref, createdAt))).toMatchObject({
      kind: 'succeeded',
      movements: [{ transactionId: before }, { transactionId: after }],
    });
  });

  it('finds a payment that the clock of the bank dates on the day before', async () => {
    at('2026-11-23T00:01:00+07:00');
    const ref = newRef();
    await bank.pay({ qrData: codeOf(ref, 10_000), paidAt: '2026-11-22T23:59:59+07:00' });
    expect(await client.find(aboutPayment(ref, new Date(nowMs)))).toMatchObject({
      kind: 'succeeded',
    });
  });

  it('finds a payment that comes weeks after the deadline', async () => {
    const ref = newRef();
    await bank.pay({ qrData: codeOf(ref, 10_000), paidAt: '2026-12-13T09:00:00+07:00' });
    at('2026-12-13T09:00:01+07:00');
    expect(await client.find(aboutPayment(ref, noon))).toMatchObject({ kind: 'succeeded' });
  });

  it.each([
    ['2026-11-22T12:05:00+07:00', ['2026-11-22']],
    ['2026-11-23T00:10:00+07:00', ['2026-11-22', '2026-11-23']],
    ['2026-12-13T09:00:00+07:00', ['2026-11-22', '2026-11-23', '2026-12-12', '2026-12-13']],
  ])('at %s asks about %j', async (now, days) => {
    at(now);
    expect(await daysAsked(newRef())).toEqual(days);
  });

  it('does not count a payment that the bank reversed', async () => {
    const ref = newRef();
    const [reversed, other] = await bank.pay({ qrData: codeOf(ref, 10_000), times: 2 });
    await bank.control('/reversals', { transactionId: reversed });
    expect(await client.find(aboutPayment(ref, noon))).toMatchObject({
      kind: 'succeeded',
      movements: [{ transactionId: other }],
      reversed: [{ transactionId: reversed }],
    });
  });

  it('returns `waiting` when the bank reversed the only payment', async () => {
    const ref = newRef();
    const [transactionId] = await bank.pay({ qrData: codeOf(ref, 10_000) });
    await bank.control('/reversals', { transactionId });
    expect(await client.find(aboutPayment(ref, noon))).toMatchObject({
      kind: 'waiting',
      reversed: [{ transactionId }],
    });
  });

  it('finds the payment of one day when another day is not answered', async () => {
    at('2026-11-23T00:10:00+07:00');
    const createdAt = new Date(Date.parse('2026-11-22T23:58:00+07:00'));
    const ref = newRef();
    const fault = { path: '/v1/payment/billpayment/inquiry', kind: 'answer', status: 503 };
    await bank.control('/faults', fault);
    expect(await client.find(aboutPayment(ref, createdAt))).toEqual({
      kind: 'unreachable',
      reason: 'HTTP 503',
    });
    await bank.pay({ qrData: codeOf(ref, 10_000) });
    await bank.control('/faults', fault);
    expect(await client.find(aboutPayment(ref, createdAt))).toMatchObject({
      kind: 'succeeded',
      isPartial: true,
    });
  });

  it('asks about all days at the same time', async () => {
    at('2026-12-13T09:00:00+07:00');
    const asked = aboutPayment(newRef(), noon);
    expect(scb.inquiryCalls?.(asked, new Date(nowMs))).toBe(4);
    const path = '/v1/payment/billpayment/inquiry';
    await bank.control('/faults', { path, kind: 'delay', delayMs: 3_000, times: 4 });
    const slow = clientAt(bank.url, { clock, timeoutMs: 20_000 });
    expect(await slow.find(asked)).toEqual({ kind: 'waiting' });
    const { calls } = (await bank.state()) as unknown as { calls: { atMs: number }[] };
    const times = calls.slice(-4).map(({ atMs }) => atMs);
    const spanMs = Math.max(...times) - Math.min(...times);
    // Each response takes 3 seconds, so the last request was sent before the first response.
    expect(spanMs).toBeLessThan(3_000);
  });

  it.each([null, 'lower', 'A/../B', 'A&amount=1', ''])(
    'with the reference %j asks nothing',
    async (ref) => {
      const before = (await bank.state()).calls.length;
      const unreachable = { kind: 'unreachable', reason: 'no_reference' };
      expect(await client.find(aboutPayment(ref, noon))).toEqual(unreachable);
      expect((await bank.state()).calls).toHaveLength(before);
    },
  );

  it('without an answer is unreachable', async () => {
    const path = '/v1/payment/billpayment/inquiry';
    await bank.control('/faults', { path, kind: 'lost' });
    const found = await client.find(aboutPayment(newRef(), noon));
    expect(found).toEqual({ kind: 'unreachable', reason: 'UND_ERR_SOCKET' });
    await bank.control('/faults', { path, kind: 'delay', delayMs: 60_000 });
    const late = await client.find(aboutPayment(newRef(), noon));
    expect(late).toEqual({ kind: 'unreachable', reason: 'timeout' });
  });

  it.each(['payout', 'refund', 'charge'] as const)('about a %s is unreachable', async (kind) => {
    const unreachable = { kind: 'unreachable', reason: 'not_supported' };
    expect(await client.find(aboutPayment(newRef(), noon, { kind }))).toEqual(unreachable);
  });
});

describe('a request to SCB', () => {
  it('is refused, because the API has none', async () => {
    const charge = { kind: 'charge', orderId: 'x', amountSatang: 100, token: 't' } as const;
    expect(await client.send(charge)).toMatchObject({ kind: 'refused', code: 'not_supported' });
  });
});
