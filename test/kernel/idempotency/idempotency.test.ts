import { request, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { setAccountStatus } from '../../../src/providers/accounts/change-accounts';
import { changeKey, createKey } from '../../../src/merchants/api-keys';
import { revokeApiKey } from '../../../src/merchants/store/api-keys';
import { commandAudit, testMerchant } from '../../support/gateway';
import { until } from '../../support/until';
import { startApi, untilAdmitted, type Answered, type Api } from '../../http/api';
import {
  depositRequest,
  transfersOf,
  withdrawalRequest,
  type Transfers,
} from '../../http/api/transfers';
import { asOwner } from '../../support/database';

let api: Api;
let shop: Transfers;
beforeEach(async () => {
  api = await startApi({}, { openingSatang: 100_000 });
  shop = transfersOf(api);
});
afterEach(() => shop.expectSound());

const isReplay = ({ headers }: Answered): boolean => headers.get('idempotent-replayed') === 'true';
const statuses = (answers: readonly Answered[]) => answers.map(({ status }) => status);

const reversed = (asked: object): string =>
  JSON.stringify(Object.fromEntries(Object.entries(asked).reverse()));

interface Operation {
  readonly path: string;
  readonly asked: { readonly amount: number };
  readonly created: number;
  /** Held by each request. */
  readonly heldBaht: number;
  /** The members of an error's response besides `error`. */
  readonly envelope: (status: number) => object;
  /** Equal requests, by their difference. */
  readonly equal: readonly (readonly [string, unknown])[];
  /** Other requests, by their difference. */
  readonly other: readonly (readonly [string, unknown])[];
  readonly refused: readonly unknown[];
}

const transfer = (
  path: string,
  asked: typeof depositRequest | typeof withdrawalRequest,
  heldBaht: number,
): Operation => ({
  path,
  asked,
  created: 201,
  heldBaht,
  envelope: (status) => ({ status, data: {} }),
  equal: [
    ['an account with other dashes', { ...asked, accountNumber: '1234 567 890' }],
    ['spaces around a name', { ...asked, bankName: ` ${asked.bankName} ` }],
  ],
  other: [
    ['amount', { ...asked, amount: 100.01 }],
    ['account', { ...asked, accountNumber: '1234567891' }],
    ['bank', { ...asked, bankName: 'BBL' }],
  ],
  refused: [{ ...asked, accountNumber: 'x' }],
});

const qrRequest = { amount: 100, currency: 'THB', metadata: { a: 1, b: 2 } };
const qrCode: Operation = {
  path: '/v1/qr-codes',
  asked: qrRequest,
  created: 200,
  heldBaht: 0,
  envelope: () => ({}),
  equal: [
    ['another order of metadata', { ...qrRequest, metadata: { b: 2, a: 1 } }],
    ['a null field', { ...qrRequest, reference: null }],
    ['an explicit default', { ...qrRequest, expiry_minutes: 15 }],
  ],
  other: [
    ['amount', { ...qrRequest, amount: 101 }],
    ['metadata', { ...qrRequest, metadata: { a: 1, b: 3 } }],
    [
      'metadata under __proto__',
      '{"amount":100,"currency":"THB","metadata":{"__proto__":{"a":1,"b":2}}}',
    ],
    ['deadline', { ...qrRequest, expiry_minutes: 16 }],
  ],
  refused: [{ ...qrRequest, amount: 'x' }],
};

describe.each([
  ['a deposit', transfer('/deposit/gw', depositRequest, 0)],
  ['a withdrawal', transfer('/withdraw/gw', withdrawalRequest, 100)],
  ['a QR code', qrCode],
])('%s', (_name, { path, asked, created, heldBaht, envelope, equal, other, refused }) => {
  const create = (key: string, body: unknown = asked): Promise<Answered> =>
    untilAdmitted(() => api.post(path, body, { headers: { 'Idempotency-Key': key } }));
  const expectOne = async (): Promise<void> => {
    expect(await api.countOrders()).toBe(1);
    expect(await shop.balance()).toEqual([1_000 - heldBaht, heldBaht]);
    expect(await api.deps.db('outbox_messages').where('topic', 'start')).toHaveLength(1);
  };

  it('requested again gets an equal response and is created once', async () => {
    const first = await create('k');
    const second = await create('k');
    expect(statuses([first, second])).toEqual([created, created]);
    expect(second.text).toBe(first.text);
    expect([isReplay(first), isReplay(second)]).toEqual([false, true]);
    await expectOne();
  });

  it('requested 50 times concurrently is created once, with 49 replays', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => create('k')));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(created);
    expect(answers.filter(isReplay)).toHaveLength(49);
    await expectOne();
  });

  it.each<readonly [string, unknown]>([
    ['another order of members', reversed(asked)],
    ['white space', `  ${JSON.stringify(asked, null, 4)}\n`],
    ['another notation of a number', JSON.stringify(asked).replace(':100,', ':1.00e2,')],
    ['unknown fields', { ...asked, colour: 'red' }],
    ...equal,
  ])('is equal with %s', async (_how, body) => {
    const first = await create('k');
    const second = await create('k', body);
    expect([second.text, isReplay(second)]).toEqual([first.text, true]);
    await expectOne();
  });

  it.each(other)(
    'with another %s under its key gets 409 and leaves the first unchanged',
    async (_how, body) => {
      const first = await create('k');
      const { status, code, body: answer } = await create('k', body);
      expect([status, code]).toEqual([409, 'idempotency_key_reused']);
      expect(answer).toMatchObject({ ...envelope(409), error: { type: 'conflict_error' } });
      expect((await create('k')).text).toBe(first.text);
      await expectOne();
    },
  );

  it('with 50 different concurrent bodies under one key is created once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => create('k', { ...asked, amount: index + 1 })),
    );
    const sorted = statuses(answers).toSorted((a, b) => a - b);
    expect(sorted).toEqual([created, ...Array.from({ length: 49 }, () => 409)]);
    expect(await api.countOrders()).toBe(1);
  });

  it("is independent of another merchant's key", async () => {
    const first = await create('k');
    const { apiKey } = await testMerchant(api.deps.db, { openingSatang: 100_000 });
    const headers = { 'Idempotency-Key': 'k' };
    const theirs = await api.post(path, asked, { key: apiKey, headers });
    expect([theirs.status, isReplay(theirs)]).toEqual([created, false]);
    expect(theirs.text).not.toBe(first.text);
    expect(await shop.balance({ key: apiKey })).toEqual([1_000 - heldBaht, heldBaht]);
  });

  it('that was refused leaves the key free for a corrected request', async () => {
    for (const body of [{ ...asked, amount: 0 }, ...refused]) {
      expect([400, 422]).toContain((await create('k', body)).status);
    }
    const corrected = await create('k');
    expect([corrected.status, isReplay(corrected)]).toEqual([created, false]);
    await expectOne();
  });

  it('is replayed while no provider account takes orders', async () => {
    const first = await create('k');
    await setAccountStatus(api.deps, commandAudit, 'default', 'paused');
    const again = await create('k');
    expect([again.status, again.text, isReplay(again)]).toEqual([created, first.text, true]);
    expect(await create('other')).toMatchObject({ status: 503, code: 'unavailable' });
    // Another request under the key is refused as it would be without the key.
    const changed = await create('k', { ...asked, amount: 101 });
    expect(changed).toMatchObject({ status: 503, code: 'unavailable' });
    await expectOne();
  });

  it("is kept under its key for 24 hours by the database's clock", async () => {
    const first = await create('k');
    const age = (interval: string) =>
      api.deps.db.raw('update idempotency_keys set expires_at = expires_at - ?::interval', [
        interval,
      ]);
    await age('23 hours 59 minutes');
    expect((await create('k')).text).toBe(first.text);
    await age('1 minute');
    const fresh = await create('k');
    expect([fresh.status, isReplay(fresh)]).toEqual([created, false]);
    expect(await api.countOrders()).toBe(2);
    expect((await create('k')).text).toBe(fresh.text);
  });

  it('that crashes before the commit gets 500 and leaves no hold and no key', async () => {
    await asOwner(
      api.deps.db,
      `
      create function refuse() returns trigger language plpgsql as
        $$ begin raise exception 'planted'; end $$;
      create trigger refuse before insert on events for each row execute function refuse()`,
    );
    const { status, code, body, text } = await create('k');
    expect([status, code]).toEqual([500, 'internal_error']);
    expect(body).toMatchObject(envelope(500));
    expect(text).not.toContain('planted');
    expect(await api.countOrders()).toBe(0);
    expect(await shop.balance()).toEqual([1_000, 0]);
    await asOwner(api.deps.db, 'drop trigger refuse on events');
    expect(isReplay(await create('k'))).toBe(false);
    await expectOne();
  });

  it('whose response was lost is replayed by its key', async () => {
    const headers = {
      authorization: `Bearer ${api.apiKey}`,
      'content-type': 'application/json',
      'idempotency-key': 'k',
    };
    const lost = request(`${api.url}${path}`, { method: 'POST', headers });
    lost.on('response', (response) => response.destroy()).on('error', () => undefined);
    lost.end(JSON.stringify(asked));
    await until(async () => (await api.countOrders()) === 1, { describe: 'the order is created' });
    lost.destroy();
    expect(isReplay(await create('k'))).toBe(true);
    await expectOne();
  });

  it.each([
    ['255 characters', 'k'.repeat(255), created],
    ['256 characters', 'k'.repeat(256), 400],
    ['a comma and spaces', 'a, b', created],
    ['characters beyond ASCII', '\u00e9', 400],
    ['nothing', '', 400],
  ])('with a key of %s is created or gets 400', async (_how, key, expected) => {
    const { status, code } = await create(key);
    expect([status, code]).toEqual([
      expected,
      expected === 400 ? 'invalid_idempotency_key' : undefined,
    ]);
    expect(await api.countOrders()).toBe(expected === 400 ? 0 : 1);
  });

  it('with a repeated key or two keys gets 400', async () => {
    const twice = async (...keys: readonly string[]) => {
      const sent = request(`${api.url}${path}`, { method: 'POST' });
      sent.setHeader('authorization', `Bearer ${api.apiKey}`);
      sent.setHeader('content-type', 'application/json');
      sent.setHeader('Idempotency-Key', [...keys]);
      sent.end(JSON.stringify(asked));
      const [response] = (await once(sent, 'response')) as [IncomingMessage];
      response.resume();
      return response.statusCode;
    };
    expect(await twice('k', 'k')).toBe(400);
    expect(await twice('k', 'l')).toBe(400);
    expect(await api.countOrders()).toBe(0);
    expect(await twice('k')).toBe(created);
  });
});

describe('the retry of a request that was executed', () => {
  const headers = { 'Idempotency-Key': 'k' };
  const change = (keyId: string, changes: Parameters<typeof changeKey>[4]) =>
    changeKey(api.deps, commandAudit, null, keyId, changes);
  async function executed() {
    const asked = { name: 'payer', permissions: ['withdraw'] } as const;
    const { keyId, apiKey: key } = await createKey(api.deps, commandAudit, api.merchant.id, asked);
    const send = () => shop.createWithdrawal({}, { headers, key });
    const first = await send();
    expect(first.status).toBe(201);
    return { keyId, key, first, send };
  }

  it('is replayed when the key has lost the payee', async () => {
    const { keyId, key, first, send } = await executed();
    await change(keyId, { editPayees: () => [{ bankName: 'SCB', accountNumber: '9999999999' }] });
    const again = await send();
    expect([again.status, again.text, isReplay(again)]).toEqual([201, first.text, true]);
    const fresh = await shop.createWithdrawal({}, { key });
    expect([fresh.status, fresh.code]).toEqual([403, 'permission_denied']);
    expect(await api.countOrders()).toBe(1);
  });

  it('is replayed for a token payment while no provider account takes orders', async () => {
    const body = { amount: 5, currency: 'THB', token_id: 'tok_success' };
    const first = await api.post('/v1/payments', body, { headers });
    await setAccountStatus(api.deps, commandAudit, 'default', 'paused');
    const again = await api.post('/v1/payments', body, { headers });
    expect([again.status, again.text, isReplay(again)]).toEqual([200, first.text, true]);
  });

  it.each([
    [
      'the key is revoked',
      401,
      'unauthorized',
      (id: string) => revokeApiKey(api.deps.db, id, null),
    ],
    ['the merchant is disabled', 403, 'merchant_disabled', () => api.disable()],
    [
      'the key has lost its permission',
      403,
      'permission_denied',
      (id: string) =>
        api.deps
          .db('api_keys')
          .where('id', id)
          .update({ permissions: ['payments:read'] }),
    ],
  ])('is refused when %s', async (_what, status, code, lose) => {
    const { keyId, send } = await executed();
    await lose(keyId);
    expect(await send()).toMatchObject({ status, code });
  });
});

describe('one key', () => {
  const headers = { 'Idempotency-Key': 'k' };

  it('is independent for a deposit, a withdrawal and a QR code', async () => {
    const both = { ...depositRequest, ...withdrawalRequest, currency: 'THB' };
    const answers = await Promise.all(
      ['/deposit/gw', '/withdraw/gw', '/v1/qr-codes'].map((path) =>
        api.post(path, both, { headers }),
      ),
    );
    expect(statuses(answers)).toEqual([201, 201, 200]);
    expect(answers.some(isReplay)).toBe(false);
    expect(await api.countOrders()).toBe(3);
  });

  it('is free after insufficient funds and succeeds with funds', async () => {
    const body = { amount: 1_500 };
    for (let times = 0; times < 2; times++) {
      const { status, code } = await shop.createWithdrawal(body, { headers });
      expect([status, code]).toEqual([403, 'insufficient_funds']);
    }
    const { orderId } = await shop.deposit({ amount: 500 });
    await shop.sendAndApply('deposit', { orderId, status: 'success' });
    const made = await shop.createWithdrawal(body, { headers });
    expect([made.status, isReplay(made)]).toEqual([201, false]);
    expect(await shop.balance()).toEqual([0, 1_500]);
    // A replay needs no funds.
    const again = await shop.createWithdrawal(body, { headers });
    expect([again.text, isReplay(again)]).toEqual([made.text, true]);
  });

  it('for the whole balance, fifty times concurrently, creates one withdrawal', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => shop.createWithdrawal({ amount: 1_000 }, { headers })),
    );
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(await shop.balance()).toEqual([0, 1_000]);
  });

  it('is ignored in a callback, which is deduplicated by its content', async () => {
    const { orderId } = await shop.deposit();
    const sendCallback = (status: string) =>
      api.post(
        '/deposit/gw/webhook',
        { orderId, status },
        { key: api.config.provider.key, headers },
      );
    expect(statuses([await sendCallback('success'), await sendCallback('failed')])).toEqual([
      201, 201,
    ]);
    await shop.applyAll();
    expect(await shop.exceptions(orderId)).toEqual(['conflict']);
  });
});
