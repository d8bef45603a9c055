import type { StoredCharge } from '../../../../sandbox/providers/omise/records';
import type { OmiseServer } from '../../../../sandbox/providers/omise/server';
import type { ProviderClient } from '../../../../src/providers/connectors/connector';
import { atTheCall, callbackUrl, inquiryOf, openAccount, orderId, writesTo } from './account';

const amountSatang = 156_000;
const refundId = 're_01jd0000000000000000000000';
const token = 'tokn_test_5sqhgjedme2u2atfhuc';

let server: OmiseServer;
let client: ProviderClient;
beforeEach(async () => {
  ({ server, client } = await openAccount({ now: atTheCall }));
});
const charges = (): StoredCharge[] => [...server.upstream.charges.values()];

describe('a refund', () => {
  let paid: StoredCharge;
  beforeEach(async () => {
    await client.openQr?.({ orderId, amountSatang, expiresAt: new Date(Date.now() + 900_000) });
    paid = charges()[0] ?? ({} as StoredCharge);
    server.upstream.finish(paid, 'successful', null);
  });
  const refund = (more = {}) =>
    client.send({
      kind: 'refund',
      orderId: refundId,
      amountSatang: 10_000,
      paymentId: orderId,
      paymentRef: paid.id,
      account: null,
      ...more,
    });
  const inquiry = (more = {}) =>
    inquiryOf({ kind: 'refund', orderId: refundId, paymentRef: paid.id, ...more });

  it('of a part is asked for under our id', async () => {
    const sent = await refund();
    expect(sent).toEqual({ kind: 'accepted', providerRef: paid.refunds[0]?.id });
    expect(server.requests.at(-1)).toMatchObject({
      path: `/charges/${paid.id}/refunds`,
      body: { amount: 10_000, metadata: { order_id: refundId } },
    });
  });

  it('is found by its id and in the list of its charge, when Omise has closed it', async () => {
    await refund();
    const [stored] = paid.refunds;
    if (stored === undefined) throw new Error('there is no refund');
    for (const providerRef of [stored.id, null]) {
      stored.status = 'pending';
      const named = providerRef === null ? { providerRef: stored.id } : {};
      const waiting = await client.find(inquiry({ providerRef }));
      expect(waiting).toEqual({ kind: 'waiting', ...named });
      stored.status = 'closed';
      const movement = {
        transactionId: stored.id,
        amountSatang: 10_000,
        movedAt: null,
        payer: null,
      };
      const found = await client.find(inquiry({ providerRef }));
      expect(found).toEqual({ kind: 'succeeded', movements: [movement], ...named });
    }
  });

  it('is refused without a call when the charge does not allow it', async () => {
    paid.refundable = false;
    expect(await refund()).toMatchObject({ kind: 'refused', code: 'not_refundable' });
    paid.refundable = true;
    paid.partiallyRefundable = false;
    expect(await refund()).toMatchObject({ kind: 'refused', code: 'not_partially_refundable' });
    expect(paid.refunds).toEqual([]);
    expect(await refund({ amountSatang })).toMatchObject({ kind: 'accepted' });
  });

  it('of more than the rest is refused by Omise', async () => {
    await refund({ amountSatang: 150_000 });
    expect(await refund()).toMatchObject({ kind: 'refused', code: 'invalid_amount' });
  });

  it.each([undefined, '', 'pay_1', 'chrg_test_1/refunds'])(
    'of a payment with the reference %p is refused without a call',
    async (paymentRef) => {
      const before = server.requests.length;
      expect(await refund({ paymentRef })).toMatchObject({ code: 'payment_not_found' });
      expect(server.requests).toHaveLength(before);
      const found = await client.find(inquiry({ paymentRef: paymentRef ?? null }));
      expect(found).toEqual({ kind: 'unreachable', reason: 'invalid_reference' });
      expect(server.requests).toHaveLength(before);
    },
  );

  it('is unreachable while its charge is', async () => {
    server.plan({ method: 'GET', path: /charges/, effect: { kind: 'lose' } });
    expect(await refund()).toMatchObject({ kind: 'unreachable' });
    expect(writesTo(server)).toEqual(['POST /charges']);
  });

  it('whose answer is lost is unknown, and found', async () => {
    server.plan({ method: 'POST', path: /refunds$/, effect: { kind: 'lose' } });
    expect(await refund()).toMatchObject({ kind: 'unknown' });
    expect(await client.find(inquiry())).toMatchObject({ kind: 'waiting' });
  });

  it('that Omise does not list is not found 90 seconds after the call, not before', async () => {
    expect(await client.find(inquiry())).toEqual({ kind: 'not_found' });
    expect(await client.find(inquiry({ sentForMs: 60_000 }))).toEqual({ kind: 'waiting' });
  });
});

describe('a charge of a token', () => {
  const request = { kind: 'charge', orderId, amountSatang, token } as const;
  const withToken = (result: 'success' | 'fail' | '3ds') =>
    server.upstream.tokens.set(token, { result, used: false });

  it('is captured at once, under our id', async () => {
    withToken('success');
    const sent = await client.send(request);
    expect(sent).toEqual({ kind: 'accepted', providerRef: charges()[0]?.id });
    expect(server.requests[0]?.body).toEqual({
      amount: 156_000,
      currency: 'THB',
      card: token,
      capture: true,
      description: orderId,
      metadata: { order_id: orderId },
      webhook_endpoints: [callbackUrl],
    });
    const found = await client.find(inquiryOf({ kind: 'charge' }));
    expect(found).toMatchObject({ kind: 'succeeded', movements: [{ amountSatang }] });
  });

  it('is refused with the reason of the failed charge', async () => {
    withToken('fail');
    expect(await client.send(request)).toMatchObject({
      kind: 'refused',
      code: 'insufficient_fund',
    });
  });

  it('is refused, and ended, when the card requires 3-D Secure', async () => {
    withToken('3ds');
    const refused = { kind: 'refused', code: 'authentication_required' };
    expect(await client.send(request)).toMatchObject(refused);
    expect(charges()[0]?.status).toBe('expired');
  });

  it('stays accepted when a charge with 3-D Secure cannot be ended', async () => {
    withToken('3ds');
    server.plan({ method: 'POST', path: /expire$/, effect: { kind: 'refuse', status: 500 } });
    expect(await client.send(request)).toMatchObject({ kind: 'accepted' });
  });

  it('is refused for a token that was used, and for an unknown one', async () => {
    expect(await client.send(request)).toMatchObject({ kind: 'refused', code: 'not_found' });
    withToken('success');
    await client.send(request);
    expect(await client.send(request)).toMatchObject({ kind: 'refused', code: 'used_token' });
  });

  it('is unknown when the charge of the answer has another amount or order', async () => {
    withToken('success');
    server.upstream.amountShown = 1;
    const unknown = { kind: 'unknown', reason: 'unreadable_answer' };
    expect(await client.send(request)).toEqual(unknown);
  });
});
