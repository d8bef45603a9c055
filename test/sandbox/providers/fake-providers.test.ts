import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { encodeBillPayment } from '../../../src/kernel/rules/promptpay';
import { createLog } from '../../../src/platform/observe/log';
import { omise } from '../../../src/providers/connectors/omise';
import { scb } from '../../../src/providers/connectors/scb';
import type { Found, Inquiry, ProviderClient } from '../../../src/providers/connectors/connector';
import {
  SCB_BILLER,
  startFakeProviders,
  type FakeProviders,
} from '../../../sandbox/providers/fake-providers';
import { closeAfterFile } from '../../support/close-after-file';
import { startReceiver } from '../../support/receiver';
import { until } from '../../support/until';

type Name = 'omise' | 'scb';

/** A code of a provider, and what the provider answers about it. */
interface Code {
  readonly qrData: string;
  /** In the provider's callback about the code. */
  readonly named: string;
  readonly find: () => Promise<Found>;
}

let fakes: FakeProviders;
let clients: Readonly<Record<Name, ProviderClient>>;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
beforeAll(async () => {
  fakes = await startFakeProviders(createLog('silent', 'test'));
  closeAfterFile(() => fakes.close());
  receiver = await startReceiver();
  fakes.registerAtScb(receiver.url);
  const account = { id: 'pac_1', mode: 'test', callbackUrl: receiver.url } as const;
  const record = () => undefined;
  clients = {
    omise: omise.connect(
      { ...account, settings: omise.settings.parse(fakes.omise.settings) },
      record,
    ),
    scb: scb.connect({ ...account, settings: scb.settings.parse(fakes.scb.settings) }, record),
  };
  for (const client of Object.values(clients)) closeAfterFile(() => client.close());
});

const post = (path: string, body: object) =>
  fetch(`${fakes.controlsUrl}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const pay = (qrData: string, callback?: string) => post('/api/payments', { qrData, callback });

let created = 0;
async function newCode(name: Name): Promise<Code> {
  created += 1;
  const ref = `REF${created}`.padEnd(20, '0');
  const about: Inquiry = {
    kind: 'payment',
    orderId: `pay_${created}`,
    ref,
    providerRef: null,
    paymentRef: null,
    amountSatang: 15_000,
    createdAt: new Date(),
    expiresAt: new Date(Date.now() + 600_000),
    sentForMs: null,
  };
  if (name === 'scb') {
    const bill = { billerId: SCB_BILLER, ref1: ref, ref3: 'SCB', amountSatang: 15_000 };
    return { qrData: encodeBillPayment(bill), named: ref, find: () => clients.scb.find(about) };
  }
  const { orderId, amountSatang } = about;
  const expiresAt = new Date(Date.now() + 600_000);
  const opened = await clients.omise.openQr?.({ orderId, amountSatang, expiresAt });
  if (opened?.kind !== 'opened') throw new Error(`the charge is ${opened?.kind}`);
  const { payload: qrData, providerRef } = opened;
  return {
    qrData,
    named: 'charge.complete',
    find: () => clients.omise.find({ ...about, providerRef }),
  };
}

/** The provider's callback about a code, received after the `earlier` ones. */
const callbackAbout = ({ named }: Code, earlier: number) =>
  receiver.waitFor(
    (request) => receiver.requests.indexOf(request) >= earlier && request.body.includes(named),
  );

describe.each(['omise', 'scb'] as const)('the fake %s', (name) => {
  it('takes a payment and sends a callback', async () => {
    const code = await newCode(name);
    const earlier = receiver.requests.length;
    expect(await (await pay(code.qrData)).json()).toEqual({ provider: name, callback: 'sent' });
    await callbackAbout(code, earlier);
    expect(await code.find()).toMatchObject({
      kind: 'succeeded',
      movements: [{ amountSatang: 15_000 }],
    });
  });

  it('takes a payment without a callback', async () => {
    const [lost, sent] = [await newCode(name), await newCode(name)];
    const earlier = receiver.requests.length;
    await pay(lost.qrData, 'lost');
    await pay(sent.qrData);
    await callbackAbout(sent, earlier);
    const callbacks = receiver.requests.slice(earlier).filter(({ body }) => isPaid(body));
    expect(callbacks).toHaveLength(1);
    expect(await lost.find()).toMatchObject({ kind: 'succeeded' });
  });

  it('claims a forged callback about a code that is not paid', async () => {
    const code = await newCode(name);
    const earlier = receiver.requests.length;
    await pay(code.qrData, 'forged');
    await callbackAbout(code, earlier);
    expect(await code.find()).toEqual({ kind: 'waiting' });
  });

  it('refuses connections while it is down, and keeps its payments', async () => {
    const code = await newCode(name);
    await pay(code.qrData, 'lost');
    await post(`/api/${name}`, { isUp: false });
    expect(await code.find()).toEqual({ kind: 'unreachable', reason: 'ECONNREFUSED' });
    expect(await state(name)).toMatchObject({ isUp: false });
    await post(`/api/${name}`, { isUp: true });
    expect(await code.find()).toMatchObject({ kind: 'succeeded' });
    expect(await state(name)).toMatchObject({ isUp: true });
  });
});

/** Events of Omise about a new charge are callbacks too. */
const isPaid = (body: string) => !body.includes('"charge.create"');

async function state(name: Name): Promise<unknown> {
  const response = await fetch(`${fakes.controlsUrl}/api/state`);
  return ((await response.json()) as Record<Name, unknown>)[name];
}

it.each([
  ['of another biller', '010000000000001', 400, 'qr_unknown_biller'],
  ['without a charge', '010555012345601', 409, 'not_payable'],
])('a QR code %s cannot be paid', async (_case, billerId, status, code) => {
  const response = await pay(encodeBillPayment({ billerId, ref1: 'REF', amountSatang: 100 }));
  const error: unknown = expect.objectContaining({ code });
  expect([response.status, await response.json()]).toEqual([status, { error }]);
});

it.each([
  ['agrees', '0000', 'paid', 'succeeded'],
  ['refuses', '2002', 'refused', 'waiting'],
])('money moves at SCB when a biller %s', async (_case, resCode, outcome, kind) => {
  const biller = createServer((_request, response) => {
    response.end(JSON.stringify({ resCode, resMesg: '' }));
  });
  biller.listen(0, '127.0.0.1');
  await once(biller, 'listening');
  closeAfterFile(async () => {
    biller.close();
    await once(biller, 'close');
  });
  const { port } = biller.address() as AddressInfo;
  const bank = await fakes.openBillBank(`http://127.0.0.1:${port}/callbacks/scb-bill/token`);
  const { qrData, find } = await newCode('scb');
  const sent = await fetch(`${bank}/payments`, {
    method: 'POST',
    body: JSON.stringify({ qrData }),
  });
  expect(await sent.json()).toMatchObject({ outcome });
  // SCB answers five calls a second, and the tests before have used some.
  const patience = { everyMs: 1_000, describe: () => find() };
  await until(async () => (await find()).kind === kind, patience);
});

it('the fake providers end while they are down', async () => {
  const others = await startFakeProviders(createLog('silent', 'test'));
  const down = { method: 'POST', headers: { 'content-type': 'application/json' } };
  await fetch(`${others.controlsUrl}/api/omise`, { ...down, body: '{"isUp":false}' });
  await others.close();
  await expect(fetch(`${others.controlsUrl}/api/state`)).rejects.toThrow('fetch failed');
});
