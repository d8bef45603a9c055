import type { Deps } from '../application/deps';

/** What the API needs beyond its verbs: to say whether Temporal is there. */
export interface ApiDeps extends Deps {
  readonly outbox: Deps['outbox'] & { state(): { readonly reachable: boolean } };
}
