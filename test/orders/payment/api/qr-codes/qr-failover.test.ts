import { once } from 'node:events';
import { createAdvanceOrder } from '../../../../../activities/advance-order';
import type { ActivityDeps } from '../../../../../activities/deps';
import { setAccountStatus } from '../../../../../src/providers/accounts/change-accounts';
import { findViolations } from '../../../../../src/reports/store/invariants';
import { moveUnopened, recordQr } from '../../../../../src/orders/payment/store/provider-qr';
import type { RoutingStep } from '../../../../../src/providers/rules/routing';
import { KeyedSemaphore } from '../../../../../src/platform/keyed-semaphore';
import { createNoMailer } from '../../../../../src/platform/mail/no-mailer';
import type { Found } from '../../../../../src/providers/connectors/connector';
import {
  connectAccounts,
  type ConnectedAccounts,
} from '../../../../../src/providers/connectors/registry';
import { CONCURRENT_ATTEMPTS_MAX } from '../../../../../src/webhooks/sending/circuit';
import {
  startOmise,
  type Fault,
  type OmiseServer,
} from '../../../../../sandbox/providers/omise/server';
import { startApi, type Api } from '../../../../http/api';
import { closeAfterFile } from '../../../../support/close-after-file';
import { commandAudit } from '../../../../support/gateway';
import { passTime } from '../../../../support/inquiries';
import { until } from '../../../../support/until';
import { addOpenAccount } from '../../../../support/open-account';

/* A QR code that the first account does not issue: two accounts at fakes of Omise. */

const secretKey = 'skey_test_failover0001';
let one: OmiseServer;
let two: OmiseServer;
let api: Api;
let accounts: { readonly first: string; readonly second: string; readonly own: string };
let calls: ConnectedAccounts;
/** Until it resolves, calls for a code have no result. */
let held: Promise<void> = Promise.resolve();
/** Answers to the next inquiries, instead of the account's. */
const answers: Found[] = [];
let work: ReturnType<typeof createAdvanceOrder>;

beforeAll(async () => {
  [one, two] = await Promise.all([startOmise({ secretKey }), startOmise({ secretKey })]);
  for (const server of [one, two]) closeAfterFile(() => server.close());
  api = await startApi(
    {},
    {
      qrProvider: {
        async openQr(order, accountId) {
          const opened = await calls.openQr(order, accountId);
          await held;
          return opened;
        },
        closeQr: (providerRef, accountId) => calls.closeQr(providerRef, accountId),
      },
    },
  );
  const { deps } = api;
  const none = () => undefined;
  calls = connectAccounts(deps.providers, none, none);
  closeAfterFile(() => calls.close());
  const add = (label: string, connector: string, priority: number, settings: object) =>
    addOpenAccount(deps, commandAudit, {
      merchantId: null,
      connector,
      label,
      priority,
      settings: settings as Record<string, string>,
    });
  await setAccountStatus(deps, commandAudit, 'default', 'off');
  accounts = {
    first: await add('First', 'omise', 1, { url: one.url, secretKey }),
    second: await add('Second', 'omise', 2, { url: two.url, secretKey }),
    own: await add('Own', 'generic', 3, {
      url: 'https://bank.example.th',
      keys: ['k'],
      billerId: '099400016550100',
    }),
  };
  await setStatus('own', 'paused');
  const activityDeps: ActivityDeps = {
    ...deps,
    attemptSlots: new KeyedSemaphore(CONCURRENT_ATTEMPTS_MAX),
    provider: {
      ...calls,
      find: async (inquiry, accountId) => answers.shift() ?? calls.find(inquiry, accountId),
    },
    qrProvider: calls,
    slips: { read: () => Promise.reject(new Error('no slips here')), close: async () => {} },
    mailer: createNoMailer(deps.log),
  };
  work = createAdvanceOrder(activityDeps);
});
afterEach(async () => {
  expect(await findViolations(api.deps.db)).toEqual([]);
});

const setStatus = (name: 'first' | 'second' | 'own', status: 'on' | 'paused') =>
  setAccountStatus(api.deps, commandAudit, accounts[name], status);
const nameOf = (id: unknown) =>
  Object.entries(accounts).find(([, account]) => account === id)?.[0] ?? null;

let keys = 0;
async function create(key = `order-${++keys}`) {
  const sending = { headers: { 'Idempotency-Key': key } };
  const answer = await api.post('/Thai/v1/qr-codes', { amount: 100, currency: 'THB' }, sending);
  const order = await api.deps.db('orders').orderBy('created_at', 'desc').first();
  const steps = order.routing as readonly RoutingStep[];
  return {
    key,
    answer,
    order,
    id: order.id as string,
    account: nameOf(order.provider_account_id),
    moves: steps.flatMap(({ accountId, after }) =>
      after === null ? [] : [[nameOf(after.accountId), after.failure, nameOf(accountId)]],
    ),
  };
}
const qrData = (answer: { readonly body: unknown }) => (answer.body as { qr_data: string }).qr_data;
const order = (id: string) => api.deps.db('orders').where({ id }).first();
const countOrders = async () => (await api.deps.db('orders').select('id')).length;
const opens = (server: OmiseServer) =>
  server.requests.filter(({ method, path }) => method === 'POST' && path === '/charges').length;

const refusal = (code: string) =>
  JSON.stringify({ object: 'error', location: '', code, message: 'Not here.' });
const fault = (effect: Fault['effect']): Fault => ({ method: 'POST', path: /^\/charges$/, effect });
const unreachable = fault({ kind: 'refuse', status: 429 });
const refusedHere = fault({
  kind: 'refuse',
  status: 400,
  body: refusal('insufficient_balance'),
});
const refused = fault({ kind: 'refuse', status: 400, body: refusal('invalid_charge') });
const lost = fault({ kind: 'lose' });

describe('a QR code that the first account does not issue', () => {
  it.each([
    ['unreachable', unreachable, 'unreachable'],
    ['refused here', refusedHere, 'insufficient_balance'],
  ] as const)('when %s, is issued by the second', async (_cell, planned, cause) => {
    one.plan(planned);
    const before = opens(two);
    const { key, answer, account, moves, order: made } = await create();
    expect([answer.status, account]).toEqual([200, 'second']);
    expect(moves).toEqual([['first', cause, 'second']]);
    const issued = [...two.upstream.charges.values()].at(-1);
    expect([made.status, made.provider_ref]).toEqual(['pending', issued?.id]);
    expect(qrData(answer)).toBe(issued?.qr);
    const again = await create(key);
    expect([again.answer.text, opens(two)]).toEqual([answer.text, before + 1]);
  });

  it('when its server refuses connections, is issued by the second', async () => {
    const closed = once(one.server, 'close');
    one.server.close();
    one.server.closeAllConnections();
    await closed;
    const { answer, account } = await create();
    one.server.listen(Number(new URL(one.url).port), '127.0.0.1');
    await once(one.server, 'listening');
    expect([answer.status, account]).toEqual([200, 'second']);
  });

  it.each([
    ['refused', refused, 422, 'qr_code_refused', 'failed'],
    ['unknown', lost, 503, 'provider_unavailable', 'pending'],
  ] as const)('when %s, is issued by no other', async (_cell, planned, status, code, state) => {
    one.plan(planned);
    const before = opens(two);
    const { answer, account, moves, order: made } = await create();
    expect([answer.status, answer.code]).toEqual([status, code]);
    expect([made.status, account, moves, opens(two)]).toEqual([state, 'first', [], before]);
  });

  it('after an unknown outcome is found at the first, which a retry is answered with', async () => {
    one.plan(lost);
    const { key, id } = await create();
    await passTime(api.deps.db, id, 30_000);
    await work(id);
    const { answer, account } = await create(key);
    expect([answer.status, account]).toEqual([200, 'first']);
    expect(qrData(answer)).toBe([...one.upstream.charges.values()].at(-1)?.qr);
  });

  it.each([
    ['here, fails, and a retry creates another', 'insufficient_balance', 'not_opened', 200, 1],
    ['by every account, is not created again', 'invalid_charge', 'invalid_charge', 422, 0],
  ])('after an unknown outcome is refused %s', async (_case, code, reason, status, more) => {
    one.plan(lost);
    const { key, id } = await create();
    answers.push({ kind: 'failed', code, message: 'Refused.' });
    await passTime(api.deps.db, id, 30_000);
    // The inquiry of the case before was less than a second ago.
    await api.deps.db('inquiry_limits').delete();
    await work(id);
    expect(await order(id)).toMatchObject({ status: 'failed', failure_code: reason });
    const before = await countOrders();
    const again = await create(key);
    expect([again.answer.status, await countOrders()]).toEqual([status, before + more]);
  });

  it('when refused here after the response, fails, and a retry creates another', async () => {
    let release: () => void = () => undefined;
    held = new Promise((resolve) => (release = resolve));
    one.plan(refusedHere);
    const { key, answer, id } = await create();
    expect([answer.status, answer.code]).toEqual([503, 'provider_unavailable']);
    release();
    await until(async () => (await order(id)).status === 'failed', {
      describe: 'the payment has failed',
    });
    expect(await order(id)).toMatchObject({ failure_code: 'not_opened' });
    const again = await create(key);
    expect([again.answer.status, again.id === id]).toEqual([200, false]);
  });

  it('nor the second, fails the payment, and a retry creates another', async () => {
    one.plan(unreachable);
    two.plan(unreachable);
    const { key, answer, id } = await create();
    expect([answer.status, answer.code]).toEqual([503, 'provider_unavailable']);
    expect(await order(id)).toMatchObject({ status: 'failed', failure_code: 'not_opened' });
    const again = await create(key);
    expect([again.answer.status, again.id === id]).toEqual([200, false]);
  });

  it('and the second refuses, answers with the refusal of the second', async () => {
    one.plan(unreachable);
    two.plan(refused);
    const { answer, id } = await create();
    expect([answer.status, answer.text]).toEqual([422, expect.stringContaining('invalid_charge')]);
    expect(await order(id)).toMatchObject({ status: 'failed', failure_code: 'invalid_charge' });
  });

  it('is encoded by the gateway for an account that issues none, and expires', async () => {
    await setStatus('second', 'paused');
    await setStatus('own', 'on');
    one.plan(unreachable);
    const { key, answer, account, id } = await create();
    await setStatus('second', 'on');
    await setStatus('own', 'paused');
    expect([answer.status, account]).toEqual([200, 'own']);
    expect(qrData(answer)).toContain('0115099400016550100');
    expect((await create(key)).answer.text).toBe(answer.text);
    await passTime(api.deps.db, id, 15 * 60_000);
    expect(await work(id)).toMatchObject({ status: 'expired' });
  });
});

describe('money for a payment with two accounts', () => {
  /** The first account created a code although it answered that it had not. */
  async function createTwice() {
    one.plan(unreachable);
    const { id, order: made } = await create();
    const expiresAt = made.expires_at as Date;
    const asked = { orderId: id, amountSatang: 10_000, expiresAt };
    const unseen = await calls.openQr(asked, accounts.first);
    if (unseen.kind !== 'opened') throw new Error(`the first account answered ${unseen.kind}`);
    return { id, seen: made.provider_ref as string, unseen: unseen.providerRef };
  }
  const pay = ({ upstream }: OmiseServer, charge: string) =>
    upstream.finish(upstream.charge(charge), 'successful', null);
  /** Also at Omise, which lists charges by the time of their creation. */
  async function later(id: string, ms: number) {
    await passTime(api.deps.db, id, ms);
    // The calls before were longer ago than the accounts' limits.
    await api.deps.db('inquiry_limits').delete();
    for (const { upstream } of [one, two]) {
      for (const charge of upstream.charges.values()) {
        const { createdAt, paidAt } = charge;
        const paid = paidAt === null ? null : paidAt - ms;
        Object.assign(charge, { createdAt: createdAt - ms, paidAt: paid });
      }
    }
    await work(id);
  }
  const reachDeadline = (id: string) => later(id, 15 * 60_000);
  const money = async (id: string) =>
    (await api.deps.db('movements').where('order_id', id).orderBy('account')).map((movement) => [
      nameOf(movement.account),
      movement.transaction_id as string,
    ]);
  const exceptions = (id: string) => api.deps.db('exceptions').where('order_id', id).pluck('kind');

  it('is each of its own account, and the second is a duplicate payment', async () => {
    const { id, seen, unseen } = await createTwice();
    pay(two, seen);
    pay(one, unseen);
    await reachDeadline(id);
    expect(await order(id)).toMatchObject({ status: 'succeeded', late: false });
    expect(new Map((await money(id)) as [string, string][])).toEqual(
      new Map([
        ['first', unseen],
        ['second', seen],
      ]),
    );
    expect(await exceptions(id)).toEqual(['duplicate_payment']);
  });

  it('at the first is found after the payment at the second', async () => {
    const { id, seen, unseen } = await createTwice();
    pay(two, seen);
    await reachDeadline(id);
    expect(await exceptions(id)).toEqual([]);
    pay(one, unseen);
    await later(id, 2 * 24 * 60 * 60_000);
    expect(await exceptions(id)).toEqual(['duplicate_payment']);
  });

  it('at the first alone pays it', async () => {
    const { id, unseen } = await createTwice();
    pay(one, unseen);
    await reachDeadline(id);
    expect(await order(id)).toMatchObject({ status: 'succeeded' });
    expect(await money(id)).toEqual([['first', unseen]]);
  });

  it('is not declared failed by the account that it left', async () => {
    const { id, unseen } = await createTwice();
    one.upstream.finish(one.upstream.charge(unseen), 'failed', 'failed_processing');
    await reachDeadline(id);
    expect(await order(id)).toMatchObject({ status: 'expired', failure_code: null });
  });
});

describe('the account of a payment', () => {
  it('is the same when an operator closes it during the call', async () => {
    let answer: () => void = () => undefined;
    one.plan(fault({ kind: 'delay', until: new Promise((resolve) => (answer = resolve)) }));
    const before = one.requests.length;
    const creating = create();
    while (one.requests.length === before) await new Promise(setImmediate);
    await setStatus('first', 'paused');
    answer();
    const { account, answer: given } = await creating;
    await setStatus('first', 'on');
    expect([given.status, account]).toEqual([200, 'first']);
  });

  it.each([
    ['with a QR code', 'first'],
    ['that left the account before', 'second'],
  ] as const)('does not change for a payment %s', async (_case, name) => {
    if (name === 'second') one.plan(unreachable);
    const { id } = await create();
    const step = { accountId: accounts.own, rule: null, others: [], at: '', after: null };
    for (const accountId of [accounts.first, accounts.second]) {
      const moved = { orderId: id, accountId, step, payload: null };
      expect(await moveUnopened(api.deps.db, moved)).toBe(false);
    }
    expect(nameOf((await order(id)).provider_account_id)).toBe(name);
  });

  it('is the only one whose QR code a payment takes', async () => {
    one.plan(lost);
    const { id } = await create();
    const code = { providerRef: 'chrg_test_other', payload: 'other', expiresAt: null };
    const issued = { orderId: id, accountId: accounts.second, ...code };
    expect(await recordQr(api.deps.db, issued)).toBe(false);
    const step = { accountId: accounts.own, rule: null, others: [], at: '', after: null };
    const moved = { orderId: id, accountId: accounts.second, step, payload: null };
    expect(await moveUnopened(api.deps.db, moved)).toBe(false);
    expect(await order(id)).toMatchObject({
      provider_ref: null,
      provider_account_id: accounts.first,
    });
  });
});
