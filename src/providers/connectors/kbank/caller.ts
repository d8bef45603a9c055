import { z } from 'zod';
import type { AccountView } from '../connector';
import {
  basicAuthorization,
  createHttpClient,
  type HttpResult,
  type Recorder,
} from '../http-client';
import { redactExchanges } from '../redact-exchanges';
import type { KbankSettings } from './settings';

export interface KbankOptions {
  readonly record?: Recorder;
  readonly timeoutMs?: number;
}
type TokenAnswer =
  | { readonly kind: 'token'; readonly token: string; readonly untilMs: number }
  | { readonly kind: 'rejected' | 'unreachable'; readonly reason: string };

/** A token is renewed this long before its end. */
const EARLY_MS = 60_000;

const tokenBody = z.object({
  access_token: z.string().regex(/^[!-~]{1,4096}$/),
  expires_in: z.coerce.number().positive(),
});

/** The access token is the only state. */
export function createCaller(account: AccountView<KbankSettings>, options: KbankOptions) {
  const { url, consumerId, consumerSecret, partnerSecret, ...rest } = account.settings;
  const { clientCertificate: cert, clientKey: key } = rest;
  const { publicOnly } = account;
  const { record, timeoutMs = 10_000 } = options;
  const tls = cert === undefined || key === undefined ? {} : { tls: { cert, key } };
  const http = createHttpClient({
    url,
    publicOnly,
    timeoutMs,
    ...tls,
    ...(record && { record: redactExchanges(record, [partnerSecret]) }),
  });
  // Without a recorder: the answer is a credential.
  const tokenHttp = createHttpClient({ url, publicOnly, timeoutMs, ...tls });
  let cached: TokenAnswer | null = null;
  let pending: Promise<TokenAnswer> | null = null;

  async function requestToken(): Promise<TokenAnswer> {
    if (isOfOtherMode(account)) return { kind: 'rejected', reason: 'host_of_other_mode' };
    const startedMs = Date.now();
    const result = await tokenHttp.request({
      method: 'POST',
      path: '/v2/oauth/token',
      form: new URLSearchParams({ grant_type: 'client_credentials' }),
      headers: { authorization: basicAuthorization(consumerId, consumerSecret) },
    });
    if (result.kind !== 'answered') return { kind: 'unreachable', reason: result.reason };
    const reason = `HTTP ${result.statusCode}`;
    if ([400, 401, 403].includes(result.statusCode)) return { kind: 'rejected', reason };
    const read = tokenBody.safeParse(result.body).data;
    if (result.statusCode !== 200 || read === undefined) return { kind: 'unreachable', reason };
    const untilMs = startedMs + read.expires_in * 1_000 - EARLY_MS;
    return { kind: 'token', token: read.access_token, untilMs };
  }
  /** Concurrent callers share one request. */
  const renewToken = (): Promise<TokenAnswer> =>
    (pending ??= requestToken().then((answer) => {
      pending = null;
      cached = answer;
      return answer;
    }));

  async function send(path: string, body: object, orderId: string | null, isRepeat: boolean) {
    const isValid = cached?.kind === 'token' && Date.now() < cached.untilMs && !isRepeat;
    const token = isValid && cached !== null ? cached : await renewToken();
    if (token.kind !== 'token') return { kind: 'unsent', reason: token.reason } as const;
    const headers = { authorization: `Bearer ${token.token}` };
    return http.request({ method: 'POST', path, body, orderId, headers });
  }
  return {
    renewToken,
    /** Repeats a call once whose token was refused: it was not carried out. */
    async call(path: string, body: object, orderId: string | null): Promise<HttpResult> {
      const result = await send(path, body, orderId, false);
      const isRefused = result.kind === 'answered' && result.statusCode === 401;
      return isRefused ? send(path, body, orderId, true) : result;
    },
    close: async () => void (await Promise.all([http.close(), tokenHttp.close()])),
  };
}

/** At the test host payments are simulated. */
function isOfOtherMode({ mode, settings }: AccountView<KbankSettings>): boolean {
  const { hostname } = new URL(settings.url);
  const isTestHost = hostname === 'openapi-sandbox.kasikornbank.com';
  return mode === 'live' ? isTestHost : hostname === 'openapi.kasikornbank.com';
}
