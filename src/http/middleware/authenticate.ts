import { authenticateMerchant, isOperator, isProvider } from '../../application/authenticate';
import { authenticateCallback } from '../../application/authenticate-callback';
import type { CallbackSender } from '../../application/accept-callback';
import { Problem } from '../../domain/problem';
import type { ApiDeps } from '../api-deps';

export type Merchant = Awaited<ReturnType<typeof authenticateMerchant>>;

/** Who calls, by the kind of credential that an operation asks for. */
export interface Callers {
  readonly merchant: Merchant;
  readonly callback: CallbackSender;
  readonly provider: null;
  readonly operator: null;
  /** The path itself is the credential: it holds a secret that only who was told it can name. */
  readonly link: null;
  readonly none: null;
}

export type Auth = keyof Callers;

type Authenticators = {
  readonly [A in Auth]: (
    deps: ApiDeps,
    authorization: string | undefined,
  ) => Callers[A] | Promise<Callers[A]>;
};

/** Each throws Problem `unauthorized`. */
export const authenticators: Authenticators = {
  merchant: authenticateMerchant,
  callback: authenticateCallback,
  provider(deps, authorization) {
    if (!isProvider(deps, authorization)) throw new Problem('unauthorized');
    return null;
  },
  operator(deps, authorization) {
    if (!isOperator(deps, authorization)) throw new Problem('unauthorized');
    return null;
  },
  link: () => null,
  none: () => null,
};
