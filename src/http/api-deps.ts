import type { Deps } from '../deps';

/** The dependencies of the API: those of the use cases and the Temporal health check. */
export interface ApiDeps extends Deps {
  readonly outbox: Deps['outbox'] & { state(): { readonly reachable: boolean } };
}
