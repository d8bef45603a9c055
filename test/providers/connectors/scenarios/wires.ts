import { startTwoC2p } from '../../../../sandbox/providers/2c2p/server';
import { startGbPrimePay } from '../../../../sandbox/providers/gbprimepay/server';
import { startKbank } from '../../../../sandbox/providers/kbank/server';
import {
  presentRefund as presentOmiseRefund,
  presentCharge,
} from '../../../../sandbox/providers/omise/present';
import { startOmise } from '../../../../sandbox/providers/omise/server';
import { confirmationOf } from '../../../../sandbox/providers/scb/confirmation-sender';
import type { FakePayment } from '../../../../sandbox/providers/scb/payment-book';
import { startFakeScb } from '../../../../sandbox/providers/scb/start-fake-scb';
import { presentIntent, presentRefund } from '../../../../sandbox/providers/stripe/records';
import { startStripe } from '../../../../sandbox/providers/stripe/server';
import { twoC2p } from '../../../../src/providers/connectors/2c2p';
import type { Connector, RawCallback } from '../../../../src/providers/connectors/connector';
import { gbPrimePay } from '../../../../src/providers/connectors/gbprimepay';
import { generic } from '../../../../src/providers/connectors/generic';
import { kbank } from '../../../../src/providers/connectors/kbank';
import { omise } from '../../../../src/providers/connectors/omise';
import { scb } from '../../../../src/providers/connectors/scb';
import { scbBill } from '../../../../src/providers/connectors/scb-bill';
import { scbQr } from '../../../../src/providers/connectors/scb-qr';
import { stripe } from '../../../../src/providers/connectors/stripe';
import { startBank } from '../../../sandbox/bank/bank';
import { startGatewayStub } from '../../../sandbox/bank/gateway-stub';
import { closeAfterFile } from '../../../support/close-after-file';
import { twoC2pSubject } from '../2c2p/subject';
import { gbPrimePaySubject } from '../gbprimepay/subject';
import { callbackOf } from '../kit/callback';
import { genericSubject } from '../kit/generic';
import type { Subject } from '../kit/subject';
import { kbankSubject } from '../kbank/subject';
import { omiseSubject } from '../omise/subject';
import { scbBillSubject, scbQrSubject, scbSubject } from '../scb/subject';
import { stripeSubject } from '../stripe/subject';
import type { Placed, Requests, Wire, WiredKit } from './wire';

const NOWHERE = 'http://127.0.0.1:9';
const baht = (satang: number): string => (satang / 100).toFixed(2);
const satangOf = (amount: unknown): number => Math.round(Number(amount) * 100);

function only<One>(found: Iterable<One>): One {
  const [one] = found;
  if (one === undefined) throw new Error('the fake upstream has no such object');
  return one;
}

/** A callback with this JSON, signed as the provider's documents say. */
function signed<Settings extends object>(
  { callbacks }: Subject<Settings>,
  json: unknown,
  topic: string | null = null,
): RawCallback {
  if (callbacks === null) throw new Error('the provider sends no callbacks');
  return callbackOf(callbacks, { topic, json }, { receivedAt: new Date() });
}

let events = 0;

async function startOmiseWire(): Promise<Wire> {
  const { secretKey } = omiseSubject.account(NOWHERE).settings;
  const server = await startOmise({ secretKey, rawData: true, balanceSatang: 1_000_000_000 });
  closeAfterFile(() => server.close());
  const { upstream } = server;
  const chargeOf = ({ providerRef }: Placed) => upstream.charge(providerRef ?? '');
  const event = (key: string, data: object): RawCallback =>
    signed(omiseSubject, {
      object: 'event',
      id: `evnt_test_${String((events += 1)).padStart(19, '0')}`,
      livemode: false,
      key,
      data,
      created_at: new Date().toISOString(),
    });
  const form = () => upstream.form('2019-05-29');
  const of = (id: string) => (one: { readonly metadata: object }) =>
    'order_id' in one.metadata && one.metadata.order_id === id;
  const transfersOf = (id: string) => [...upstream.transfers.values()].filter(of(id));
  const refundsOf = (id: string) =>
    [...upstream.charges.values()].flatMap(({ refunds }) => refunds).filter(of(id));
  const payouts: Requests = {
    sent: (id) => transfersOf(id).map(({ amount, fee }) => amount - fee),
    end(id, outcome) {
      const transfer = only(transfersOf(id));
      transfer.sentAt = upstream.now();
      if (outcome === 'succeeded') transfer.paidAt = upstream.now();
      else transfer.failureCode = 'transfer_failed';
    },
    callback: (id) => event('transfer.pay', upstream.showTransfer(only(transfersOf(id)), form())),
    makeReady() {
      for (const recipient of upstream.recipients.values()) {
        Object.assign(recipient, { verified: true, active: true });
      }
    },
  };
  return {
    account: omiseSubject.account(server.url),
    pay(order, satang) {
      const charge = chargeOf(order);
      const paidAt = upstream.now();
      Object.assign(charge, { status: 'successful', paidAt, reportedAmount: satang });
      charge.failureCode = null;
    },
    fail: (order) =>
      void Object.assign(chargeOf(order), { status: 'failed', failureCode: 'payment_rejected' }),
    reverse: (order) => void Object.assign(chargeOf(order), { status: 'reversed' }),
    puzzle: (order) => void Object.assign(chargeOf(order), { status: 'half_paid' }),
    callback: (order) => event('charge.complete', presentCharge(chargeOf(order), form())),
    book(order) {
      const { paidAt, reportedAmount } = chargeOf(order);
      return paidAt === null ? [] : [reportedAmount];
    },
    payouts,
    refunds: {
      sent: (id) => refundsOf(id).map(({ amount }) => amount),
      end: (id) => void (only(refundsOf(id)).status = 'closed'),
      callback: (id) => event('refund.close', presentOmiseRefund(only(refundsOf(id)), form())),
    },
  };
}

async function startStripeWire(): Promise<Wire> {
  const { secretKey } = stripeSubject.account(NOWHERE).settings;
  const server = await startStripe({ secretKey, webhookSecrets: [], callbackUrl: NOWHERE });
  closeAfterFile(() => server.close());
  const { intents, refunds } = server;
  const intentOf = ({ providerRef }: Placed) =>
    only([...intents.values()].filter(({ id }) => id === providerRef));
  const refundsOf = (id: string) =>
    [...refunds.values()].filter(({ metadata }) => metadata['saphan_order_id'] === id);
  const event = (type: string, object: object): RawCallback =>
    signed(stripeSubject, {
      id: `evt_${String((events += 1)).padStart(24, '0')}`,
      object: 'event',
      created: Math.floor(Date.now() / 1_000),
      livemode: false,
      type,
      data: { object },
      pending_webhooks: 1,
    });
  const types: Readonly<Record<string, string>> = {
    succeeded: 'payment_intent.succeeded',
    requires_payment_method: 'payment_intent.payment_failed',
  };
  return {
    account: stripeSubject.account(server.url),
    pay: (order, satang) => server.pay(intentOf(order).id, satang),
    fail: (order) => server.fail(intentOf(order).id, 'payment_intent_payment_attempt_expired'),
    puzzle: (order) => void Object.assign(intentOf(order), { status: 'half_paid' }),
    callback(order) {
      const intent = intentOf(order);
      const type = types[intent.status] ?? 'payment_intent.half_paid';
      return event(type, presentIntent(intent, false));
    },
    book(order) {
      const { amount_received: received } = intentOf(order);
      return received === 0 ? [] : [received];
    },
    refunds: {
      sent: (id) => refundsOf(id).map(({ amount }) => amount),
      end: (id, outcome) =>
        server.decideRefund(only(refundsOf(id)).id, outcome, 'expired_or_canceled_card'),
      callback(id, outcome) {
        const refund = { ...only(refundsOf(id)), status: outcome };
        return event(
          `refund.${outcome === 'failed' ? 'failed' : 'updated'}`,
          presentRefund(refund),
        );
      },
    },
  };
}

/** `scb`, `scb-bill` and `scb-qr`: a code can be paid several times, and no payment fails. */
const startScbWire =
  <Settings extends object>(subject: Subject<Settings>) =>
  async (): Promise<Wire> => {
    const { apiKey, apiSecret, billerId } = scbSubject.account(NOWHERE).settings;
    const biller = { billerId, references: 1, referencePrefix: 'SPN' } as const;
    const limits = { confirmationUrl: null, callsPerSecond: 1_000_000 };
    const fake = await startFakeScb({ apiKey, apiSecret, ...biller, ...limits });
    closeAfterFile(fake.close);
    const paymentsOf = ({ ref, providerRef }: Placed): readonly FakePayment[] =>
      (fake.controls.state() as { payments: readonly FakePayment[] }).payments.filter(
        ({ ref1 }) => ref1 === (providerRef ?? ref),
      );
    return {
      account: subject.account(fake.url),
      pay({ payload: qrData }, satang) {
        fake.controls.apply('/payments', { qrData, amount: baht(satang), confirms: false });
      },
      callback: (order) => signed(subject, confirmationOf(only(paymentsOf(order).toReversed()))),
      book: (order) => paymentsOf(order).map(({ amount }) => satangOf(amount)),
    };
  };

async function startKbankWire(): Promise<Wire> {
  const server = await startKbank(kbankSubject.account(NOWHERE).settings);
  closeAfterFile(() => server.close());
  const uidOf = ({ providerRef }: Placed): string => providerRef ?? '';
  return {
    account: kbankSubject.account(server.url),
    pay: (order, satang) => server.pay(uidOf(order), baht(satang)),
    fail: (order) => server.end(uidOf(order), 'CANCELLED'),
    reverse: (order) => server.end(uidOf(order), 'VOIDED'),
    puzzle: (order) => server.end(uidOf(order), 'HALF_PAID' as never),
    callback: (order) => signed(kbankSubject, JSON.parse(server.notification(uidOf(order)))),
    book(order) {
      const code = server.codes.get(uidOf(order));
      return code === undefined || code.txnNo === '' ? [] : [satangOf(code.paidAmount)];
    },
  };
}

async function startTwoC2pWire(): Promise<Wire> {
  const { merchantId, secretKeys } = twoC2pSubject.account(NOWHERE).settings;
  const server = await startTwoC2p(merchantId, only(secretKeys));
  closeAfterFile(() => server.close());
  const invoiceOf = ({ providerRef }: Placed): string => providerRef ?? '';
  return {
    account: twoC2pSubject.account(server.url),
    pay: (order, satang) => server.pay(invoiceOf(order), satang / 100),
    fail: (order) => server.end(invoiceOf(order), '0003'),
    puzzle(order) {
      // As complete as a paid one, so that only its code is unknown.
      server.pay(invoiceOf(order));
      server.end(invoiceOf(order), '0999');
    },
    callback: (order) => ({
      headers: { 'content-type': 'application/json' },
      body: Buffer.from(server.notification(invoiceOf(order))),
      topic: null,
      receivedAt: new Date(),
    }),
    book(order) {
      const invoice = server.invoices.get(invoiceOf(order));
      return invoice === undefined || invoice.tranRef === '' ? [] : [satangOf(invoice.paidAmount)];
    },
  };
}

async function startGbPrimePayWire(): Promise<Wire> {
  const { token, secretKey } = gbPrimePaySubject.account(NOWHERE).settings;
  const server = await startGbPrimePay(token, secretKey);
  closeAfterFile(() => server.close());
  const paid = new Map<string, number>();
  const numberOf = ({ providerRef }: Placed): string => providerRef ?? '';
  return {
    account: gbPrimePaySubject.account(server.url),
    pay(order, satang) {
      server.pay(numberOf(order), baht(satang));
      paid.set(numberOf(order), satang);
    },
    fail: (order) => server.end(numberOf(order), 'D'),
    reverse: (order) => server.end(numberOf(order), 'V'),
    puzzle: (order) => server.end(numberOf(order), 'X'),
    callback: (order) =>
      signed(gbPrimePaySubject, {
        amount: (paid.get(numberOf(order)) ?? 0) / 100,
        referenceNo: numberOf(order),
        gbpReferenceNo: `gbp${numberOf(order)}`,
        currencyCode: '764',
        resultCode: '00',
      }),
    book: (order) =>
      [...paid].flatMap(([number, satang]) => (number === numberOf(order) ? satang : [])),
  };
}

/** The bank of the generic contract: payouts and refunds at the sandbox bank, payments here. */
async function startGenericWire(): Promise<Wire> {
  const stub = await startGatewayStub();
  const providerKey = only(genericSubject.account(NOWHERE).settings.keys);
  const bank = await startBank({ gatewayUrl: stub.url, providerKey, refundsWait: true });
  const paid = new Map<string, { readonly satang: number; readonly id: string }[]>();
  const states = new Map<string, string>();
  const about = (topic: string, json: object) => signed(genericSubject, json, topic);
  const requestsOf = (plural: 'payouts' | 'refunds', topic: string): Requests => ({
    async sent(id) {
      const { status, body } = await bank[plural].read(id);
      return status === 200 ? [satangOf(body.amount)] : [];
    },
    async end(id, outcome) {
      await bank[plural].decide(id, outcome === 'succeeded' ? 'succeed' : 'fail');
    },
    callback: (orderId, outcome, satang) =>
      about(topic, {
        orderId,
        ...(outcome === 'failed'
          ? { status: 'failed', failure: { code: 'account_closed', message: 'Closed.' } }
          : { status: 'success', amount: satang / 100, transactionId: `T ${orderId}` }),
      }),
  });
  return {
    account: genericSubject.account(bank.url),
    pay({ ref }, satang) {
      const earlier = paid.get(ref) ?? [];
      paid.set(ref, [...earlier, { satang, id: `T ${ref} ${earlier.length}` }]);
      states.set(ref, 'success');
    },
    fail: ({ ref }) => void states.set(ref, 'failed'),
    puzzle: ({ ref }) => void states.set(ref, 'half_paid'),
    callback({ ref }) {
      const status = states.get(ref);
      const last = paid.get(ref)?.at(-1);
      const payer = { bankName: 'SCB', accountNumber: '123-4-56789-0', accountName: 'PAYER' };
      const money = { amount: (last?.satang ?? 0) / 100, currency: 'THB', payer };
      const report = status === 'failed' ? {} : { ...money, transactionId: last?.id ?? 'T0' };
      return about('payment', { orderId: ref, status, ...report });
    },
    book: ({ ref }) => (paid.get(ref) ?? []).map(({ satang }) => satang),
    payouts: requestsOf('payouts', 'withdrawal'),
    refunds: requestsOf('refunds', 'refund'),
  };
}

const wired = <Settings extends object>(
  connector: Connector<Settings>,
  subject: Subject<Settings>,
  start: () => Promise<Wire>,
) => ({ connector, subject, start }) as unknown as WiredKit;

/** Every connector with a fake upstream in its wire form. */
export const wires: readonly WiredKit[] = [
  wired(generic, genericSubject, startGenericWire),
  wired(omise, omiseSubject, startOmiseWire),
  wired(stripe, stripeSubject, startStripeWire),
  wired(scb, scbSubject, startScbWire(scbSubject)),
  wired(scbQr, scbQrSubject, startScbWire(scbQrSubject)),
  wired(scbBill, scbBillSubject, startScbWire(scbBillSubject)),
  wired(kbank, kbankSubject, startKbankWire),
  wired(twoC2p, twoC2pSubject, startTwoC2pWire),
  wired(gbPrimePay, gbPrimePaySubject, startGbPrimePayWire),
];
