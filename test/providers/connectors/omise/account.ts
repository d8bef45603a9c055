import { startOmise, type OmiseServer } from '../../../../sandbox/providers/omise/server';
import type { OmiseOptions } from '../../../../sandbox/providers/omise/upstream';
import type {
  AccountView,
  Inquiry,
  ProviderClient,
} from '../../../../src/providers/connectors/connector';
import { omise } from '../../../../src/providers/connectors/omise';
import type { OmiseSettings } from '../../../../src/providers/connectors/omise/settings';
import { closeAfterFile } from '../../../support/close-after-file';

export const secretKey = 'skey_test_5sqhgjedme2u2atfhuc';
export const webhookSecret = Buffer.from('the secret of the tests, 32 bytes').toString('base64');
export const callbackUrl = 'https://pay.example.test/callbacks/omise/token';
export const orderId = 'pay_01jd0000000000000000000000';
export const payoutId = '0192f0c1-0000-7000-8000-000000000001';
export const account = {
  bankCode: '014',
  bankName: 'SCB',
  accountNumber: '1234567890',
  accountName: 'ACCOUNT NAME',
};

export const accountAt = (
  url: string,
  settings: Partial<OmiseSettings> = {},
  mode: 'test' | 'live' = 'test',
): AccountView<OmiseSettings> => ({
  id: 'pacc_1',
  mode,
  callbackUrl,
  settings: omise.settings.parse({ url, secretKey, webhookSecrets: [webhookSecret], ...settings }),
});

export function clientOf(view: AccountView<OmiseSettings>): ProviderClient {
  const client = omise.connect(view, () => {});
  closeAfterFile(() => client.close());
  return client;
}

/** The fake upstream and a client of its account. */
export async function openAccount(options: Partial<OmiseOptions> = {}): Promise<{
  server: OmiseServer;
  client: ProviderClient;
}> {
  const server = await startOmise({ secretKey, ...options });
  closeAfterFile(() => server.close());
  return { server, client: clientOf(accountAt(server.url)) };
}

/** An inquiry without references. Its call ended two minutes ago: what it created is listed. */
export function inquiryOf(more: Partial<Inquiry>): Inquiry {
  const sentForMs = 120_000;
  return {
    kind: 'payment',
    orderId,
    ref: null,
    providerRef: null,
    paymentRef: null,
    amountSatang: 156_000,
    createdAt: new Date(Date.now() - sentForMs),
    expiresAt: null,
    sentForMs,
    ...more,
  };
}

/** A clock of the upstream, at the time of `inquiryOf`'s call. */
export const atTheCall = (): number => Date.now() - 120_000;

/** The paths of the requests that changed something. */
export const writesTo = ({ requests }: OmiseServer): string[] =>
  requests.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`);
