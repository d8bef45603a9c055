import { z } from 'zod';
import { createHttpClient, type HttpResult, type Recorder } from '../http-client';
import type { AccountView } from '../connector';
import { signJwt, verifyJwt } from './jwt';
import type { TwoC2pSettings } from './settings';

export interface TwoC2pOptions {
  readonly record?: Recorder;
  readonly timeoutMs?: number;
}

const text = z.string().nullish();
const claims = z.looseObject({ respCode: z.string().regex(/^\w{1,10}$/), respDesc: text });
export type Claims = z.output<typeof claims>;

export type Answer =
  /** Signed by 2C2P. */
  | { readonly kind: 'claims'; readonly claims: Claims }
  /** Not signed: an error before the message was read, or the answer of a proxy. */
  | { readonly kind: 'unsigned'; readonly reason: string; readonly body: unknown }
  | Exclude<HttpResult, { kind: 'answered' }>;

export const payload = z.object({ payload: z.string() });
const unsignedError = z.object({ respCode: z.string().regex(/^\w{1,10}$/) });

export type Messages = ReturnType<typeof createMessages>;

/** JWTs in both directions, except for `payment`. */
export function createMessages(account: AccountView<TwoC2pSettings>, options: TwoC2pOptions) {
  const { url, secretKeys } = account.settings;
  const [secret] = secretKeys;
  const { publicOnly } = account;
  const unsentReason = isOfOtherMode(account) ? 'host_of_other_mode' : null;
  const http = createHttpClient({ ...options, url, publicOnly, unsentReason });
  async function send(name: string, body: object, orderId: string | null): Promise<Answer> {
    const path = `/payment/4.3/${name}`;
    const result = await http.request({ method: 'POST', path, body, orderId });
    if (result.kind !== 'answered') return result;
    const token = payload.safeParse(result.body).data?.payload ?? '';
    const read = claims.safeParse(verifyJwt(token, secretKeys)).data;
    if (read !== undefined && result.statusCode === 200) return { kind: 'claims', claims: read };
    const code = unsignedError.safeParse(result.body).data?.respCode;
    const reason =
      result.statusCode === 200 ? (code ?? 'unreadable_answer') : `HTTP ${result.statusCode}`;
    return { kind: 'unsigned', reason, body: result.statusCode === 200 ? result.body : undefined };
  }
  return {
    async sendSigned(name: string, message: object, orderId: string | null): Promise<Answer> {
      if (secret === undefined) return { kind: 'unsent', reason: 'no_secret_key' };
      return send(name, { payload: signJwt(message, secret) }, orderId);
    },
    send,
    close: () => http.close(),
  };
}

/** At the test host payments are simulated. */
function isOfOtherMode({ mode, settings }: AccountView<TwoC2pSettings>): boolean {
  const { hostname } = new URL(settings.url);
  return mode === 'live' ? hostname === 'sandbox-pgw.2c2p.com' : hostname === 'pgw.2c2p.com';
}
