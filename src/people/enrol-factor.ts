import { randomBytes } from 'node:crypto';
import type { Db } from '../platform/postgres/connect';
import * as factors from './store/factors';
import { lockPasswordHash } from './store/people';
import { confirmSession, lockSession } from './store/sessions';
import type { FactorChange } from './rules/notice';
import { Problem } from '../kernel/rules/problem';
import { realms } from '../kernel/rules/realm';
import { browserName } from '../platform/browser-name';
import { newId } from '../platform/new-id';
import { openState } from '../platform/open-state';
import { hashOfToken } from '../platform/crypto/secret-token';
import { base32, newTotpSecret, totpAddress, totpStepOf } from '../platform/crypto/totp';
import type { Vault } from '../platform/crypto/vault';
import type { Deps } from '../deps';
import { claimantOf, type Claimant } from './confirm-factor';
import { holdAfterLateFactor } from './late-factor';
import { newPasskeyOptions, verifyNewPasskey } from './passkeys';
import { recordAuditEvent, type AuditContext } from '../kernel/audit/record-audit-event';
import { enqueueNotice } from './send-mail';
import type { Session } from './sessions';
import type { ClientInfo } from './sign-in-places';

export interface Enrolment {
  /** Base32. */
  readonly secret: string;
  /** The `otpauth:` URL with the secret, for a QR code. */
  readonly address: string;
  /**
   * The secret, sealed for the session and for 10 minutes. The page returns it: without it, a
   * session adds no authenticator.
   */
  readonly sealed: string;
  /** The options for `navigator.credentials.create`, as JSON. */
  readonly passkeyOptions: string;
}

/** The form that the page of `Enrolment` sends. */
export type Enrolling = { readonly sealed: string } & (
  | { readonly kind: 'totp'; readonly code: string }
  | { readonly kind: 'passkey'; readonly credential: string }
);

const GOOD_FOR_MS = 10 * 60 * 1_000;
const SEALED_AS = 'accounts.enrolment';
/** 120 bits: from 112 bits on, NIST SP 800-63B asks for no salt and no slow hash. */
const RECOVERY_CODE_BYTES = 15;
const RECOVERY_CODES = 10;

interface SealedSecret {
  readonly sessionId: string;
  /** The id of the authenticator to add, so that a form that is sent twice adds one. */
  readonly factorId: string;
  readonly secret: string;
  readonly untilMs: number;
}

/**
 * Throws Problem `cross_site` for a text that we did not seal, that has expired, or that is of
 * another session.
 */
function openSecret(vault: Vault, sealed: string, sessionId: string): SealedSecret {
  const opened = openState<SealedSecret>(vault, sealed, SEALED_AS);
  if (opened?.sessionId !== sessionId) throw new Problem('cross_site');
  return opened;
}

/**
 * Begins to add an authenticator. The caller has verified that the person may: by the password, a
 * second factor, or a half-session of a person without one.
 */
export const beginEnrolment = (deps: Deps, claimant: Claimant): Promise<Enrolment> =>
  enrolmentWith(deps, claimant, {
    sessionId: claimant.sessionId,
    factorId: newId('fac_'),
    secret: newTotpSecret(),
    untilMs: Date.now() + GOOD_FOR_MS,
  });

/**
 * Continues with the secret of a page shown before, whose answer was refused. Throws Problem
 * `cross_site` when there was no such page or it has expired.
 */
export const continueEnrolment = async (
  deps: Deps,
  claimant: Claimant,
  sealed: string,
): Promise<Enrolment> =>
  enrolmentWith(deps, claimant, openSecret(deps.vault, sealed, claimant.sessionId));

async function enrolmentWith(
  deps: Deps,
  claimant: Claimant,
  begun: SealedSecret,
): Promise<Enrolment> {
  const { person, realm } = claimant;
  const { name } = deps.config.brand;
  const issuer = realm === 'operator' ? `${name} console` : name;
  return {
    secret: begun.secret,
    address: totpAddress(begun.secret, issuer, person.email),
    sealed: deps.vault.seal(JSON.stringify(begun), SEALED_AS),
    passkeyOptions: await newPasskeyOptions(deps, claimant),
  };
}

/** Throws Problem `wrong_factor` or `cross_site`. */
export async function verifyEnrolment(
  deps: Deps,
  claimant: Claimant,
  enrolling: Enrolling,
  { agent }: ClientInfo,
): Promise<factors.NewFactor> {
  const { person } = claimant;
  const { secret, factorId: id } = openSecret(deps.vault, enrolling.sealed, claimant.sessionId);
  if (enrolling.kind === 'passkey') {
    const passkey = await verifyNewPasskey(deps, claimant, enrolling.credential);
    const name = browserName(agent) ?? 'Passkey';
    return { id, accountId: person.id, kind: 'passkey', name, ...passkey };
  }
  const lastStep = totpStepOf(secret, enrolling.code.replace(/\s/g, ''), Date.now());
  if (lastStep === null) throw new Problem('wrong_factor', { param: 'code' });
  const name = person.language === 'th' ? 'แอปยืนยันตัวตน' : 'Authenticator app';
  const secretSealed = deps.vault.seal(secret, 'factors.secret');
  return { id, accountId: person.id, kind: 'totp', name, secretSealed, lastStep };
}

/**
 * Returns the recovery codes for the person's first authenticator, else null. A first one can hold
 * payouts (`holdAfterLateFactor`). A form that is sent again adds nothing, and replaces the codes:
 * a browser shows only the last answer. Throws Problem `state_conflict` for a passkey that is
 * registered already.
 */
export async function insertOwnFactor(
  deps: Pick<Deps, 'config' | 'vault'>,
  trx: Db,
  audit: AuditContext,
  claimant: Claimant,
  factor: factors.NewFactor,
  client: ClientInfo,
): Promise<readonly string[] | null> {
  const { person } = claimant;
  await factors.lockFactors(trx, person.id);
  const own = await factors.listFactors(trx, person.id);
  if (own.some((known) => known.id === factor.id)) {
    return own.length === 1 ? storeRecoveryCodes(deps, trx, audit, claimant) : null;
  }
  const isFirst = own.length === 0;
  if (!(await factors.insertFactor(trx, factor))) throw new Problem('state_conflict');
  if (isFirst) await holdAfterLateFactor(deps, trx, audit, claimant, client);
  const { id, kind, name } = factor;
  await recordAuditEvent(deps, trx, audit, 'factor.added', { subject: id, detail: { kind, name } });
  await noticeFactor(deps, trx, audit, claimant, 'added', name);
  return isFirst ? storeRecoveryCodes(deps, trx, audit, claimant) : null;
}

/**
 * Returns the recovery codes for the first authenticator. Throws Problem `signed_out` when the
 * session has ended meanwhile, for example by a reset of the authenticators or of the password.
 */
export async function addFactor(
  deps: Deps,
  audit: AuditContext,
  session: Session,
  enrolling: Enrolling,
  client: ClientInfo,
): Promise<readonly string[] | null> {
  const claimant = claimantOf(session);
  const factor = await verifyEnrolment(deps, claimant, enrolling, client);
  const { realm, person, id } = session;
  return deps.db.transaction(async (trx) => {
    await lockPasswordHash(trx, realm, person.id, 'share');
    const codes = await insertOwnFactor(deps, trx, audit, claimant, factor, client);
    // After the lock of the authenticators, which a reset holds while it ends the sessions.
    const held = await lockSession(trx, realm, id);
    // Not the first: the person has added one in another session, which ends this one.
    const isSuperseded = held?.factorAt === null && codes === null;
    if (held === null || isSuperseded) throw new Problem('signed_out');
    await confirmSession(trx, realm, id);
    return codes;
  });
}

export const noticeFactor = (
  deps: Pick<Deps, 'vault'>,
  trx: Db,
  { actor: { address } }: AuditContext,
  { realm, person }: Claimant,
  change: FactorChange,
  name: string | null,
): Promise<void> =>
  enqueueNotice(deps, trx, person, {
    kind: 'factor_changed',
    site: realms[realm].site,
    change,
    name,
    codesLeft: null,
    address,
  });

/** The codes are returned only here. */
export async function storeRecoveryCodes(
  deps: Pick<Deps, 'vault'>,
  trx: Db,
  audit: AuditContext,
  { person }: Claimant,
): Promise<readonly string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () =>
    base32(randomBytes(RECOVERY_CODE_BYTES)).toLowerCase(),
  );
  await factors.replaceRecoveryCodes(trx, person.id, codes.map(hashOfToken));
  await recordAuditEvent(deps, trx, audit, 'factor.codes_made', { subject: person.id });
  return codes.map((code) => code.replace(/(.{6})(?=.)/g, '$1-'));
}
