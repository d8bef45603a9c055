import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { createHttpClient, type HttpRequest, type Recorder } from '../http-client';
import type { AccountView } from '../connector';
import type { ScbSettings } from './settings';
import { isCredentialRefused, isTokenRefused, readAnswer, reasonOf, type Answer } from './wire';

export interface CallerOptions {
  readonly record?: Recorder;
  /** Unix milliseconds. Default: the system clock. */
  readonly clock?: () => number;
  readonly timeoutMs?: number;
}

export interface Caller {
  /** Never rejects. */
  call(request: HttpRequest): Promise<Answer>;
  /** Later calls use the new token. */
  renewToken(): Promise<TokenAnswer>;
  close(): Promise<void>;
}

type Token = { readonly kind: 'token'; readonly token: string; readonly untilMs: number };
export type TokenAnswer =
  | Token
  /** `rejected`: SCB refuses the credentials. */
  | { readonly kind: 'rejected' | 'unreachable'; readonly reason: string };

/** A token is renewed this long before its end. */
const EARLY_MS = 60_000;

const tokenBody = z.object({
  accessToken: z.string().regex(/^[!-~]{1,4096}$/),
  expiresIn: z.number().positive(),
});

/** With the account's headers and access token, which is the only state. */
export function createCaller(account: AccountView<ScbSettings>, options: CallerOptions): Caller {
  const { clock = Date.now, record, timeoutMs = 10_000 } = options;
  const { settings, publicOnly } = account;
  const { apiKey, apiSecret, clientCertificate: cert, clientKey: key } = settings;
  const url = settings.url ?? hosts[settings.environment];
  const tls = cert === undefined || key === undefined ? {} : { tls: { cert, key } };
  const http = createHttpClient({ url, timeoutMs, publicOnly, ...tls, ...(record && { record }) });
  // Without a recorder: a request for a token contains the secret.
  const tokenHttp = createHttpClient({ url, timeoutMs, publicOnly, ...tls });
  const headers = () => ({
    'content-type': 'application/json',
    resourceOwnerId: apiKey,
    requestUId: randomUUID().replaceAll('-', ''),
    'accept-language': 'EN',
  });
  let cached: Token | null = null;
  let pending: Promise<TokenAnswer> | null = null;

  async function requestToken(): Promise<TokenAnswer> {
    if (isOfOtherMode(account.mode, settings)) {
      return { kind: 'rejected', reason: 'environment_of_other_mode' };
    }
    const askedAtMs = clock();
    const body = { applicationKey: apiKey, applicationSecret: apiSecret };
    const request = { method: 'POST', path: '/v1/oauth/token', headers: headers(), body } as const;
    const answer = readAnswer(await tokenHttp.request(request));
    if (answer.kind !== 'succeeded') {
      const isRejected = answer.kind === 'failed' && isCredentialRefused(answer);
      return { kind: isRejected ? 'rejected' : 'unreachable', reason: reasonOf(answer) };
    }
    const { data } = tokenBody.safeParse(answer.data);
    if (data === undefined) return { kind: 'unreachable', reason: 'unreadable_answer' };
    const untilMs = askedAtMs + data.expiresIn * 1_000 - EARLY_MS;
    return { kind: 'token', token: data.accessToken, untilMs };
  }
  /** Concurrent callers share one request. */
  const renewToken = (): Promise<TokenAnswer> =>
    (pending ??= requestToken().then((answer) => {
      pending = null;
      cached = answer.kind === 'token' ? answer : null;
      return answer;
    }));
  const currentToken = (): Promise<TokenAnswer> =>
    cached !== null && clock() < cached.untilMs ? Promise.resolve(cached) : renewToken();

  async function callWith(token: TokenAnswer, request: HttpRequest): Promise<Answer> {
    // Without a token nothing is sent.
    if (token.kind !== 'token') return { kind: 'unsent', reason: token.reason };
    const authorization = `Bearer ${token.token}`;
    return readAnswer(await http.request({ ...request, headers: { ...headers(), authorization } }));
  }
  return {
    renewToken,
    /** A request is repeated once if SCB refused its token: it was not carried out. */
    async call(request) {
      const token = await currentToken();
      const answer = await callWith(token, request);
      if (answer.kind !== 'failed' || !isTokenRefused(answer)) return answer;
      if (cached === token) cached = null;
      return callWith(await currentToken(), request);
    },
    close: async () => void (await Promise.all([http.close(), tokenHttp.close()])),
  };
}

const hosts = {
  sandbox: 'https://api-sandbox.partners.scb/partners/sandbox',
  uat: 'https://api-uat.partners.scb/partners',
  production: 'https://api.partners.scb/partners',
};

/** Simulated payments must not pay the orders of a live account. */
function isOfOtherMode(mode: 'test' | 'live', { environment, url }: ScbSettings): boolean {
  const { protocol, hostname } = new URL(url ?? hosts[environment]);
  const isTestHost = protocol === 'http:' || /^api-(sandbox|uat)\./.test(hostname);
  return mode === (environment === 'production' && !isTestHost ? 'test' : 'live');
}
