import { mayActAs, type Realm, type RoleIn } from '../../kernel/rules/realm';

/** `totp`: an app that computes codes from a shared secret (RFC 6238). */
export const factorKinds = ['totp', 'passkey'] as const;
export type FactorKind = (typeof factorKinds)[number];

/** How a second factor was confirmed. `earlier`: in the session that this one replaces. */
export type ConfirmedBy = FactorKind | 'recovery_code' | 'earlier';

/**
 * The second factor of a session. `none`: the person has no authenticator. `fresh`: confirmed in
 * the session within the last 10 minutes. `stale`: confirmed before.
 */
export type FactorState = 'none' | 'stale' | 'fresh';

/** An SQL interval in which sensitive acts need no further confirmation. */
export const FRESH_FOR = '10 minutes';

/** Until an authenticator or a set of recovery codes has this age, its proof removes nothing. */
export const SETTLED_AFTER = '24 hours';

export interface Confirmation {
  readonly by: ConfirmedBy;
  /** The authenticator, or the set of recovery codes, is older than `SETTLED_AFTER`. */
  readonly isSettled: boolean;
}

type Mode = 'sandbox' | 'live';

/**
 * True where the password alone never begins a session: in live mode for operators and for people
 * who may approve the payouts of a merchant.
 */
export const needsFactorToSignIn = (
  who: { readonly realm: Realm; readonly role: RoleIn[Realm] },
  mode: Mode,
): boolean => mode === 'live' && (who.realm === 'operator' || mayActAs<Realm>(who, 'approver'));

/**
 * When an act asks for a second factor. `required`, `proof` and `settled_proof`: always in live
 * mode; people without an authenticator have to add one first. `if_enrolled` and
 * `proof_if_enrolled`: of people with an authenticator. A confirmation within the last 10 minutes
 * suffices for `required` and `if_enrolled`. The others grant access that outlasts the session, so
 * that they need a proof in the same request; for `settled_proof` not one of a new authenticator.
 */
export type StepUp = 'required' | 'if_enrolled' | 'proof' | 'proof_if_enrolled' | 'settled_proof';

export function stepUpFor(
  stepUp: StepUp,
  factor: FactorState,
  mode: Mode,
): 'nothing' | 'confirm' | 'enrol' {
  if (factor === 'none') {
    const isOptional = stepUp === 'if_enrolled' || stepUp === 'proof_if_enrolled';
    return !isOptional && mode === 'live' ? 'enrol' : 'nothing';
  }
  const isRecentEnough = stepUp === 'required' || stepUp === 'if_enrolled';
  return factor === 'fresh' && isRecentEnough ? 'nothing' : 'confirm';
}
