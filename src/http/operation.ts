import type { ApiDeps } from './api-deps';
import type { ApiContext } from './context';
import type { Definition, OperationFacts, Permitted, Schema } from './definition';
import type { Auth } from './middleware/authenticate';
import type { RateLimits } from './middleware/rate-limits';
import { serve } from './serve';

export interface Operation extends OperationFacts {
  route(deps: ApiDeps, limits: RateLimits): (ctx: ApiContext) => Promise<void>;
}

/** The route and the entry in the API's description are derived from this value. */
export function operation<
  A extends Auth,
  P extends Schema = undefined,
  Q extends Schema = undefined,
  B extends Schema = undefined,
>(definition: Definition<A, P, Q, B> & Permitted<A>): Operation {
  return { ...definition, route: (deps, limits) => serve(definition, deps, limits) };
}
