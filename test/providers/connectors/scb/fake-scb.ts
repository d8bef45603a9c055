import {
  startFakeScb,
  type FakeScb,
  type FakeScbOptions,
} from '../../../../sandbox/providers/scb/start-fake-scb';
import { scb } from '../../../../src/providers/connectors/scb';
import { createScbClient } from '../../../../src/providers/connectors/scb/client';
import type { ScbSettings } from '../../../../src/providers/connectors/scb/settings';
import type {
  AccountView,
  Inquiry,
  ProviderClient,
} from '../../../../src/providers/connectors/connector';
import type { Exchange } from '../../../../src/providers/connectors/http-client';
import { closeAfterFile } from '../../../support/close-after-file';

export const billerId = '099999999999990';
export const apiKey = 'l7000000000000000000000000000000';
export const apiSecret = 'secret-of-the-tests';

interface Call {
  readonly path: string;
}
interface Confirmation {
  readonly transactionId: string;
  readonly statuses: readonly (number | null)[];
  readonly answer: unknown;
  readonly state: string;
}
interface State {
  readonly payments: readonly { readonly transactionId: string }[];
  readonly confirmations: readonly Confirmation[];
  readonly calls: readonly Call[];
  readonly tokens: number;
}

export interface TestScb extends FakeScb {
  control(path: string, body: object): Promise<unknown>;
  /** Pays a code and returns the transaction ids. */
  pay(body: { readonly qrData: string } & Readonly<Record<string, unknown>>): Promise<string[]>;
  state(): Promise<State>;
}

/** A fake SCB that is closed after the test file, by default without a rate limit. */
export async function startTestScb(options: Partial<FakeScbOptions> = {}): Promise<TestScb> {
  const fake = await startFakeScb({
    apiKey,
    apiSecret,
    billerId,
    references: 1,
    referencePrefix: 'SPN',
    confirmationUrl: null,
    callsPerSecond: 1_000_000,
    ...options,
  });
  closeAfterFile(fake.close);
  async function control(path: string, body: object): Promise<unknown> {
    const headers = { 'content-type': 'application/json' };
    const sent = { method: 'POST', headers, body: JSON.stringify(body) };
    const response = await fetch(`${fake.controlsUrl}${path}`, sent);
    if (!response.ok) throw new Error(await response.text());
    return response.json();
  }
  return {
    ...fake,
    control,
    async pay(body) {
      const { payments } = (await control('/payments', body)) as State;
      return payments.map(({ transactionId }) => transactionId);
    },
    state: async () => (await (await fetch(fake.controlsUrl)).json()) as State,
  };
}

export const accountAt = (
  url: string,
  settings: Partial<ScbSettings> = {},
): AccountView<ScbSettings> => ({
  id: 'pac_1',
  mode: 'test',
  settings: {
    environment: 'sandbox',
    url,
    apiKey,
    apiSecret,
    billerId,
    reference3: 'SPN',
    ...settings,
  },
  callbackUrl: 'https://pay.example.th/callbacks/scb/token',
});

export function clientAt(
  url: string,
  options: {
    readonly settings?: Partial<ScbSettings>;
    readonly clock?: () => number;
    readonly timeoutMs?: number;
    readonly record?: (exchange: Exchange) => void;
  } = {},
): ProviderClient {
  const { settings, ...rest } = options;
  const client = createScbClient(accountAt(url, settings), { timeoutMs: 2_000, ...rest });
  closeAfterFile(() => client.close());
  return client;
}

let count = 0;
/** A reference of 20 characters that no other test of the file uses. */
export function newRef(): string {
  count += 1;
  return `REF${String(count).padStart(17, '0')}`;
}

/** The text of the code that the gateway shows for a reference. */
export function codeOf(ref: string, amountSatang: number): string {
  const order = { ref, ref2: null, amountSatang };
  const code = scb.encodeQr?.(order, accountAt('http://127.0.0.1:9').settings);
  if (code === undefined) throw new Error('the connector encodes no codes');
  return code;
}

/** An inquiry about a payment of 15 minutes. */
export const aboutPayment = (
  ref: string | null,
  createdAt: Date,
  fields: Partial<Inquiry> = {},
): Inquiry => ({
  kind: 'payment',
  orderId: 'pay_01kaaaaaaaaaaaaaaaaaaaaaaa',
  ref,
  providerRef: null,
  paymentRef: null,
  amountSatang: 10_000,
  createdAt,
  expiresAt: new Date(createdAt.getTime() + 15 * 60_000),
  sentForMs: null,
  ...fields,
});
