import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Router } from '@koa/router';
import Koa from 'koa';
import { z } from 'zod';
import { parsePayload } from '../../src/kernel/rules/promptpay';
import { QrError } from '../../src/kernel/rules/tlv';
import type { Logger } from '../../src/platform/observe/log';
import { ApiError } from '../web/api-error';
import { renderErrors } from '../web/errors';
import { readJson, requireSameOrigin } from '../web/requests';
import { startBillBank, type StartedBillBank } from './bill-bank/start-bill-bank';
import { startOmise, type OmiseServer } from './omise/server';
import type { Upstream } from './omise/upstream';
import { startFakeScb, type FakeScb } from './scb/start-fake-scb';

const OMISE_BILLER = '010555012345601';
export const SCB_BILLER = '014000000000014';

export interface FakeProvider {
  readonly connector: 'omise' | 'scb' | 'scb-bill';
  readonly url: string;
  /** Of an account there. */
  readonly settings: Readonly<Record<string, string>>;
}

export interface FakeProviders {
  readonly omise: FakeProvider;
  readonly scb: FakeProvider;
  /** The same SCB, for a biller whose payments the bank verifies first. */
  readonly scbBill: FakeProvider;
  /** The base URL of the controls. */
  readonly controlsUrl: string;
  /** SCB sends confirmations there; Omise gets the URL with each charge. */
  registerAtScb(callbackUrl: string): void;
  /** Starts the bank that verifies payments at this callback URL first. Returns its address. */
  openBillBank(callbackUrl: string): Promise<string>;
  close(): Promise<void>;
}

/** What the provider does when a code is paid. `forged`: it confirms, and the code is not paid. */
const callbacks = z.enum(['sent', 'lost', 'forged']).default('sent');
const payment = z.object({ qrData: z.string(), callback: callbacks });
const availability = z.object({ isUp: z.boolean() });
type Callback = z.output<typeof callbacks>;

/**
 * Starts a fake Omise and a fake SCB with a bank of payers on free ports of 127.0.0.1, with new
 * credentials. Their state is in memory. A port of its own has the controls:
 *
 * - `POST /api/payments` `{qrData, callback}` pays a QR code of either, as a payer's bank does.
 * - `POST /api/omise` and `/api/scb` `{isUp}`: while false, connections are refused.
 * - `GET /api/state` shows both, with the paths of the requests that they received.
 */
export async function startFakeProviders(log: Logger): Promise<FakeProviders> {
  const secretKey = `skey_test_${randomBytes(10).toString('hex')}`;
  const omise = await startOmise({ secretKey, billerId: OMISE_BILLER });
  const apiKey = randomBytes(16).toString('hex');
  const apiSecret = randomBytes(16).toString('hex');
  const biller = { billerId: SCB_BILLER, references: 1, referencePrefix: 'SCB' } as const;
  const scb = await startFakeScb({ apiKey, apiSecret, ...biller, confirmationUrl: null });
  const controls = await listenForControls(createControls(omise, scb, log));
  const ofScb = { url: scb.url, apiKey, apiSecret, billerId: SCB_BILLER, reference3: 'SCB' };
  const bank = { user: 'bill-bank', password: randomBytes(16).toString('hex') };
  const banks: StartedBillBank[] = [];
  return {
    omise: { connector: 'omise', url: omise.url, settings: { url: omise.url, secretKey } },
    scb: { connector: 'scb', url: scb.url, settings: ofScb },
    scbBill: {
      connector: 'scb-bill',
      url: scb.url,
      settings: { ...ofScb, bankUser: bank.user, bankPassword: bank.password },
    },
    controlsUrl: `http://127.0.0.1:${portOf(controls)}`,
    registerAtScb: (confirmationUrl) => void scb.controls.apply('/settings', { confirmationUrl }),
    async openBillBank(callbackUrl) {
      const biller = { ...bank, verifyUrl: `${callbackUrl}/verify` };
      const opened = await startBillBank(biller, ({ qrData, amountSatang }) => {
        const amount = (amountSatang / 100).toFixed(2);
        scb.controls.apply('/payments', { qrData, amount, confirms: false });
      });
      banks.push(opened);
      return opened.url;
    },
    async close() {
      await stopListening(controls);
      await Promise.all([omise, scb, ...banks].map((server) => server.close()));
    },
  };
}

function createControls(omise: OmiseServer, scb: FakeScb, log: Logger): Koa {
  const servers = [
    {
      name: 'omise',
      url: omise.url,
      server: omise.server,
      paths: () => omise.requests.map(({ path }) => path),
    },
    { name: 'scb', url: scb.url, server: scb.server, paths: () => scb.controls.paths },
  ] as const;
  const router = new Router();
  router.get('/api/state', (ctx) => {
    ctx.body = Object.fromEntries(
      servers.map(({ name, url, server, paths }) => [
        name,
        { url, isUp: server.listening, requests: paths() },
      ]),
    );
  });
  for (const { name, url, server } of servers) {
    router.post(`/api/${name}`, async (ctx) => {
      const { isUp } = await readJson(ctx, availability);
      if (isUp && !server.listening) await startListening(server, Number(new URL(url).port));
      if (!isUp && server.listening) await stopListening(server);
      ctx.body = { isUp };
    });
  }
  router.post('/api/payments', async (ctx) => {
    const { qrData, callback } = await readJson(ctx, payment);
    const provider = issuerOf(qrData);
    if (provider === 'omise') payAtOmise(omise.upstream, qrData, callback);
    else payAtScb(scb, qrData, callback);
    ctx.body = { provider, callback };
  });
  const app = new Koa();
  app.on('error', (error: unknown) => log.error({ err: error }, 'request failed'));
  app.use(renderErrors({ clock: Date.now, log })).use(requireSameOrigin);
  app.use(router.routes()).use(router.allowedMethods());
  return app;
}

/** Throws ApiError for a code of another biller. */
function issuerOf(qrData: string): 'omise' | 'scb' {
  try {
    const bill = parsePayload(qrData);
    const billerId = bill.kind === 'bill_payment' ? bill.billerId : null;
    if (billerId === OMISE_BILLER) return 'omise';
    if (billerId === SCB_BILLER) return 'scb';
  } catch (error) {
    if (!(error instanceof QrError)) throw error;
    throw new ApiError(400, 'qr_malformed', error.message);
  }
  throw new ApiError(400, 'qr_unknown_biller', 'The QR code is not of a fake provider.');
}

/** Throws ApiError for a code that cannot be paid. */
function payAtOmise(upstream: Upstream, qrData: string, callback: Callback): void {
  const charge = [...upstream.charges.values()].find(({ qr }) => qr === qrData);
  if (charge === undefined || upstream.charge(charge.id).status !== 'pending') {
    throw new ApiError(409, 'not_payable', 'Omise has no pending charge with this QR code.');
  }
  const paid = { status: 'successful', paidAt: upstream.now() } as const;
  if (callback === 'forged') upstream.tell('charge.complete', { ...charge, ...paid });
  else if (callback === 'lost') Object.assign(charge, paid);
  else upstream.finish(charge, 'successful', null);
}

const payAtScb = ({ controls }: FakeScb, qrData: string, callback: Callback): object =>
  controls.apply('/payments', {
    qrData,
    confirms: callback !== 'lost',
    isForged: callback === 'forged',
  });

async function listenForControls(app: Koa): Promise<Server> {
  const listener = app.callback();
  const server = createServer((request, response) => void listener(request, response));
  await startListening(server, 0);
  return server;
}

async function startListening(server: Server, port: number): Promise<void> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
}

async function stopListening(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}

const portOf = (server: Server): number => (server.address() as AddressInfo).port;
