import { openSubject } from '../../../../src/platform/observe/request-subject';
import { startApi, type Api } from '../../../http/api';
import {
  transfersOf,
  uuidV7,
  withdrawalRequest,
  type Transfers,
} from '../../../http/api/transfers';

let api: Api;
let shop: Transfers;
beforeEach(async () => {
  api = await startApi({}, { openingSatang: 100_000 });
  shop = transfersOf(api);
});
afterEach(() => shop.expectSound());

describe('201: a withdrawal', () => {
  it('has the response format of the specification: orderId beside the status', async () => {
    const { status, body } = await shop.createWithdrawal();
    expect([status, body]).toEqual([
      201,
      { status: 1001, message: expect.any(String), orderId: expect.stringMatching(uuidV7) },
    ]);
  });

  it('is read back with its account masked', async () => {
    const orderId = await shop.withdrawal({ amount: 19.99 });
    expect(await shop.read('withdraw', orderId)).toEqual({
      orderId,
      status: 'pending',
      amount: 19.99,
      amount_reversed: 0,
      fee: 0,
      fee_vat: 0,
      currency: 'THB',
      username: 'customer1',
      bankName: 'KBANK',
      bankCode: '004',
      accountNumber: 'xxx-x-x6789-x',
      failure: null,
      approval: null,
      created_at: expect.any(String),
      completed_at: null,
    });
  });

  it('holds its amount at once and sends an event', async () => {
    const orderId = await shop.withdrawal({ amount: 250.5 });
    expect(await shop.balance()).toEqual([749.5, 250.5]);
    expect(await shop.events(orderId)).toEqual(['withdrawal.pending']);
  });

  it('commits with the outbox row that starts its workflow', async () => {
    const orderId = await shop.withdrawal();
    const rows = await api.deps
      .db('outbox_messages')
      .where('subject', orderId)
      .select('topic', 'detail');
    expect(rows).toMatchObject([
      { topic: 'start', detail: { workflow: 'withdrawal', deadline: null } },
    ]);
  });

  it('stores the account encrypted, NFC-normalized, with digits only', async () => {
    const orderId = await shop.withdrawal({
      accountNumber: ' 123-4-56789-0 ',
      firstNameTH: 'น้ำ\u0e38\u0e49',
      lastNameTH: 'Rene\u0301',
    });
    const { subject_sealed } = await api.deps
      .db('provider_requests')
      .where('order_id', orderId)
      .first();
    expect(subject_sealed).not.toMatch(/1234567890|Ren/);
    expect(openSubject(api.deps.vault, subject_sealed)).toMatchObject({
      kind: 'payout',
      account: { accountNumber: '1234567890', accountName: 'น้ำ\u0e38\u0e49 Ren\u00e9' },
    });
  });

  it('accepts an unknown bank, which the provider can refuse', async () => {
    const orderId = await shop.withdrawal({ bankName: 'Bank of Nowhere' });
    expect(await shop.read('withdraw', orderId)).toMatchObject({
      bankName: 'Bank of Nowhere',
      bankCode: null,
    });
  });

  it.each([
    ['the whole balance', 1_000, [0, 1_000]],
    ['all but one satang', 999.99, [0.01, 999.99]],
    ['the minimum amount', 1, [999, 1]],
  ])('of %s leaves the exact remainder', async (_name, amount, expected) => {
    await shop.withdrawal({ amount });
    expect(await shop.balance()).toEqual(expected);
  });

  it('can be of two million baht and no more', async () => {
    const rich = await startApi({}, { openingSatang: 1_000_000_000 });
    const { createWithdrawal, balance } = transfersOf(rich);
    expect((await createWithdrawal({ amount: 2_000_000 })).status).toBe(201);
    expect((await createWithdrawal({ amount: 2_000_000.01 })).code).toBe('invalid_amount');
    expect(await balance()).toEqual([8_000_000, 2_000_000]);
  });
});

describe('with strict bank names', () => {
  it('400: an unknown bank is refused, and nothing is held', async () => {
    const strict = await startApi({ STRICT_BANKS: 'true' }, { openingSatang: 100_000 });
    const { createWithdrawal, withdrawal, balance, deposit } = transfersOf(strict);
    const refused = await createWithdrawal({ bankName: 'Bank of Nowhere' });
    expect([refused.status, refused.code, refused.param]).toEqual([
      400,
      'invalid_request',
      'bankName',
    ]);
    expect(refused.body).toMatchObject({ status: 400, data: {} });
    expect(await balance()).toEqual([1_000, 0]);
    await withdrawal({ bankName: 'กสิกรไทย' });
    // An unknown bank of a deposit is accepted.
    await deposit({ bankName: 'Bank of Nowhere' });
  });
});

it('unknown and read-only fields are ignored', async () => {
  const orderId = await shop.withdrawal({
    orderId: '00000000-0000-7000-8000-000000000000',
    status: 'succeeded',
    bankCode: '999',
    merchantId: 'mer_other',
    ...withdrawalRequest,
  });
  expect(orderId).not.toBe('00000000-0000-7000-8000-000000000000');
  expect(await shop.read('withdraw', orderId)).toMatchObject({
    status: 'pending',
    bankCode: '004',
  });
});
