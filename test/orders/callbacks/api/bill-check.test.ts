import type { ApiDeps } from '../../../../src/http/api-deps';
import { answerAccountTopic } from '../../../../src/orders/callbacks/api/operations';
import { verdictOn } from '../../../../src/orders/callbacks/check-bill';
import { findViolations } from '../../../../src/reports/store/invariants';
import { applyPending } from '../../../../src/orders/store/apply-transition';
import type { Connector } from '../../../../src/providers/connectors/connector';
import { scbBill } from '../../../../src/providers/connectors/scb-bill';
import { newId } from '../../../../src/platform/new-id';
import { testCallback, testDeposit, testPayment } from '../../../support/gateway';
import { billAccount, putOnAccount } from '../../../support/provider-accounts';
import { startApi, type Api } from '../../../http/api';

let api: Api;
let accountId: string;
let path: string;
beforeAll(async () => {
  api = await startApi();
  accountId = await billAccount(api.deps);
  path = new URL((await api.deps.providers.find(accountId)).callbackUrl).pathname;
});
afterEach(async () => {
  expect(await findViolations(api.deps.db)).toEqual([]);
});

/** A pending payment of 100 baht on the account, with the reference in its QR code. */
async function bill(): Promise<{ readonly id: string; readonly ref: string }> {
  const id = await testPayment(api.deps, api.merchant);
  await putOnAccount(api.deps, id, accountId);
  return { id, ref: await refOf(id) };
}
const refOf = async (id: string): Promise<string> =>
  String((await api.deps.db('orders').where({ id }).first('ref')).ref);

/** A request of the bank, as its specification writes it. */
const request = (ref: string, fields: object = {}) => ({
  request: 'verify',
  user: 'bank',
  password: 'password-of-the-bank',
  tranID: newId('T').slice(0, 20),
  tranDate: '2026-11-23T12:00:00',
  channel: 'MOBILE',
  account: '0987654321',
  amount: '100.00',
  reference1: ref,
  reference2: '',
  reference3: '',
  branchCode: '0001',
  terminalID: '1',
  ...fields,
});
async function verify(ref: string, fields: object = {}): Promise<string> {
  const answer = await api.post(`${path}/verify`, request(ref, fields), { key: null });
  expect(answer.status).toBe(200);
  return String((answer.body as { resCode: string }).resCode);
}
const tables = ['callbacks', 'outbox_messages', 'exceptions', 'movements', 'transfers'] as const;
const stored = () =>
  Promise.all(tables.map(async (table) => (await api.deps.db(table).select()).length));

describe('a bank that verifies a payment', () => {
  it('may take the exact amount of a pending payment or deposit', async () => {
    const { ref } = await bill();
    expect(await verify(ref)).toBe('0000');
    const { orderId } = await testDeposit(api.deps, api.merchant);
    await putOnAccount(api.deps, orderId, accountId);
    expect(await verify(await refOf(orderId))).toBe('0000');
  });

  it.each(['99.99', '100.01', 1, '1000000'])('is refused the amount %j', async (amount) => {
    const { ref } = await bill();
    expect(await verify(ref, { amount })).toBe('1004');
  });

  it('is refused an unknown reference and one of another account', async () => {
    expect(await verify('ABCDEFGHIJ1234567890')).toBe('1001');
    const others = await testPayment(api.deps, api.merchant);
    expect(await verify(await refOf(others))).toBe('1001');
  });

  it('is refused a second payment, from the first report on', async () => {
    const { id, ref } = await bill();
    await testCallback(api.deps, id, { reported: 'succeeded', transactionId: newId('T') });
    expect(await verify(ref)).toBe('2001');
    await applyPending(api.deps.db, id);
    expect(await verify(ref)).toBe('2001');
  });

  it('is refused a second payment after a short one', async () => {
    const { id, ref } = await bill();
    await testCallback(api.deps, id, { reported: 'succeeded', amountSatang: 4_000 });
    await applyPending(api.deps.db, id);
    const row = await api.deps.db('orders').where({ id }).first('status');
    expect(row).toEqual({ status: 'pending' });
    expect(await verify(ref)).toBe('2001');
  });

  it('is refused a late payment, also before the order is marked as expired', async () => {
    const { id, ref } = await bill();
    const past = new Date(Date.now() - 1_000);
    await api.deps.db('orders').where({ id }).update({ expires_at: past });
    expect(await verify(ref)).toBe('2002');
    await applyPending(api.deps.db, id);
    expect(await verify(ref)).toBe('2002');
  });

  it('changes nothing, like one that cancels', async () => {
    const { ref } = await bill();
    const before = await stored();
    for (const kind of ['verify', 'cancel'] as const) {
      expect(await verify(ref, { request: kind })).toBe('0000');
    }
    expect(await verify('ABCDEFGHIJ1234567890', { request: 'cancel' })).toBe('1001');
    expect(await stored()).toEqual(before);
  });

  it.each([
    ['wrong password', { password: 'another-password' }],
    ['wrong user', { user: 'somebody' }],
  ])('is rejected with a %s', async (_name, fields) => {
    const { ref } = await bill();
    const sent = request(ref, { request: 'confirm', ...fields });
    const before = await stored();
    expect((await api.post(`${path}/verify`, sent, { key: null })).status).toBe(401);
    expect((await api.post(`${path}x/verify`, sent, { key: null })).status).toBe(404);
    expect(await stored()).toEqual(before);
  });

  it('gets its own code for a request that cannot be read', async () => {
    const { ref } = await bill();
    expect(await verify(ref, { amount: '1e2' })).toBe('1000');
  });

  it('gets the code of a busy system when the database fails', async () => {
    const { ref } = await bill();
    const db = (() => {
      throw new Error('the database is down');
    }) as unknown as ApiDeps['db'];
    const answer = await answerDirectly({ over: { db }, ref, kind: 'verify' });
    expect(answer).toMatchObject({ resCode: '9001' });
  });
});

interface Direct {
  readonly over?: Partial<ApiDeps>;
  readonly ref: string;
  readonly kind: 'verify' | 'confirm' | 'cancel';
  readonly fields?: object;
  readonly connector?: Connector;
  /** The account that the bank calls. */
  readonly at?: string;
}

/** The operation with other dependencies or another connector. */
async function answerDirectly({
  over = {},
  ref,
  kind,
  fields = {},
  connector = scbBill,
  at = accountId,
}: Direct): Promise<object> {
  const account = { ...(await api.deps.providers.find(at)), connector };
  const deps = { ...api.deps, ...over } as unknown as ApiDeps;
  const body = Buffer.from(JSON.stringify(request(ref, { request: kind, ...fields })));
  const raw = { headers: {}, body, topic: 'verify', receivedAt: new Date() };
  const reply = await answerAccountTopic(deps, { kind: 'provider', account }, raw);
  return JSON.parse(reply.body as string) as object;
}

describe('a confirmation of a bank whose callbacks are proofs', () => {
  const proving = {
    ...scbBill,
    traits: { ...scbBill.traits, callback: 'proof' },
  } as unknown as Connector;
  const confirm = (ref: string, fields: object = {}, at = accountId) =>
    answerDirectly({ ref, kind: 'confirm', fields, connector: proving, at });

  it.each(['verify', 'cancel'] as const)('is the only evidence: %s is none', async (kind) => {
    const { ref } = await bill();
    const before = await stored();
    const answer = await answerDirectly({ ref, kind, connector: proving });
    expect(answer).toMatchObject({ resCode: '0000' });
    expect(await stored()).toEqual(before);
  });

  it('is evidence of the money, once for its transaction id', async () => {
    const { id, ref } = await bill();
    const fields = { tranID: newId('T') };
    for (let times = 0; times < 2; times++) {
      expect(await confirm(ref, fields)).toMatchObject({ response: 'confirm', resCode: '0000' });
      await applyPending(api.deps.db, id);
    }
    const { db } = api.deps;
    expect(await db('orders').where({ id }).first('status')).toEqual({ status: 'succeeded' });
    expect(
      await db('movements').where('order_id', id).select('transaction_id', 'amount_satang'),
    ).toEqual([{ transaction_id: fields.tranID, amount_satang: 10_000 }]);
    expect(await verify(ref)).toBe('2001');
  });

  it('of another amount is evidence of that amount', async () => {
    const { id, ref } = await bill();
    await confirm(ref, { amount: '99.00', tranID: newId('T') });
    await applyPending(api.deps.db, id);
    const { db } = api.deps;
    expect(await db('orders').where({ id }).first('status')).toEqual({ status: 'pending' });
    expect(await db('movements').where('order_id', id).pluck('amount_satang')).toEqual([9_900]);
  });

  it('for an unknown reference keeps the money for operators', async () => {
    const ref = 'ZZZZZZZZZZ1234567890';
    const answer = await confirm(ref, { tranID: newId('T') });
    expect(answer).toMatchObject({ resCode: '1001' });
    const rows = await api.deps.db('movements').where('named_order', ref);
    expect(rows).toHaveLength(1);
  });

  it("for an unknown reference is no money of the platform at a merchant's account", async () => {
    const before = await stored();
    const own = await billAccount(api.deps, api.merchant.id);
    const answer = await confirm('YYYYYYYYYY1234567890', { tranID: newId('T') }, own);
    expect(answer).toMatchObject({ resCode: '1001' });
    expect(await stored()).toEqual(before);
  });
});

test('a confirmation that is a hint moves no money', async () => {
  const { id, ref } = await bill();
  const before = await stored();
  const hinted = await answerDirectly({ ref, kind: 'confirm', fields: { tranID: newId('T') } });
  expect(hinted).toMatchObject({ response: 'confirm', resCode: '0000' });
  const [callbacks, , exceptions, movements, transfers] = await stored();
  const [was, , ...rest] = before;
  expect([callbacks, exceptions, movements, transfers]).toEqual([was, ...rest]);
  expect(await verify('ABCDEFGHIJ1234567890', { request: 'confirm' })).toBe('1001');
  expect((await applyPending(api.deps.db, id))?.status).toBe('pending');
});

describe('the verdict on a bill', () => {
  const open = { status: 'pending', amountSatang: 100, isOverdue: false, hasMoney: false } as const;
  it.each([
    [open, 100, 'payable'],
    [open, 99, 'wrong_amount'],
    [{ ...open, isOverdue: true }, 100, 'expired'],
    [{ ...open, status: 'expired' as const }, 100, 'expired'],
    [{ ...open, status: 'failed' as const }, 100, 'expired'],
    [{ ...open, status: 'succeeded' as const }, 100, 'already_paid'],
    [{ ...open, hasMoney: true }, 100, 'already_paid'],
    [{ ...open, status: 'expired' as const, hasMoney: true }, 100, 'already_paid'],
  ])('on %j for %d satang is %s', (state, amountSatang, verdict) => {
    expect(verdictOn(state, amountSatang)).toBe(verdict);
  });
});
