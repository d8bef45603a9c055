import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { startReceiver, type Receiver } from '../../../support/receiver';
import { omise } from '../../../../src/providers/connectors/omise';
import type { ProviderClient } from '../../../../src/providers/connectors/connector';
import { account, accountAt, clientOf, inquiryOf, orderId, payoutId } from './account';

const folder = path.join(__dirname, 'recorded');

interface Recorded {
  readonly source: { readonly repository: string; readonly commit: string; readonly path: string };
  readonly status: number;
  readonly request?: { readonly method: string; readonly url: string; readonly body: object };
  readonly body: { readonly id: string; readonly data: { id: string } };
}
const recorded = (name: string): Recorded =>
  JSON.parse(readFileSync(path.join(folder, `${name}.json`), 'utf8')) as Recorded;

let receiver: Receiver;
let client: ProviderClient;
beforeAll(async () => {
  receiver = await startReceiver();
});
beforeEach(() => {
  client = clientOf(accountAt(receiver.url));
});
function answerWith(name: string): Recorded {
  const record = recorded(name);
  receiver.answerWith({ status: record.status, body: JSON.stringify(record.body) });
  return record;
}

const unreadable = { kind: 'unreachable', reason: 'unreadable_answer' };
const charge = () =>
  client.send({ kind: 'charge', orderId, amountSatang: 50_000, token: 'tokn_test_1' });

describe('a recorded object', () => {
  it.each([
    ['charge-pending-2025', { kind: 'waiting' }],
    ['charge-expired-2025', { kind: 'failed', code: 'expired', message: 'The charge is expired.' }],
    [
      // Of 1,000.00 authorized, 500.00 were captured.
      'charge-captured-2025',
      {
        kind: 'succeeded',
        movements: [
          {
            transactionId: 'chrg_test_6344625jbi1u9z0m01z',
            amountSatang: 50_000,
            movedAt: new Date('2025-03-20T09:27:31Z'),
            payer: null,
            // 18.25 baht and 1.28 VAT.
            costSatang: 1_953,
          },
        ],
      },
    ],
    ['charge-2015', unreadable],
    ['charge-token-2017', unreadable],
  ])('%s has its outcome', async (name, expected) => {
    const { body } = answerWith(name);
    expect(await client.find(inquiryOf({ providerRef: body.id }))).toEqual(expected);
  });

  it.each([
    ['transfer-2025', { kind: 'waiting' }],
    [
      'transfer-deleted-2025',
      { kind: 'failed', code: 'transfer_deleted', message: 'The transfer is deleted.' },
    ],
    ['transfer-2017', unreadable],
    ['transfer-deleted-2017', unreadable],
  ])('%s has its outcome', async (name, expected) => {
    const { body } = answerWith(name);
    const inquiry = inquiryOf({ kind: 'payout', orderId: payoutId, providerRef: body.id });
    expect(await client.find(inquiry)).toMatchObject(expected);
  });

  it.each([
    ['refund-2025', { kind: 'succeeded', movements: [{ amountSatang: 10_000 }] }],
    ['refund-2017', unreadable],
  ])('%s has its outcome', async (name, expected) => {
    const { body } = answerWith(name);
    const paymentRef = 'chrg_test_63444wyfsg4mtvvck1z';
    const inquiry = inquiryOf({ kind: 'refund', providerRef: body.id, paymentRef });
    expect(await client.find(inquiry)).toMatchObject(expected);
  });

  it.each([
    ['recipients-2025', 'recipient-2025', 'not_ready', 'recipient_not_verified'],
    ['recipients-2025', 'recipient-2017', 'unreachable', 'unreadable_answer'],
    ['charges-2017', 'recipient-2025', 'unreachable', 'unreadable_answer'],
  ])('%s, then %s is %s: %s', async (first, second, kind, reason) => {
    const answers = [first, second].map((name) => {
      const { status, body } = recorded(name);
      const whole = 'data' in body ? { ...body, to: '2099-01-01T00:00:00Z' } : body;
      return { status, body: JSON.stringify(whole) };
    });
    const [one, other] = answers;
    if (one === undefined || other === undefined) throw new Error('there are two');
    receiver.answerWith(one, other);
    const payout = { kind: 'payout', orderId: payoutId, amountSatang: 100_000, account } as const;
    expect(await client.send(payout)).toEqual({ kind, reason });
  });

  it('charges-2025, a window that is shorter than asked, proves nothing', async () => {
    answerWith('charges-2025');
    const found = await client.find(inquiryOf({}));
    expect(found).toEqual({ kind: 'unreachable', reason: 'other_window' });
  });

  it('balance-2025 is of a test account', async () => {
    answerWith('balance-2025');
    expect(await client.probe()).toEqual({ kind: 'ok' });
  });

  it('event-2025 is a creation, and of another key a hint about its charge', () => {
    const { body } = recorded('event-2025');
    const raw = (key: string) => ({
      headers: {},
      body: Buffer.from(JSON.stringify({ ...(body as object), key })),
      topic: null,
      receivedAt: new Date(),
    });
    const read = (key: string) => omise.readCallback(raw(key), accountAt(receiver.url));
    // Its order id is of other software.
    const about = { providerRef: 'chrg_test_no1t4tnemucod0e51mo' };
    expect(read('charge.create')).toEqual({ kind: 'ignored', reason: 'other_event' });
    expect(read('charge.complete')).toEqual({ kind: 'hint', about });
  });
});

describe('a recorded refusal', () => {
  it.each([
    ['invalid-amount-2017', 'invalid_charge'],
    ['used-token-2017', 'used_token'],
    ['unknown-token-2017', 'not_found'],
  ])('%s is final with the code %s', async (name, code) => {
    answerWith(name);
    expect(await charge()).toMatchObject({ kind: 'refused', code });
  });
});

describe('our request', () => {
  const isIn = (ours: unknown, theirs: object): void => {
    expect(Object.keys(ours as object)).toEqual(expect.arrayContaining(Object.keys(theirs)));
  };
  const lastRequest = () => {
    const request = receiver.requests.at(-1);
    return { ...request, body: JSON.parse(request?.body ?? '{}') as Record<string, object> };
  };

  it('for a charge has the path and the fields of the recorded one', async () => {
    const { request } = answerWith('charge-token-2017');
    await charge();
    const { method, path: sent, body } = lastRequest();
    expect(`${method} https://api.omise.co${sent}`).toBe(`${request?.method} ${request?.url}`);
    isIn(body, request?.body ?? {});
    expect(body).toMatchObject({ amount: 50_000, card: expect.stringMatching(/^tokn_test_/) });
  });

  it('for a recipient has the path and fields of the recorded one, without an e-mail', async () => {
    const list = { ...recorded('recipients-2025').body, to: '2099-01-01T00:00:00Z' };
    const { request, status, body: answer } = recorded('recipient-2017');
    receiver.answerWith(
      { status: 200, body: JSON.stringify(list) },
      { status, body: JSON.stringify(answer) },
    );
    await client.send({ kind: 'payout', orderId: payoutId, amountSatang: 100_000, account });
    const { method, path: sent, body } = lastRequest();
    expect(`${method} https://api.omise.co${sent}`).toBe(`${request?.method} ${request?.url}`);
    const theirs = request?.body as { email: string; bank_account: object };
    const { email: _, ...fields } = theirs;
    isIn(body, fields);
    isIn(body['bank_account'], theirs.bank_account);
  });
});

it('every record names its source and no person', () => {
  const names = readdirSync(folder);
  expect(names.length).toBeGreaterThan(15);
  for (const name of names) {
    const { source } = recorded(path.parse(name).name);
    expect(source.repository).toMatch(/^github\.com\/omise\/omise-(?:php|go|elixir)$/);
    expect(source.commit).toMatch(/^[0-9a-f]{40}$/);
    const text = readFileSync(path.join(folder, name), 'utf8');
    expect(text).not.toMatch(/@(?!example\.test)|skey_|pkey_|fingerprint|phone_number|street/);
  }
});
