/** The account of the environment. */
export const platformCallbacks = 'platform';

/** The callback endpoints of a provider account. */
export type CallbackTarget =
  | typeof platformCallbacks
  /** The callback URL of an account, and the key of its provider. */
  | { readonly url: string; readonly key: string };
