import type { IncomingHttpHeaders } from 'node:http';
import {
  authenticateMerchant,
  isOperator,
  isProvider,
  unauthorized,
} from '../../application/merchants/authenticate';
import { authenticateCallback } from '../../application/callbacks/receive-callback';
import type { CallbackCaller } from '../../application/callbacks/receive-callback';
import { findSession } from '../../application/accounts/find-session';
import type { Session } from '../../application/accounts/find-session';
import { findOperatorSession } from '../../application/accounts/operator-session';
import type { OperatorSession } from '../../application/accounts/operator-session';
import type { ApiDeps } from '../api-deps';
import { consoleCookie, formTokenOf, sessionCookie } from '../session-cookie';

export type Merchant = Awaited<ReturnType<typeof authenticateMerchant>>;

/** Somebody who is signed in at the dashboard. */
export interface Visitor {
  readonly session: Session;
  readonly address: string;
  /** What every form of the session's pages has to bring back. */
  readonly formToken: string;
}

/** An operator who is signed in at the console. */
export interface OperatorVisitor {
  readonly session: OperatorSession;
  readonly address: string;
  readonly formToken: string;
}

/** Who calls, by the kind of credential that an operation asks for. */
export interface Callers {
  readonly merchant: Merchant;
  readonly callback: CallbackCaller;
  readonly provider: null;
  readonly operator: null;
  /** The cookie of a session at the dashboard. */
  readonly session: Visitor;
  /** The cookie of a session at the console. */
  readonly console: OperatorVisitor;
  /** The path itself is the credential: it holds a secret that only who was told it can name. */
  readonly link: null;
  readonly none: null;
}

export type Auth = keyof Callers;

/** What of a request can say who sends it. */
export interface Credentials {
  readonly headers: IncomingHttpHeaders;
  readonly address: string;
  /** Empty unless the operation is `raw`. */
  readonly body: Buffer;
}

type Authenticators = {
  readonly [A in Auth]: (
    deps: ApiDeps,
    credentials: Credentials,
  ) => Callers[A] | Promise<Callers[A]>;
};

/** Each throws Problem `unauthorized`, or `signed_out` where a person is asked for. */
export const authenticators: Authenticators = {
  merchant: (deps, { headers }) => authenticateMerchant(deps, headers.authorization),
  callback: authenticateCallback,
  provider(deps, { headers }) {
    if (!isProvider(deps, headers.authorization)) throw unauthorized(headers.authorization);
    return null;
  },
  operator(deps, { headers }) {
    if (!isOperator(deps, headers.authorization)) throw unauthorized(headers.authorization);
    return null;
  },
  async session(deps, { headers, address }) {
    const token = sessionCookie.read(headers, deps.config.http.publicUrl);
    const session = await findSession(deps, token);
    return { session, address, formToken: formTokenOf(token ?? '') };
  },
  async console(deps, { headers, address }) {
    const token = consoleCookie.read(headers, deps.config.http.publicUrl);
    const session = await findOperatorSession(deps, token);
    return { session, address, formToken: formTokenOf(token ?? '') };
  },
  link: () => null,
  none: () => null,
};
