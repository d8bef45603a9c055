import { authenticateAccountCallback } from '../../../../src/orders/callbacks/receive-callback';
import type { RawCallback } from '../../../../src/providers/connectors/connector';
import {
  all,
  failingRefunds,
  failures,
  idempotentPayouts,
  issuedCodes,
  narrowLimits,
  none,
  partialRefunds,
  payouts,
  proofs,
  refunds,
  secondPayments,
  sharedKeys,
  type Placed,
  type Exclusion,
  type Requests,
} from './wire';
import type { Gateway } from './gateway';

/** A scenario of docs/money-scenarios.md in the wire form of a connector. */
export interface Scenario {
  readonly number: number;
  readonly title: string;
  readonly excludes: Exclusion;
  run(gateway: Gateway): Promise<void>;
}

const ASKED = 10_000;

/** A payment of 100 baht that its payer paid with this amount. */
async function paid(g: Gateway, satang = ASKED): Promise<Placed> {
  const order = await g.place(ASKED);
  g.wire.pay(order, satang);
  return order;
}

/** The payment is credited once with what the book of the upstream has, without an exception. */
async function isCredited(
  g: Gateway,
  order: Placed,
  { late = false, exceptions = [] }: { late?: boolean; exceptions?: readonly string[] } = {},
): Promise<void> {
  const book = g.wire.book(order);
  expect(await g.state(order)).toEqual({
    status: 'succeeded',
    late,
    received: ASKED,
    movements: book,
    exceptions,
  });
  expect(book).toEqual([ASKED]);
  const succeeded = (await g.events(order)).filter((name) => name === 'payment.succeeded');
  expect(succeeded).toHaveLength(1);
}

/** Makes the payment unknown to the account while `run` runs. */
async function unknownDuring(g: Gateway, { id }: Placed, run: () => Promise<void>): Promise<void> {
  const row = g.knex('orders').where({ id });
  await row.clone().update({ provider_account_id: 'acc_other' });
  await run();
  await row.clone().update({ provider_account_id: g.account.id });
}

const incoming: readonly Scenario[] = [
  {
    number: 1,
    title: 'a payment that is reported several times, also at once, is credited once',
    excludes: none,
    async run(g) {
      const order = await paid(g);
      await g.learn(order);
      await g.learn(order);
      await Promise.all(Array.from({ length: 10 }, () => g.receive(g.wire.callback(order))));
      await g.work(order);
      await isCredited(g, order);
    },
  },
  {
    number: 2,
    title: 'a payment that failed after its success stays paid',
    excludes: failures,
    async run(g) {
      const order = await paid(g);
      await g.learn(order);
      g.wire.fail?.(order);
      await g.learn(order);
      const { status, received, movements, exceptions } = await g.state(order);
      expect([status, received, movements]).toEqual(['succeeded', ASKED, [ASKED]]);
      expect(exceptions).toEqual(g.isProof ? ['conflict'] : []);
    },
  },
  {
    number: 3,
    title: 'a payment that succeeded after its failure is credited late',
    excludes: failures,
    async run(g) {
      const order = await g.place();
      g.wire.fail?.(order);
      await g.learn(order);
      expect(await g.state(order)).toMatchObject({ status: 'failed', movements: [] });
      g.wire.pay(order, ASKED);
      await g.learn(order);
      await isCredited(g, order, { late: true });
    },
  },
  {
    number: 4,
    title: 'a payment after the expiry is credited late',
    excludes: none,
    async run(g) {
      const order = await g.place();
      await g.later(order, 15);
      await g.work(order);
      expect(await g.state(order)).toMatchObject({ status: 'expired', movements: [] });
      g.wire.pay(order, ASKED);
      await g.learn(order);
      await isCredited(g, order, { late: true });
      expect((await g.events(order)).slice(-2)).toEqual(['payment.expired', 'payment.succeeded']);
    },
  },
  {
    number: 5,
    title: 'a payment that is reported at the deadline is credited whoever wins',
    excludes: none,
    async run(g) {
      const order = await paid(g);
      await g.later(order, 15);
      await Promise.all([g.work(order), g.receive(g.wire.callback(order)), g.work(order)]);
      await g.work(order);
      const { late } = await g.state(order);
      await isCredited(g, order, { late });
    },
  },
  {
    number: 6,
    title: 'a success and a failure at once end in one status, credited by the success',
    excludes: all(proofs, failures),
    async run(g) {
      const order = await g.place();
      g.wire.fail?.(order);
      const failed = g.wire.callback(order);
      g.wire.pay(order, ASKED);
      await Promise.all([g.receive(failed), g.receive(g.wire.callback(order)), g.work(order)]);
      await g.work(order);
      const { status, received, movements } = await g.state(order);
      expect([status, received, movements]).toEqual(['succeeded', ASKED, [ASKED]]);
    },
  },
  {
    number: 7,
    title: 'a callback before the provider has answered the creation loses nothing',
    excludes: issuedCodes,
    async run(g) {
      const order = await paid(g);
      const row = g.knex('orders').where({ id: order.id });
      await row.clone().update({ provider_ref: null });
      await g.receive(g.wire.callback(order));
      await row.clone().update({ provider_ref: order.providerRef });
      await g.later(order, 15);
      await g.work(order);
      await isCredited(g, order);
    },
  },
  {
    number: 8,
    title: 'a callback about an unknown order is applied once when it is repeated',
    excludes: none,
    async run(g) {
      const order = await paid(g);
      await unknownDuring(g, order, async () => {
        const early = g.receive(g.wire.callback(order));
        if (g.isProof) await expect(early).rejects.toMatchObject({ status: 404 });
        else await early;
      });
      expect(await g.state(order)).toMatchObject({ status: 'pending', movements: [] });
      await g.learn(order);
      await isCredited(g, order, { exceptions: g.isProof ? ['unknown_order'] : [] });
    },
  },
  {
    number: 9,
    title: 'a forged callback changes nothing',
    excludes: none,
    async run(g) {
      const order = await paid(g);
      const { headers, body } = g.wire.callback(order);
      const { name: connector } = g.account.connector;
      const at = (token: string, given: RawCallback['headers']) =>
        authenticateAccountCallback(g.base, { connector, token }, { body, headers: given });
      await expect(at('another', headers)).rejects.toMatchObject({ code: 'not_found' });
      const names = Object.keys(headers).filter((one) => /signature$|authorization/.test(one));
      for (const name of names) {
        const forged = { ...headers, [name]: `${String(headers[name]).slice(0, -1)}_` };
        await expect(at('token', forged)).rejects.toMatchObject({ code: 'unauthorized' });
      }
      await expect(at('token', headers)).resolves.toMatchObject({ kind: 'provider' });
      expect(await g.state(order)).toMatchObject({ status: 'pending', movements: [] });
    },
  },
  {
    number: 10,
    title: "a callback under a merchant's key is not authentic",
    excludes: sharedKeys,
    async run(g) {
      const order = await paid(g);
      const { headers, body } = g.wire.callback(order);
      const path = { connector: g.account.connector.name, token: 'token' };
      const forged = { ...headers, authorization: `Bearer ${g.apiKey}` };
      const given = authenticateAccountCallback(g.base, path, { body, headers: forged });
      await expect(given).rejects.toMatchObject({ code: 'unauthorized' });
      expect(await g.state(order)).toMatchObject({ status: 'pending', movements: [] });
    },
  },
  {
    number: 11,
    title: 'a status that nobody documented moves nothing',
    excludes: failures,
    async run(g) {
      const order = await g.place();
      g.wire.puzzle?.(order);
      await g.learn(order).catch((error: unknown) => {
        expect(error).toMatchObject({ code: 'invalid_status' });
      });
      expect(await g.state(order)).toMatchObject({ status: 'pending', movements: [] });
      g.wire.pay(order, ASKED);
      await g.learn(order);
      await isCredited(g, order);
    },
  },
  {
    number: 12,
    title: 'a satang less than was asked for does not settle',
    excludes: none,
    async run(g) {
      const order = await paid(g, ASKED - 1);
      await g.learn(order);
      const { status, ...rest } = await g.state(order);
      expect(status).not.toBe('succeeded');
      expect(rest).toMatchObject({
        movements: g.wire.book(order),
        exceptions: ['amount_mismatch'],
      });
    },
  },
  {
    number: 13,
    title: 'more than was asked for settles with an exception',
    excludes: none,
    async run(g) {
      const before = await g.balance();
      const order = await paid(g, ASKED + 50);
      await g.learn(order);
      expect(await g.state(order)).toMatchObject({
        status: 'succeeded',
        movements: g.wire.book(order),
        exceptions: ['amount_mismatch'],
      });
      expect((await g.balance())[0] - before[0]).toBe(ASKED);
    },
  },
  {
    number: 14,
    title: 'a second transfer for a code goes to suspense',
    excludes: secondPayments,
    async run(g) {
      const before = await g.balance();
      const order = await paid(g);
      await g.learn(order);
      g.wire.pay(order, ASKED);
      await g.learn(order);
      expect(g.wire.book(order)).toEqual([ASKED, ASKED]);
      expect(await g.state(order)).toMatchObject({
        status: 'succeeded',
        movements: g.wire.book(order),
        exceptions: ['duplicate_payment'],
      });
      expect((await g.balance())[0] - before[0]).toBe(ASKED);
    },
  },
  {
    number: 15,
    title: 'a callback that is repeated because its answer was lost is credited once',
    excludes: none,
    async run(g) {
      const order = await paid(g);
      const callback = g.wire.callback(order);
      await g.receive(callback);
      await g.receive(callback);
      if (!g.isProof) await g.later(order, 1);
      await g.work(order);
      await isCredited(g, order);
    },
  },
  {
    number: 27,
    title: 'a payment of a merchant that was disabled meanwhile is credited',
    excludes: none,
    async run(g) {
      const order = await paid(g);
      const merchant = g.knex('merchants').where('id', g.merchant.id);
      await merchant.clone().update({ status: 'disabled' });
      await g.learn(order);
      await merchant.clone().update({ status: 'active' });
      await isCredited(g, order);
    },
  },
  {
    number: 48,
    title: 'amounts of every decimal are exact',
    excludes: none,
    async run(g) {
      // Products with 100 of these are not exact in floating point.
      for (const satang of [1_999, 110_110, 435_501]) {
        const order = await paid(g, satang);
        await g.learn(order);
        expect(g.wire.book(order)).toEqual([satang]);
        expect(await g.state(order)).toMatchObject({ movements: [satang] });
      }
    },
  },
  {
    number: 49,
    title: "an amount beyond the provider's limits gets no code",
    excludes: narrowLimits,
    async run(g) {
      const [min, max] = g.account.connector.traits.amounts.qr ?? [0, 0];
      const whole = [min - 100, max + 100].map((one) => Math.floor(one / 100) * 100);
      const beyond = whole.filter((one) => one >= 100 && one <= 200_000_000);
      for (const satang of beyond) {
        await expect(g.place(satang)).rejects.toMatchObject({ code: expect.any(String) as string });
      }
      expect(beyond.length).toBeGreaterThan(0);
    },
  },
];

/** The gateway learns the outcome: by a proof, or by an inquiry. */
async function end(
  g: Gateway,
  requests: Requests | undefined,
  id: string,
  outcome: 'succeeded' | 'failed',
  satang = ASKED,
): Promise<void> {
  await requests?.end(id, outcome);
  const callback = requests?.callback(id, outcome, satang);
  if (callback !== undefined) await g.receive(callback);
  if (g.isProof) await g.workRequest(id);
  else await g.laterRequest(id);
}

/** A payout that the provider has accepted. */
async function submitted(g: Gateway, satang = ASKED): Promise<string> {
  const id = await g.payout(satang);
  await g.workRequest(id);
  g.wire.payouts?.makeReady?.();
  if ((await g.wire.payouts?.sent(id))?.length === 0) await g.laterRequest(id);
  return id;
}

const outgoing: readonly Scenario[] = [
  {
    number: 17,
    title: 'a payout of the whole balance is sent with its amount',
    excludes: payouts,
    async run(g) {
      const [available, held] = await g.balance();
      const id = await submitted(g, available);
      expect(await g.wire.payouts?.sent(id)).toEqual([available]);
      expect(await g.balance()).toEqual([0, held + available]);
      await end(g, g.wire.payouts, id, 'failed');
      expect(await g.balance()).toEqual([available, held]);
    },
  },
  {
    number: 21,
    title: 'a failed payout releases its hold once',
    excludes: payouts,
    async run(g) {
      const before = await g.balance();
      const id = await submitted(g);
      await end(g, g.wire.payouts, id, 'failed');
      const again = g.wire.payouts?.callback(id, 'failed', ASKED);
      if (again !== undefined) await g.receive(again);
      await g.workRequest(id);
      expect(await g.state({ id })).toMatchObject({ status: 'failed', exceptions: [] });
      expect(await g.balance()).toEqual(before);
    },
  },
  {
    number: 22,
    title: 'a payout that succeeded after its failure moves nothing by itself',
    excludes: all(payouts, proofs),
    async run(g) {
      const before = await g.balance();
      const id = await submitted(g);
      await end(g, g.wire.payouts, id, 'failed');
      const success = g.wire.payouts?.callback(id, 'succeeded', ASKED);
      if (success !== undefined) await g.receive(success);
      await g.workRequest(id);
      expect((await g.state({ id })).exceptions).toEqual(['conflict']);
      expect(await g.balance()).toEqual(before);
    },
  },
  {
    number: 23,
    title: 'a payout that failed after its success is not credited by itself',
    excludes: all(payouts, proofs),
    async run(g) {
      const id = await submitted(g);
      await end(g, g.wire.payouts, id, 'succeeded');
      const before = await g.balance();
      const failure = g.wire.payouts?.callback(id, 'failed', ASKED);
      if (failure !== undefined) await g.receive(failure);
      await g.workRequest(id);
      expect((await g.state({ id })).exceptions).toEqual(['conflict']);
      expect(await g.balance()).toEqual(before);
    },
  },
  {
    number: 24,
    title: 'a payout whose answer is lost is found, and not sent again',
    excludes: payouts,
    async run(g) {
      const [available, held] = await g.balance();
      // The payee of the scenarios is known by then.
      await end(g, g.wire.payouts, await submitted(g), 'failed');
      const id = await g.payout();
      g.loseAnswer();
      await g.workRequest(id);
      await g.laterRequest(id);
      expect(await g.balance()).toEqual([available - ASKED, held + ASKED]);
      await g.wire.payouts?.end(id, 'succeeded');
      await g.laterRequest(id);
      expect(await g.wire.payouts?.sent(id)).toEqual([ASKED]);
      expect(await g.state({ id })).toMatchObject({ status: 'succeeded', movements: [ASKED] });
      expect(await g.balance()).toEqual([available - ASKED, held]);
    },
  },
  {
    number: 25,
    title: 'a payout whose reference is known to the provider was sent before',
    excludes: idempotentPayouts,
    async run(g) {
      const id = await submitted(g);
      await g
        .knex('provider_requests')
        .where('order_id', id)
        .update({ claimed_at: null, claims: 0 });
      await g.laterRequest(id);
      expect(await g.wire.payouts?.sent(id)).toEqual([ASKED]);
      await end(g, g.wire.payouts, id, 'succeeded');
      expect(await g.state({ id })).toMatchObject({ status: 'succeeded', exceptions: [] });
    },
  },
  {
    number: 26,
    title: 'a payout that several workers pick is sent once',
    excludes: payouts,
    async run(g) {
      await end(g, g.wire.payouts, await submitted(g), 'failed');
      const id = await g.payout();
      await Promise.all(Array.from({ length: 5 }, () => g.workRequest(id)));
      expect(await g.wire.payouts?.sent(id)).toEqual([ASKED]);
      await end(g, g.wire.payouts, id, 'succeeded');
    },
  },
];

const account = {
  bankCode: '014',
  bankName: 'SCB',
  accountNumber: '1112223334',
  accountName: 'PAYER NAME',
};

/** A paid payment, and a way to refund a part of it that the provider has accepted. */
async function refundable(g: Gateway) {
  const order = await paid(g);
  await g.learn(order);
  const destination = g.account.connector.traits.refund === 'push' ? account : null;
  return async (amountSatang: number): Promise<string> => {
    const id = await g.refund({ paymentId: order.id, amountSatang, destination });
    await g.workRequest(id);
    return id;
  };
}

const returned: readonly Scenario[] = [
  {
    number: 28,
    title: 'a refund of all leaves nothing to refund',
    excludes: refunds,
    async run(g) {
      const refund = await refundable(g);
      const id = await refund(ASKED);
      expect(await g.wire.refunds?.sent(id)).toEqual([ASKED]);
      await end(g, g.wire.refunds, id, 'succeeded');
      const more = refund(100);
      await expect(more).rejects.toMatchObject({ code: 'refund_exceeds_remaining' });
      expect(await g.state({ id })).toMatchObject({ status: 'succeeded', exceptions: [] });
    },
  },
  {
    number: 30,
    title: 'refunds of 40, 40 and 20 of 100 are sent with their amounts',
    excludes: partialRefunds,
    async run(g) {
      const refund = await refundable(g);
      const [available] = await g.balance();
      for (const satang of [4_000, 4_000, 2_000]) {
        const id = await refund(satang);
        expect(await g.wire.refunds?.sent(id)).toEqual([satang]);
        await end(g, g.wire.refunds, id, 'succeeded', satang);
        expect(await g.state({ id })).toMatchObject({ status: 'succeeded', movements: [satang] });
      }
      expect((await g.balance())[0]).toBe(available - ASKED);
    },
  },
  {
    number: 33,
    title: 'a refund that fails gives its hold back and can be made again',
    excludes: failingRefunds,
    async run(g) {
      const refund = await refundable(g);
      const before = await g.balance();
      const id = await refund(ASKED);
      await end(g, g.wire.refunds, id, 'failed');
      expect(await g.state({ id })).toMatchObject({ status: 'failed', movements: [] });
      expect(await g.balance()).toEqual(before);
      const again = await refund(ASKED);
      await end(g, g.wire.refunds, again, 'succeeded');
      expect(await g.state({ id: again })).toMatchObject({ status: 'succeeded' });
    },
  },
  {
    number: 34,
    title: 'a refund that is reported twice is booked once',
    excludes: refunds,
    async run(g) {
      const refund = await refundable(g);
      const id = await refund(ASKED);
      await end(g, g.wire.refunds, id, 'succeeded');
      const before = await g.balance();
      const again = g.wire.refunds?.callback(id, 'succeeded', ASKED);
      if (again !== undefined) await g.receive(again);
      await g.workRequest(id);
      expect(await g.state({ id })).toMatchObject({ movements: [ASKED], exceptions: [] });
      expect(await g.balance()).toEqual(before);
    },
  },
];

/** The last one: it compares what all others have left. */
const book: Scenario = {
  number: 60,
  title: 'the book of the provider has every movement of the ledger, and no other',
  excludes: none,
  async run(g) {
    const differing: object[] = [];
    for (const order of g.placed) {
      const [theirs, { movements }] = [g.wire.book(order), await g.state(order)];
      if (String(theirs) !== String(movements)) differing.push({ order, theirs, movements });
    }
    // 9 and 10 pay codes of which the gateway never learns.
    expect(differing).toHaveLength(sharedKeys(g.kit) === null ? 2 : 1);
    expect(g.placed.length).toBeGreaterThan(5);
  },
};

export const scenarios: readonly Scenario[] = [...incoming, ...outgoing, ...returned, book];
