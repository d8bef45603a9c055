import type { IncomingHttpHeaders } from 'node:http';
import {
  authenticateMerchant,
  isOperator,
  isProvider,
  unauthorized,
} from '../../merchants/authenticate';
import {
  authenticateAccountCallback,
  authenticateCallback,
  type AccountPath,
  type CallbackCaller,
} from '../../orders/callbacks/receive-callback';
import {
  findSession,
  type MerchantSession,
  type OperatorSession,
  type Session,
} from '../../people/sessions';
import type { ApiDeps } from '../api-deps';
import { formTokenOf, sessionCookies } from '../session-cookie';
import type { Realm } from '../../kernel/rules/realm';

export type Merchant = Awaited<ReturnType<typeof authenticateMerchant>>;

export interface Visitor<S extends Session = Session> {
  readonly session: S;
  readonly address: string;
  /** Required in every form of the session's pages. */
  readonly formToken: string;
}

/** By the authentication method of the operation. */
export interface Callers {
  readonly merchant: Merchant;
  readonly callback: CallbackCaller;
  /** The path has the secret token of a provider account; its connector authenticates the rest. */
  readonly account: CallbackCaller;
  readonly provider: null;
  readonly operator: null;
  readonly session: Visitor<MerchantSession>;
  readonly console: Visitor<OperatorSession>;
  /** The path contains a secret, which is the credential. */
  readonly link: null;
  readonly none: null;
}

export type Auth = keyof Callers;

export interface Credentials {
  readonly headers: IncomingHttpHeaders;
  readonly address: string;
  /** Empty unless the operation is `raw`. */
  readonly body: Buffer;
  /** Of the path, not yet validated. */
  readonly params: Readonly<Record<string, string>>;
}

type Authenticators = {
  readonly [A in Auth]: (
    deps: ApiDeps,
    credentials: Credentials,
  ) => Callers[A] | Promise<Callers[A]>;
};

/** Each throws Problem `unauthorized`, `signed_out`, or `not_found` for an unknown account. */
export const authenticators: Authenticators = {
  merchant: (deps, { headers }) => authenticateMerchant(deps, headers.authorization),
  callback: authenticateCallback,
  account: (deps, { params, ...received }) =>
    authenticateAccountCallback(deps, params as unknown as AccountPath, received),
  provider(deps, { headers }) {
    if (!isProvider(deps, headers.authorization)) throw unauthorized(headers.authorization);
    return null;
  },
  operator(deps, { headers }) {
    if (!isOperator(deps, headers.authorization)) throw unauthorized(headers.authorization);
    return null;
  },
  session: (deps, credentials) => authenticatePerson(deps, 'merchant', credentials),
  console: (deps, credentials) => authenticatePerson(deps, 'operator', credentials),
  link: () => null,
  none: () => null,
};

async function authenticatePerson<R extends Realm>(
  deps: ApiDeps,
  realm: R,
  { headers, address }: Credentials,
) {
  const token = sessionCookies[realm].read(headers, deps.config.http.publicUrl);
  const session = await findSession(deps, realm, token);
  return { session, address, formToken: formTokenOf(token ?? '') };
}
