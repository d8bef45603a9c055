import type { Realm } from './realm';

/** Authenticators: an app that computes codes from a shared secret (RFC 6238), and a passkey. */
export const factorKinds = ['totp', 'passkey'] as const;
export type FactorKind = (typeof factorKinds)[number];

/** How a second factor was confirmed. `earlier`: in the session that this one replaces. */
export type ConfirmedBy = FactorKind | 'recovery_code' | 'earlier';

/**
 * The second factor of a session. `none`: the person has no authenticator. `fresh`: confirmed in
 * the session within the last 10 minutes. `stale`: confirmed before.
 */
export type FactorState = 'none' | 'stale' | 'fresh';

/** For how long a confirmation allows sensitive acts, as an SQL interval. */
export const FRESH_FOR = '10 minutes';

type Mode = 'sandbox' | 'live';

/** Whether the password alone never begins a session. */
export const needsFactorToSignIn = (realm: Realm, mode: Mode): boolean =>
  realm === 'operator' && mode === 'live';

/**
 * When an act asks for a second factor. `required`: always in live mode; people without an
 * authenticator have to add one first. `if_enrolled`: of people with an authenticator.
 */
export type StepUp = 'required' | 'if_enrolled';

/** What a person has to do before an act. */
export function stepUpFor(
  stepUp: StepUp,
  factor: FactorState,
  mode: Mode,
): 'nothing' | 'confirm' | 'enrol' {
  if (factor === 'none') return stepUp === 'required' && mode === 'live' ? 'enrol' : 'nothing';
  return factor === 'fresh' ? 'nothing' : 'confirm';
}
