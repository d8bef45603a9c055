import {
  addAccount,
  removePreviousToken,
  rotateCallbackToken,
  setAccountStatus,
} from '../../../../src/providers/accounts/change-accounts';
import { findExchanges } from '../../../../src/providers/accounts/exchange-log';
import type { CallbackCaller } from '../../../../src/orders/callbacks/receive-callback';
import { answerCallback } from '../../../../src/orders/callbacks/api/operations';
import { findViolations } from '../../../../src/reports/store/invariants';
import { applyPending } from '../../../../src/orders/store/apply-transition';
import { Problem } from '../../../../src/kernel/rules/problem';
import type {
  CallbackReading,
  Connector,
  RawCallback,
} from '../../../../src/providers/connectors/connector';
import { generic } from '../../../../src/providers/connectors/generic';
import { commandAudit, testCallback, testMerchant, testPayment } from '../../../support/gateway';
import { putOnAccount, testAccount, type TestAccount } from '../../../support/provider-accounts';
import { upstreamAccount } from '../../../support/upstream';
import { PROVIDER_KEY, startApi, type Api } from '../../../http/api';

const KEY = 'the-key-of-this-account';
const OTHER_KEY = 'the-key-of-another-account';

let api: Api;
let account: TestAccount;
let other: TestAccount;
beforeAll(async () => {
  api = await startApi();
  account = await testAccount(api.deps, KEY);
  other = await testAccount(api.deps, OTHER_KEY);
});
afterEach(async () => {
  expect(await findViolations(api.deps.db)).toEqual([]);
});

/** A pending payment of 100 baht on the account. */
async function paymentOn({ id }: TestAccount): Promise<string> {
  const paymentId = await testPayment(api.deps, api.merchant);
  await putOnAccount(api.deps, paymentId, id);
  return paymentId;
}

const post = (path: string, body: object, key: string | null = KEY) =>
  api.post(path, body, { key });
const paid = (orderId: string) => ({ orderId, status: 'success', amount: 100 });
const statusOf = async (id: string) => {
  await applyPending(api.deps.db, id);
  return (await api.deps.db('orders').where({ id }).first('status')).status as string;
};
const tables = ['callbacks', 'outbox_messages', 'exceptions', 'movements'] as const;
const stored = async () =>
  Promise.all(tables.map(async (table) => (await api.deps.db(table).select()).length));

describe('a GET of the callback URL of an account', () => {
  it('is answered when the provider signs nothing, and changes nothing', async () => {
    const id = await addAccount(api.deps, commandAudit, {
      merchantId: null,
      connector: 'scb',
      label: 'SCB',
      priority: 100,
      settings: { apiKey: 'k', apiSecret: 's', billerId: '012345678901234', reference3: 'SPN' },
    });
    const { callbackUrl } = await api.deps.providers.find(id);
    const before = await stored();
    const { pathname } = new URL(callbackUrl);
    expect((await api.call('GET', pathname, {})).status).toBe(200);
    expect((await api.call('GET', `${pathname}x`, {})).status).toBe(404);
    expect(await stored()).toEqual(before);
  });

  it('is not answered without the credential of the provider', async () => {
    expect((await api.call('GET', account.path, {})).status).toBe(401);
  });
});

describe('a callback to the URL of an account', () => {
  it('is applied to an order of the account', async () => {
    const paymentId = await paymentOn(account);
    const answer = await post(`${account.path}/payment`, paid(paymentId));
    expect([answer.status, answer.body]).toEqual([201, { status: true, message: 'Accepted.' }]);
    expect(await statusOf(paymentId)).toBe('succeeded');
  });

  it.each([
    ['without a key', null],
    ['with the key of another account', OTHER_KEY],
    ['with the key of the default account', PROVIDER_KEY],
  ])('is refused %s and stores nothing', async (_case, key) => {
    const paymentId = await paymentOn(account);
    const before = await stored();
    const answer = await post(`${account.path}/payment`, paid(paymentId), key);
    expect([answer.status, answer.code]).toEqual([401, 'unauthorized']);
    expect(await stored()).toEqual(before);
    expect(await statusOf(paymentId)).toBe('pending');
  });

  it("is refused with a merchant's key, also in a sandbox", async () => {
    const paymentId = await paymentOn(account);
    const answer = await post(`${account.path}/payment`, paid(paymentId), api.apiKey);
    expect(answer.status).toBe(401);
  });

  it.each([
    ['an unknown token', () => `${account.path.slice(0, -1)}_/payment`],
    ['a token of another length', () => `${account.path}0/payment`],
    ['another connector', () => account.path.replace('generic', 'other')],
    ['an unknown topic', () => `${account.path}/settlement`],
    ['no topic, where the connector needs one', () => account.path],
  ])('is not found for %s', async (_case, pathOf) => {
    const answer = await post(pathOf(), paid(await paymentOn(account)));
    expect([answer.status, answer.code]).toEqual([404, 'not_found']);
  });

  it('does not reach an order of another account', async () => {
    for (const paymentId of [await paymentOn(other), await testPayment(api.deps, api.merchant)]) {
      const answer = await post(`${account.path}/payment`, paid(paymentId));
      expect([answer.status, answer.code]).toEqual([404, 'order_not_found']);
      expect(await statusOf(paymentId)).toBe('pending');
    }
  });

  it('is accepted in every status of the account', async () => {
    for (const status of ['paused', 'off'] as const) {
      await setAccountStatus(api.deps, commandAudit, account.id, status);
      const paymentId = await paymentOn(account);
      expect((await post(`${account.path}/payment`, paid(paymentId))).status).toBe(201);
      expect(await statusOf(paymentId)).toBe('succeeded');
    }
    await setAccountStatus(api.deps, commandAudit, account.id, 'on');
  });

  it('is accepted at the former URL until that is removed', async () => {
    const rotated = await testAccount(api.deps, KEY);
    await rotateCallbackToken(api.deps, commandAudit, rotated.id);
    const { callbackUrl } = await api.deps.providers.find(rotated.id);
    const send = async (path: string) =>
      (await post(`${path}/payment`, paid(await paymentOn(rotated)))).status;
    const current = new URL(callbackUrl).pathname;
    expect([await send(rotated.path), await send(current)]).toEqual([201, 201]);
    await removePreviousToken(api.deps, commandAudit, rotated.id);
    expect([await send(rotated.path), await send(current)]).toEqual([404, 201]);
  });

  it("of a merchant's own account reaches no order of another merchant", async () => {
    const { merchant } = await testMerchant(api.deps.db);
    const own = await testAccount(api.deps, KEY, merchant.id);
    const before = await stored();
    const paymentId = await paymentOn(account);
    // Of the platform, of another merchant although on this account, and of nobody.
    for (const orderId of [paymentId, await paymentOn(own), 'pay_of_nobody']) {
      expect((await post(`${own.path}/payment`, paid(orderId))).code).toBe('order_not_found');
    }
    expect(await statusOf(paymentId)).toBe('pending');
    // Money for an unknown order would be a case for operators.
    const [callbacks, , exceptions, movements] = await stored();
    expect([callbacks, exceptions, movements]).toEqual([before[0], before[2], before[3]]);
  });

  it('is refused when it is too large, before anything is stored', async () => {
    const before = await stored();
    const body = { ...paid('x'), filler: 'x'.repeat(256 * 1024) };
    expect((await post(`${account.path}/payment`, body)).status).toBe(413);
    expect(await stored()).toEqual(before);
  });
});

test('guesses of tokens are limited by address', async () => {
  const guessed = await startApi();
  const path = `/callbacks/generic/${'0'.repeat(26)}/payment`;
  const statuses: number[] = [];
  // Some at a time: a slow machine takes longer than the minute for one after another.
  while (statuses.length <= 300) {
    const guesses = Array.from({ length: 43 }, () => guessed.post(path, {}, { key: null }));
    statuses.push(...(await Promise.all(guesses)).map(({ status }) => status));
  }
  expect(statuses.filter((status) => status === 429)).toHaveLength(1);
  expect(statuses.filter((status) => status === 404)).toHaveLength(300);
});

describe('the response to a callback', () => {
  const raw: RawCallback = {
    headers: {},
    body: Buffer.from('{}'),
    topic: null,
    receivedAt: new Date(),
  };
  /** Of a provider whose connector reads every callback so. */
  const answerTo = (reading: CallbackReading, connector: Partial<Connector> = {}) => {
    const reader = { ...(generic as Connector), readCallback: () => reading, ...connector };
    const { default: standard } = api.deps.providers;
    const caller = { kind: 'provider', account: { ...standard, connector: reader } } as const;
    return answerCallback(api.deps as never, caller satisfies CallbackCaller, raw);
  };
  const replyTo: Connector['replyTo'] = (_raw, result) => ({
    status: result.kind === 'problem' ? 418 : 200,
    body: { told: result.kind === 'problem' ? result.problem.code : result.kind },
  });
  const unreadable = { kind: 'unreadable', problem: new Problem('invalid_json') } as const;

  it('accepts an ignored callback without storing it', async () => {
    const before = await stored();
    const reply = await answerTo({ kind: 'ignored', reason: 'test' });
    expect([reply.status, reply.body]).toEqual([201, '{"status":true,"message":"Accepted."}']);
    expect(await stored()).toEqual(before);
  });

  it('has the form that the provider expects', async () => {
    const ignored = await answerTo({ kind: 'ignored', reason: 'test' }, { replyTo });
    expect(ignored).toEqual({ status: 200, body: '{"told":"ignored"}' });
    const refused = await answerTo(unreadable, { replyTo });
    expect(refused).toEqual({ status: 418, body: '{"told":"invalid_json"}' });
    await expect(answerTo(unreadable)).rejects.toMatchObject({ code: 'invalid_json' });
  });

  it('is an error when a connector of hints reports money', async () => {
    const before = await stored();
    const report = {
      orderKind: 'payment',
      orderId: await testPayment(api.deps, api.merchant),
      outcome: 'succeeded',
      amountSatang: 10_000,
      transactionId: null,
      movedAt: null,
      payer: null,
      failure: null,
    } as const;
    const traits = { ...generic.traits, callback: 'hint' } as const;
    const answer = answerTo({ kind: 'reports', reports: [report] }, { traits });
    await expect(answer).rejects.toThrow('proves nothing');
    expect((await stored())[0]).toBe(before[0]);
  });

  it.each([
    ['is kept for operators when it is signed', true, 1],
    ['is not kept when anyone who knows the URL can send it', false, 0],
  ])('about an event that is not interpreted %s', async (_case, isSigned, kept) => {
    const orderId = await testPayment(api.deps, api.merchant);
    const reading = { kind: 'hint', about: { orderId }, event: 'dispute.escalate' } as const;
    for (const known of [orderId, 'pay_unknown']) {
      const about = { orderId: known };
      await answerTo({ ...reading, about }, { signsCallbacks: () => isSigned });
    }
    const noted = await api.deps.db('callbacks').where('order_id', orderId).select();
    expect(noted).toHaveLength(kept);
    expect(await api.deps.db('callbacks').where('named_order', 'pay_unknown')).toEqual([]);
    const event = { reported: 'other', outcome: 'noted', failure_code: 'dispute.escalate' };
    if (kept > 0) expect(noted).toMatchObject([event]);
    // It moves nothing, and what comes later is applied.
    await testCallback(api.deps, orderId, { reported: 'succeeded', amountSatang: 10_000 });
    expect(await statusOf(orderId)).toBe('succeeded');
  });

  it('stores no refused callback that proves nothing', async () => {
    const before = await stored();
    const problem = new Problem('foreign_currency');
    const orderId = await testPayment(api.deps, api.merchant);
    const report = {
      orderKind: 'payment',
      orderId,
      outcome: 'succeeded',
      transactionId: 'T',
    } as const;
    const traits = { ...generic.traits, callback: 'hint' } as const;
    const answer = answerTo({ kind: 'refused', problem, report }, { traits });
    await expect(answer).rejects.toBe(problem);
    expect((await stored())[0]).toBe(before[0]);
  });
});

describe('a callback that proves nothing', () => {
  it('is answered as accepted for known and unknown orders, and moves nothing', async () => {
    const hinted = await startApi({}, { account: upstreamAccount({ url: 'http://127.0.0.1:1' }) });
    const id = await testPayment(hinted.deps, hinted.merchant);
    const claims = { status: 'success', amount: 100, transactionId: 'FORGED' };
    for (const orderId of [id, 'pay_unknown']) {
      const path = '/callbacks/upstream/token';
      const answer = await hinted.post(path, { orderId, ...claims }, { key: null });
      expect([answer.status, answer.body]).toEqual([201, { status: true, message: 'Accepted.' }]);
    }
    const { db } = hinted.deps;
    expect((await db('orders').where({ id }).first('status')).status).toBe('pending');
    expect(await db('callbacks')).toEqual([]);
    expect(await db('outbox_messages').where('topic', 'callback')).toMatchObject([{ subject: id }]);
    await hinted.deps.exchangeLog.flush();
    expect(await findExchanges(hinted.deps, id)).toMatchObject([
      { direction: 'in', path: '', request: { orderId: id, transactionId: 'FORGED' } },
    ]);
    expect(await db('provider_exchanges')).toHaveLength(1);
    expect(await findViolations(db)).toEqual([]);
  });
});
