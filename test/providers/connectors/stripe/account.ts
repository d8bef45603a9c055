import { createStripeClient } from '../../../../src/providers/connectors/stripe/client';
import {
  stripeSettings,
  type StripeSettings,
} from '../../../../src/providers/connectors/stripe/settings';
import type {
  AccountView,
  Inquiry,
  ProviderClient,
} from '../../../../src/providers/connectors/connector';
import type { Recorder } from '../../../../src/providers/connectors/http-client';
import { closeAfterFile } from '../../../support/close-after-file';

export const orderId = '0192f0c1-0000-7000-8000-000000000001';
export const secretKey = 'sk_test_of_the_tests';
export const webhookSecret = 'whsec_of_the_tests';

/** An account in test mode, with settings in the form that an operator enters. */
export function accountAt(
  url: string,
  entered: Readonly<Record<string, unknown>> = {},
  mode: AccountView['mode'] = 'test',
): AccountView<StripeSettings> {
  const settings = stripeSettings.parse({
    secretKey,
    webhookSecrets: [webhookSecret],
    payerEmail: 'payments@merchant.example',
    url,
    ...entered,
  });
  return { id: 'pac_1', mode, settings, callbackUrl: 'https://gateway.example/callbacks/stripe/t' };
}

export function clientOf(
  account: AccountView<StripeSettings>,
  options: { readonly record?: Recorder; readonly timeoutMs?: number } = {},
): ProviderClient {
  const client = createStripeClient(account, { timeoutMs: 5_000, ...options });
  closeAfterFile(() => client.close());
  return client;
}

const MINUTE_MS = 60_000;

/** An inquiry about a payment that was created now and can be paid for 15 minutes. */
export function inquiryOf(fields: Partial<Inquiry> = {}): Inquiry {
  const createdAt = new Date();
  return {
    kind: 'payment',
    orderId,
    ref: null,
    providerRef: null,
    paymentRef: null,
    amountSatang: 150_000,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + 15 * MINUTE_MS),
    sentForMs: Date.now() - createdAt.getTime(),
    ...fields,
  };
}

/** The fields of a payment intent that the connector reads, and some that it does not. */
export const intentOf = (fields: object = {}): object => ({
  id: 'pi_3QfA',
  object: 'payment_intent',
  amount: 150_000,
  amount_received: 0,
  currency: 'thb',
  livemode: false,
  status: 'requires_action',
  metadata: { saphan_order_id: orderId },
  latest_charge: null,
  next_action: {
    type: 'promptpay_display_qr_code',
    promptpay_display_qr_code: { data: '000201PAYLOAD', image_url_png: 'https://qr.example/1' },
  },
  ...fields,
});

export const refundOf = (fields: object = {}): object => ({
  id: 'pyr_1QfA',
  object: 'refund',
  amount: 150_000,
  currency: 'thb',
  status: 'requires_action',
  metadata: { saphan_order_id: orderId },
  payment_intent: 'pi_3QfA',
  ...fields,
});
