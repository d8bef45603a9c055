import { z } from 'zod';
import { Saphan, SaphanError } from '../../client/src';
import { fetchBytes, post, scan } from './bank-people';
import type { Output } from './output';
import { readUntil } from './read-until';

/** A merchant with accounts at the fake providers, and the controls of these. */
export interface Providers {
  readonly apiUrl: string;
  readonly apiKey: string;
  readonly controlsUrl: string;
}

interface Showing {
  readonly saphan: Saphan;
  readonly controls: Controls;
  readonly output: Output;
}

/** Hints, inquiries and routing at the fake Omise and the fake SCB. */
export async function showProviders(providers: Providers, output: Output): Promise<void> {
  const { apiUrl: baseUrl, apiKey, controlsUrl } = providers;
  // Without retries: each failed request is shown.
  const saphan = new Saphan({ apiKey, baseUrl, retriesMax: 0 });
  const showing = { saphan, controls: createControls(controlsUrl), output };
  await forgeHint(showing);
  await loseCallback(showing);
  await payCodeOfOmise(showing);
  await failOver(showing);
}

/** Below Omise's minimum of 20 baht: SCB's account, whose codes the gateway encodes. */
const SMALL = 15;

async function forgeHint({ saphan, controls, output }: Showing): Promise<void> {
  output.show('\nA forged confirmation');
  const qr = await saphan.createQrCode({ amount: SMALL, currency: 'THB', reference: 'forged' });
  output.step(`created a QR code for ${SMALL} baht (${qr.payment_id}): too little for Omise`);
  const before = await controls.inquiries();
  const provider = await controls.pay(qr.qr_data, 'forged');
  output.step(`sent the confirmation of ${provider} without a payment`);
  await readUntil(controls.inquiries, (count) => count > before);
  output.step('the gateway inquired at SCB, which knows no payment');
  const { status } = await saphan.readPayment(qr.payment_id);
  if (status !== 'pending') throw new Error(`The payment is ${status}.`);
  output.step(`read the payment: ${status}`);
  await controls.pay(qr.qr_data, 'sent');
  output.step('paid it, with a true confirmation');
  await readUntil(
    () => saphan.readPayment(qr.payment_id),
    (read) => read.status === 'succeeded',
  );
  output.step('read the payment: succeeded, by the second inquiry');
}

async function loseCallback({ saphan, controls, output }: Showing): Promise<void> {
  output.show('\nA payment without any callback');
  const { data } = await saphan.createDeposit({
    amount: SMALL,
    userName: 'demo',
    firstName: 'SANDBOX',
    lastName: 'PAYER',
    bankName: 'KBANK',
    accountNumber: '0000000000',
  });
  output.step(`created a deposit of ${SMALL} baht; its page is ${data.url}`);
  const provider = await controls.pay(await scan(`${data.url}/qr-code.png`), 'lost');
  output.step(`paid it at ${provider}, which sends no confirmation`);
  await readUntil(
    () => readPageState(data.url),
    (state) => state === 'paid',
  );
  output.step('the page of the waiting payer shows the payment: the gateway inquired');
}

/** Both accounts accept it; Omise's is preferred. */
const LARGE = 150;

async function payCodeOfOmise({ saphan, controls, output }: Showing): Promise<void> {
  output.show('\nA QR code that Omise issues');
  const qr = await saphan.createQrCode({ amount: LARGE, currency: 'THB', reference: 'issued' });
  output.step(`created a QR code for ${LARGE} baht (${qr.payment_id})`);
  const provider = await controls.pay(qr.qr_data, 'sent');
  if (provider !== 'omise') {
    // The gateway probes an account that was down every 30 seconds.
    throw new Error(`The QR code is of ${provider}. Run the demo again in a minute.`);
  }
  output.step('paid it; the webhook of Omise is a hint');
  await readUntil(
    () => saphan.readPayment(qr.payment_id),
    (read) => read.status === 'succeeded',
  );
  output.step('read the payment: succeeded, by an inquiry');
}

async function failOver({ saphan, controls, output }: Showing): Promise<void> {
  output.show('\nOmise is down');
  await controls.setUp('omise', false);
  let failed = 0;
  const create = async () => {
    const asked = { amount: LARGE, currency: 'THB', reference: 'failover' } as const;
    try {
      return await saphan.createQrCode(asked);
    } catch (error) {
      if (!(error instanceof SaphanError) || error.code !== 'provider_unavailable') throw error;
      failed += 1;
      return null;
    }
  };
  try {
    const qr = await readUntil(create, (created) => created !== null, 1_000);
    if (qr === null) throw new Error('There is no QR code.');
    const provider = await controls.pay(qr.qr_data, 'sent');
    output.step(
      `${failed} QR codes failed until Omise's account was down; the next is ${provider}'s`,
    );
  } finally {
    await controls.setUp('omise', true);
  }
}

const pageState = z.object({ state: z.string() });
const readPageState = async (url: string): Promise<string> =>
  pageState.parse(parse(await fetchBytes(`${url}/state?waiting=1`))).state;

type Controls = ReturnType<typeof createControls>;

const paid = z.object({ provider: z.string() });
const state = z.object({ scb: z.object({ requests: z.array(z.string()) }) });

/** The controls of the fake providers. */
function createControls(url: string) {
  return {
    /** Returns the provider of the QR code. */
    async pay(qrData: string, callback: 'sent' | 'lost' | 'forged'): Promise<string> {
      return paid.parse(parse(await post(`${url}/api/payments`, { qrData, callback }))).provider;
    },
    /** While down, the provider refuses connections. */
    async setUp(provider: 'omise' | 'scb', isUp: boolean): Promise<void> {
      await post(`${url}/api/${provider}`, { isUp });
    },
    /** The number of inquiries that SCB has received. */
    inquiries: async (): Promise<number> => {
      const { scb } = state.parse(parse(await fetchBytes(`${url}/api/state`)));
      return scb.requests.filter((path) => path.endsWith('/inquiry')).length;
    },
  };
}

const parse = (bytes: Buffer): unknown => JSON.parse(bytes.toString('utf8'));
