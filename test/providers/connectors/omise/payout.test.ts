import type { OmiseServer } from '../../../../sandbox/providers/omise/server';
import type { StoredRecipient, StoredTransfer } from '../../../../sandbox/providers/omise/records';
import type { ProviderClient } from '../../../../src/providers/connectors/connector';
import {
  account,
  accountAt,
  atTheCall,
  clientOf,
  inquiryOf,
  openAccount,
  payoutId,
  writesTo,
} from './account';

const amountSatang = 100_000;
const payout = { kind: 'payout', orderId: payoutId, amountSatang, account } as const;
const unverified = { kind: 'not_ready', reason: 'recipient_not_verified' };

let server: OmiseServer;
let client: ProviderClient;
beforeEach(async () => {
  ({ server, client } = await openAccount({ now: atTheCall }));
});

const recipients = (): StoredRecipient[] => [...server.upstream.recipients.values()];
const transfers = (): StoredTransfer[] => [...server.upstream.transfers.values()];
const transferOf = (): StoredTransfer => {
  const [transfer] = transfers();
  if (transfer === undefined) throw new Error('there is no transfer');
  return transfer;
};
function verify(): void {
  for (const recipient of recipients()) Object.assign(recipient, { verified: true, active: true });
}
async function sendVerified(): Promise<StoredTransfer> {
  await client.send(payout);
  verify();
  await client.send(payout);
  return transferOf();
}
const inquiry = (more = {}) =>
  inquiryOf({ kind: 'payout', orderId: payoutId, amountSatang, ...more });

describe('a payout', () => {
  it('creates a recipient first and is sent again after its verification', async () => {
    expect(await client.send(payout)).toEqual(unverified);
    expect(await client.send(payout)).toEqual(unverified);
    verify();
    const accepted = await client.send(payout);
    expect(accepted).toEqual({ kind: 'accepted', providerRef: transferOf().id });
    expect(writesTo(server)).toEqual(['POST /recipients', 'POST /transfers']);
  });

  it('asks for a recipient with the bank account and its digest', async () => {
    await client.send(payout);
    const post = server.requests.find(({ method }) => method === 'POST');
    expect(post?.body).toEqual({
      name: 'ACCOUNT NAME',
      type: 'individual',
      bank_account: { brand: 'scb', number: '1234567890', name: 'ACCOUNT NAME' },
      // printf '["014","1234567890","ACCOUNT NAME"]' | sha256sum
      metadata: {
        account_digest: '4064f0a2fd8e38f71f45e0e6947f135fca75f8dcb176feec46d828845b5f1bae',
      },
    });
  });

  it('adds the fee, so that the recipient gets its amount', async () => {
    const transfer = await sendVerified();
    expect(server.requests.at(-1)?.body).toEqual({
      amount: 103_000,
      recipient: recipients()[0]?.id,
      fail_fast: true,
      metadata: { order_id: payoutId },
    });
    expect(transfer.amount - transfer.fee).toBe(amountSatang);
  });

  it('is refused, and its transfer deleted, when the fee differs', async () => {
    await client.send(payout);
    verify();
    server.upstream.options.transferFeeSatang = 3_500;
    expect(await client.send(payout)).toEqual({
      kind: 'refused',
      code: 'other_transfer_fee',
      message: 'The transfer fee is 3500 satang; the account has 3000 satang.',
    });
    expect(transferOf().deleted).toBe(true);
  });

  it.each([
    ['answered 500', { kind: 'refuse', status: 500 }],
    ['lost', { kind: 'lose' }],
    [
      'refused',
      { kind: 'refuse', status: 400, body: '{"object":"error","code":"x","message":""}' },
    ],
  ] as const)('is unknown when the fee differs and the deletion is %s', async (_, effect) => {
    await client.send(payout);
    verify();
    server.upstream.options.transferFeeSatang = 3_500;
    server.plan({ method: 'DELETE', path: /transfers/, effect });
    const unknown = { kind: 'unknown', reason: 'other_transfer_fee' };
    expect(await client.send(payout)).toEqual(unknown);
  });

  it('of an account with another fee adds that fee', async () => {
    server.upstream.options.transferFeeSatang = 1_070;
    client = clientOf(accountAt(server.url, { transferFeeSatang: 1_070 }));
    expect((await sendVerified()).amount).toBe(101_070);
  });

  it('is not ready until its recipient is activated', async () => {
    await client.send(payout);
    for (const recipient of recipients()) recipient.verified = true;
    expect(await client.send(payout)).toEqual(unverified);
    expect(transfers()).toEqual([]);
  });

  it('is refused when Omise rejects the bank account', async () => {
    await client.send(payout);
    for (const recipient of recipients()) recipient.failureCode = 'name_mismatch';
    expect(await client.send(payout)).toEqual({
      kind: 'refused',
      code: 'recipient_rejected',
      message: 'The provider rejected the account: name_mismatch.',
    });
  });

  it.each([null, '099', '052'])(
    'is refused for the bank code %p without a call',
    async (bankCode) => {
      const sent = await client.send({ ...payout, account: { ...account, bankCode } });
      expect(sent).toMatchObject({ kind: 'refused', code: 'bank_not_supported' });
      expect(server.requests).toEqual([]);
    },
  );

  it('is refused when Omise refuses to create the recipient', async () => {
    const sent = await client.send({ ...payout, account: { ...account, accountName: '' } });
    expect(sent).toMatchObject({ kind: 'refused', code: 'invalid_recipient' });
  });

  it('is refused without a transferable balance', async () => {
    await client.send(payout);
    verify();
    server.upstream.options.balanceSatang = 102_999;
    expect(await client.send(payout)).toMatchObject({ code: 'insufficient_balance' });
  });
});

describe('a recipient', () => {
  it('of an earlier process is found among all recipients', async () => {
    await client.send(payout);
    verify();
    const [first] = recipients();
    if (first === undefined) throw new Error('there is no recipient');
    for (let copies = 0; copies < 150; copies++) {
      const id = server.upstream.newId('recp');
      const createdAt = first.createdAt - 200_000 + copies * 1_000;
      server.upstream.recipients.set(id, { ...first, id, createdAt, metadata: {} });
    }
    const next = clientOf(accountAt(server.url));
    expect(await next.send(payout)).toMatchObject({ kind: 'accepted' });
    expect(writesTo(server)).toEqual(['POST /recipients', 'POST /transfers']);
    expect(transferOf().recipientId).toBe(first.id);
  });

  it('that another process created since is found', async () => {
    const other = { ...payout, account: { ...account, accountNumber: '9876543210' } };
    const next = clientOf(accountAt(server.url));
    await client.send(payout);
    await next.send(other);
    await client.send(other);
    expect(recipients()).toHaveLength(2);
  });

  it('differs by bank, number and name', async () => {
    await client.send(payout);
    for (const more of [
      { bankCode: '004' },
      { accountNumber: '1234567891' },
      { accountName: 'OTHER NAME' },
    ]) {
      expect(await client.send({ ...payout, account: { ...account, ...more } })).toEqual(
        unverified,
      );
    }
    expect(recipients()).toHaveLength(4);
  });

  it('that was deleted is created again', async () => {
    await client.send(payout);
    verify();
    for (const recipient of recipients()) recipient.deleted = true;
    expect(await client.send(payout)).toEqual(unverified);
    expect(await client.send(payout)).toEqual(unverified);
    expect(recipients().map(({ deleted }) => deleted)).toEqual([true, false]);
  });

  it.each([
    ['the list', 'GET', /recipients$/],
    ['the creation', 'POST', /recipients$/],
  ])('is asked for again when %s fails', async (_, method, path) => {
    server.plan({ method, path, effect: { kind: 'refuse', status: 500 } });
    expect(await client.send(payout)).toEqual({ kind: 'unreachable', reason: 'HTTP 500' });
    expect(transfers()).toEqual([]);
    expect(await client.send(payout)).toEqual(unverified);
  });

  it('whose creation was lost is found in the list', async () => {
    server.plan({ method: 'POST', path: /recipients$/, effect: { kind: 'lose' } });
    expect(await client.send(payout)).toMatchObject({ kind: 'unreachable' });
    expect(await client.send(payout)).toEqual(unverified);
    expect(recipients()).toHaveLength(1);
  });
});

describe('an inquiry about a payout', () => {
  it('finds what the recipient got, by id and by window', async () => {
    const transfer = await sendVerified();
    const sentAt = Date.now() - 30_000;
    Object.assign(transfer, { sentAt, paidAt: sentAt });
    const movedAt = new Date(Math.floor(sentAt / 1000) * 1000);
    const money = { transactionId: transfer.id, amountSatang, movedAt, payer: null };
    const movement = { ...money, costSatang: 3_000 };
    const succeeded = { kind: 'succeeded', movements: [movement] };
    expect(await client.find(inquiry({ providerRef: transfer.id }))).toEqual(succeeded);
    const found = await client.find(inquiry());
    expect(found).toEqual({ ...succeeded, providerRef: transfer.id });
  });

  it('reports the net amount of a transfer with another fee', async () => {
    const transfer = await sendVerified();
    Object.assign(transfer, { fee: 3_500, sentAt: Date.now(), paidAt: Date.now() });
    expect(await client.find(inquiry())).toMatchObject({ movements: [{ amountSatang: 99_500 }] });
  });

  it.each<[string, Partial<StoredTransfer>, object]>([
    ['new', {}, { kind: 'waiting' }],
    ['sent', { sentAt: 1 }, { kind: 'waiting' }],
    [
      'failed',
      { failureCode: 'transfer_failed' },
      { kind: 'failed', code: 'transfer_failed', message: 'the transfer failed' },
    ],
    ['failed and will be repeated', { failureCode: 'x', failFast: false }, { kind: 'waiting' }],
    ['deleted', { deleted: true }, { kind: 'failed', code: 'transfer_deleted' }],
    [
      'paid and deleted',
      { paidAt: 1, deleted: true },
      { kind: 'unreachable', reason: 'unreadable_answer' },
    ],
    [
      'paid and returned',
      { paidAt: 1, failureCode: 'x' },
      { kind: 'failed', code: 'x', movement: { amountSatang: expect.any(Number) } },
    ],
  ])('of a transfer that is %s has that outcome', async (_, state, expected) => {
    const transfer = await sendVerified();
    Object.assign(transfer, state);
    expect(await client.find(inquiry({ providerRef: transfer.id }))).toMatchObject(expected);
  });

  it.each([
    ['right', 0, 0],
    // The clock of the host that created the order.
    ['90 seconds ahead', 90, 0],
    // The clock of the only machine.
    ['2 minutes behind', -120, -120],
    ['a day behind', -86_400, -86_400],
    ['59 minutes ahead', 59 * 60, 59 * 60],
  ])(
    'finds a transfer whose answer was lost when the clock was %s',
    async (_, createdS, calledS) => {
      await client.send(payout);
      verify();
      server.plan({ method: 'POST', path: /transfers$/, effect: { kind: 'lose' } });
      expect(await client.send(payout)).toMatchObject({ kind: 'unknown' });
      const createdAt = new Date(atTheCall() + createdS * 1_000);
      const sentForMs = Date.now() - atTheCall() - calledS * 1_000;
      const found = await client.find(inquiry({ createdAt, sentForMs }));
      expect(found).toEqual({ kind: 'waiting', providerRef: transferOf().id });
    },
  );

  it('without a transfer in the window is not found', async () => {
    expect(await client.find(inquiry())).toEqual({ kind: 'not_found' });
  });
});
