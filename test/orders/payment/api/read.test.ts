import { applyPending } from '../../../../src/orders/store/apply-transition';
import { testCallback, testMerchant } from '../../../support/gateway';
import { PROVIDER_KEY, startApi, type Api } from '../../../http/api';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});

describe('200: a payment', () => {
  it('that is pending has all fields, with null for those of completion', async () => {
    const { payment_id, qr_code_id, expires_at } = await api.createQrCode({ reference: 'r-1' });
    expect(await api.readPayment(payment_id)).toEqual({
      payment_id,
      qr_code_id,
      status: 'pending',
      amount: 100,
      currency: 'THB',
      reference: 'r-1',
      created_at: expect.any(String),
      completed_at: null,
      expires_at,
      metadata: null,
      late: false,
      amount_received: 0,
      amount_credited: 0,
      amount_refunded: 0,
      amount_reversed: 0,
      fee: 0,
      fee_vat: 0,
      net: 0,
      payer: null,
      failure: null,
      method: 'qr',
      refund_method: 'push',
      next_action: null,
      checkout_url: expect.stringMatching(`/pay/${qr_code_id}$`),
      payment_link_id: null,
      previous_payment_id: null,
    });
  });

  it('that has been paid has the time and the amount', async () => {
    const { payment_id } = await api.createQrCode();
    await testCallback(api.deps, payment_id, { reported: 'succeeded' });
    await applyPending(api.deps.db, payment_id);
    expect(await api.readPayment(payment_id)).toMatchObject({
      status: 'succeeded',
      completed_at: expect.any(String),
      amount_received: 100,
      late: false,
    });
  });

  it('that has been paid has its payer, masked, in the list and its event too', async () => {
    const { payment_id } = await api.createQrCode();
    const body = {
      orderId: payment_id,
      status: 'success',
      payer: {
        bankName: 'ธ.ไทยพาณิชย์',
        accountNumber: '123-4-56789-0',
        accountName: 'สมชาย ใจดี',
      },
    };
    expect((await api.post('/payment/gw/webhook', body, { key: PROVIDER_KEY })).status).toBe(201);
    await applyPending(api.deps.db, payment_id);
    const account = {
      bank_name: 'ธ.ไทยพาณิชย์',
      bank_code: '014',
      account_number: 'xxx-x-x6789-x',
    };
    const payer = { name: 'สมชาย ใจดี', ...account };
    expect(await api.readPayment(payment_id)).toMatchObject({ status: 'succeeded', payer });
    const list = await api.get('/Thai/v1/payments?status=succeeded&limit=1');
    expect(list.body).toMatchObject({ payments: [{ payment_id, payer }] });
    const events = await api.get(`/Thai/v1/events?object_id=${payment_id}`);
    expect(events.body).toMatchObject({
      events: [
        { event: 'payment.succeeded', data: { payer: account } },
        { event: 'payment.pending', data: { payer: null } },
      ],
    });
  });

  it('that was declined has the reason', async () => {
    const { payment_id } = await api.createQrCode();
    await testCallback(api.deps, payment_id, { reported: 'failed' });
    await applyPending(api.deps.db, payment_id);
    expect(await api.readPayment(payment_id)).toMatchObject({
      status: 'failed',
      completed_at: null,
      failure: { code: 'payment_declined', message: expect.any(String) },
    });
  });

  it('that was paid after its expiry is marked late', async () => {
    const { payment_id } = await api.createQrCode();
    await api.post(`/Thai/v1/payments/${payment_id}/expire`);
    await testCallback(api.deps, payment_id, { reported: 'succeeded', amountSatang: 10_050 });
    await applyPending(api.deps.db, payment_id);
    expect(await api.readPayment(payment_id)).toMatchObject({
      status: 'succeeded',
      late: true,
      amount_received: 100.5,
      amount_credited: 100,
    });
  });
});

describe('404: an unknown payment', () => {
  it.each(['pay_00000000000000000000000000', 'pay_', 'x', 'PAY_1', '%00', 'pay_%00', '%E0%A4%A'])(
    'with the id %s',
    async (id) => {
      const { status, code } = await api.get(`/Thai/v1/payments/${id}`);
      expect([status, code]).toEqual([404, 'payment_not_found']);
    },
  );

  it("gets the same error as another merchant's", async () => {
    const { payment_id } = await api.createQrCode();
    const { apiKey } = await testMerchant(api.deps.db);
    const theirs = await api.get(`/Thai/v1/payments/${payment_id}`, { key: apiKey });
    const nobodys = await api.get('/Thai/v1/payments/pay_0', { key: apiKey });
    expect([theirs.status, theirs.code]).toEqual([404, 'payment_not_found']);
    const withoutId = (text: string) => text.replace(/req_\w+/, '');
    expect(withoutId(theirs.text)).toBe(withoutId(nobodys.text));
  });
});
