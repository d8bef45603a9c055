import type { AccountView } from '../connector';
import { createHttpClient, type HttpRequest, type HttpResult, type Recorder } from '../http-client';
import { STRIPE_VERSION } from './wire';
import type { StripeSettings } from './settings';

export interface StripeOptions {
  readonly record?: Recorder;
  readonly timeoutMs?: number;
}
export type StripeApi = ReturnType<typeof createStripeApi>;

/** Without a secret key of the account's mode nothing is sent. */
export function createStripeApi(account: AccountView<StripeSettings>, options: StripeOptions) {
  const { settings, mode, publicOnly } = account;
  const { secretKey, url } = settings;
  const livemode = mode === 'live';
  const isKeyOfMode = secretKey.includes('_live_') === livemode;
  const http = createHttpClient({
    ...options,
    url,
    publicOnly,
    authorization: `Bearer ${secretKey}`,
    headers: { 'stripe-version': STRIPE_VERSION },
    unsentReason: isKeyOfMode ? null : 'key_of_other_mode',
  });
  const call = (request: HttpRequest): Promise<HttpResult> => http.request(request);
  /** Idempotent under the order's id for 24 hours. */
  const create = (path: string, orderId: string, form: URLSearchParams): Promise<HttpResult> =>
    call({ method: 'POST', path, form, orderId, headers: { 'idempotency-key': orderId } });
  return { settings, livemode, call, create, close: () => http.close() };
}
