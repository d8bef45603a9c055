import type { Socket } from 'node:net';
import { findViolations } from '../../src/reports/store/invariants';
import type { EventName } from '../../src/kernel/events/rules/events';
import { CONCURRENT_ATTEMPTS_MAX } from '../../src/webhooks/sending/circuit';
import { createResolver } from '../../src/platform/network/resolver';
import { createSender } from '../../src/webhooks/sending/send';
import { closeAfterFile } from '../support/close-after-file';
import { testDatabase } from '../support/database';
import { testCallback, testDeps, testMerchant, testPayment, testWebhook } from '../support/gateway';
import { startReceiver } from '../support/receiver';
import { testTemporal } from '../support/temporal';
import { until } from '../support/until';
import { runGateway } from '../support/worker';
import {
  onRequest,
  startSocketReceiver,
  startTlsReceiver,
  type Behaviour,
} from '../webhooks/sending/socket-receiver';

/**
 * A gateway whose resolver returns a public address for the check of a webhook's host and a private
 * one for its first delivery (DNS rebinding).
 */
async function startGateway() {
  const { knex } = await testDatabase();
  const addresses = [['93.184.215.14'], ['127.0.0.1']];
  let nowMs = Date.now();
  const resolve = createResolver({
    allowPrivate: false,
    query: () => Promise.resolve(addresses.length > 1 ? (addresses.shift() ?? []) : ['127.0.0.1']),
    nowMs: () => nowMs,
  });
  expect(await resolve('rebind.example')).toHaveLength(1);
  nowMs += 31_000;
  const sender = createSender({ allowPrivate: true, resolve });
  closeAfterFile(() => sender.close());
  const gateway = await runGateway({ ...testDeps(knex), sender }, await testTemporal());
  return { knex, ...gateway };
}

let gateway: Awaited<ReturnType<typeof startGateway>>;
beforeAll(async () => {
  gateway = await startGateway();
});
afterEach(async () => {
  expect(await findViolations(gateway.knex)).toEqual([]);
});

/** A merchant with one webhook and functions to create and pay its payments. */
async function shopAt(url: string, events: readonly EventName[]) {
  const { deps, knex } = gateway;
  const { merchant } = await testMerchant(knex);
  const { webhookId } = await testWebhook(deps, merchant, url, events);
  const deliveries = () => knex('deliveries').where('webhook_id', webhookId);
  return {
    createPayments: (count: number) =>
      Promise.all(Array.from({ length: count }, () => testPayment(deps, merchant))),
    pay: (id: string) => testCallback(deps, id, { reported: 'succeeded', transactionId: id }),
    count: async (status: string) => (await deliveries().where('status', status)).length,
    /** The distinct outcomes of the attempts. */
    outcomes: async (): Promise<{ error: string | null; statusCode: number | null }[]> =>
      knex('delivery_attempts')
        .whereIn('delivery_id', deliveries().select('id'))
        .distinct('error', 'status_code as statusCode'),
  };
}

/** Records the maximum of open connections. */
function counted(behave: Behaviour) {
  const open = { now: 0, most: 0 };
  const counting: Behaviour = (socket, number) => {
    open.most = Math.max(open.most, ++open.now);
    socket.once('close', () => open.now--);
    behave(socket, number);
  };
  return { open, counting };
}

const hang: Behaviour = (socket) => socket.resume();

// Twice as many as the worker runs activities at once.
const HANGING_EVENTS = 400;

test('400 events for a hanging webhook do not delay those for another', async () => {
  const { open, counting } = counted(hang);
  const { port } = await startSocketReceiver(counting);
  const hanging = await shopAt(`http://127.0.0.1:${port}/`, ['payment.pending']);
  const receiver = await startReceiver();
  const healthy = await shopAt(receiver.url, ['payment.succeeded']);
  await hanging.createPayments(HANGING_EVENTS);
  await until(() => open.now > 0, { describe: 'the first attempt hangs' });
  const payments = await healthy.createPayments(100);
  await Promise.all(payments.map((id) => healthy.pay(id)));
  await until(async () => (await healthy.count('succeeded')) === 100, {
    describe: async () => [await healthy.count('succeeded'), receiver.requests.length, open],
  });
  // No delivery to the hanging webhook has ended, and the limit of concurrent attempts was kept.
  expect(await hanging.count('pending')).toBe(HANGING_EVENTS);
  expect(open.most).toBeLessThanOrEqual(CONCURRENT_ATTEMPTS_MAX);
  expect(receiver.requests).toHaveLength(100);
});

/** Sends one byte of the headers every 100 ms until the connection closes. */
const drip: Behaviour = (socket) => {
  onRequest(socket, () => {
    const text = `HTTP/1.1 200 OK\r\nX-Slow: ${'s'.repeat(10_000)}`;
    let at = 0;
    const timer = setInterval(() => socket.write(text.charAt(at++)), 100);
    socket.once('close', () => clearInterval(timer));
  });
};
const pour: Behaviour = (socket) => {
  const head = `HTTP/1.1 200 OK\r\nContent-Length: 10000000\r\n\r\n`;
  onRequest(socket, () => void socket.write(`${head}${'x'.repeat(10_000_000)}`));
};
const reset: Behaviour = (socket: Socket) => onRequest(socket, () => socket.resetAndDestroy());

test('a healthy webhook gets every event while others fail in every way', async () => {
  // Waits until the outbox is empty after the previous test.
  await until(async () => (await gateway.knex('outbox_messages')).length === 0, {
    describe: 'the outbox is empty',
  });
  const sentinel = await startReceiver();
  const redirecting = await startReceiver();
  redirecting.answerWith({ status: 307, headers: { location: `${sentinel.url}/metadata` } });
  const socketUrl = async (behave: Behaviour) =>
    `http://127.0.0.1:${(await startSocketReceiver(behave)).port}/`;
  // Its certificate is self-signed.
  const untrusted = await startTlsReceiver(hang);
  const kinds = {
    hanging: [await socketUrl(hang), null],
    'slow loris': [await socketUrl(drip), null],
    '10 MB': [await socketUrl(pour), { error: null, statusCode: 200 }],
    redirecting: [redirecting.url, { error: 'http_status', statusCode: 307 }],
    untrusted: [`https://127.0.0.1:${untrusted.port}/`, { error: 'tls', statusCode: null }],
    resetting: [await socketUrl(reset), { error: 'connection', statusCode: null }],
    rebound: ['https://rebind.example/', { error: 'unsafe_target', statusCode: null }],
  } as const;
  const events = ['payment.pending', 'payment.succeeded'] as const;
  const receiver = await startReceiver();
  const healthy = await shopAt(receiver.url, events);
  const bad = await Promise.all(
    Object.entries(kinds).map(async ([kind, [url, outcome]]) => ({
      ...(await shopAt(url, events)),
      kind,
      outcome,
    })),
  );
  for (const shop of [...bad, healthy]) {
    await Promise.all((await shop.createPayments(10)).map((id) => shop.pay(id)));
  }
  await until(async () => (await healthy.count('succeeded')) === 20, {
    describe: async () => [await healthy.count('succeeded'), receiver.requests.length],
  });
  const ids = receiver.requests.map(({ headers }) => headers['webhook-id']);
  expect(new Set(ids).size).toBe(20);
  for (const { kind, outcome, outcomes } of bad.filter(({ outcome }) => outcome !== null)) {
    // On a busy machine, attempts also run into their timeout, and are repeated.
    const ended = async () => (await outcomes()).filter(({ error }) => error !== 'timeout');
    await until(async () => (await ended()).length > 0, {
      describe: `an attempt at the webhook that is ${kind}`,
    });
    expect({ kind, outcomes: await ended() }).toEqual({ kind, outcomes: [outcome] });
  }
  expect(sentinel.requests).toEqual([]);
});
