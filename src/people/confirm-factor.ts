import type { Db } from '../platform/postgres/connect';
import * as factors from './store/factors';
import { lockPasswordHash } from './store/people';
import { confirmSession } from './store/sessions';
import { Problem } from '../kernel/rules/problem';
import { realms } from '../kernel/rules/realm';
import type { Confirmation } from './rules/second-factor';
import { hashOfToken } from '../platform/crypto/secret-token';
import { totpStepOf } from '../platform/crypto/totp';
import type { Deps } from '../deps';
import { countFactor, resetFactorCounters } from './limit-attempts';
import { verifyPasskey, type Holder } from './passkeys';
import { recordAuditEvent } from '../kernel/audit/record-audit-event';
import { enqueueNotice } from './send-mail';
import { auditContextOf, seatOf, type Seat, type Session } from './sessions';
import type { ClientInfo } from './sign-in-places';

export type Proof =
  | {
      readonly kind: 'code';
      /** A code of an authenticator app, or a recovery code, as typed. */
      readonly text: string;
    }
  | {
      readonly kind: 'passkey';
      /** The browser's response, as JSON. */
      readonly credential: string;
    };

/** Has a session or a half-session. */
export type Claimant = Seat & Holder;

export const claimantOf = (session: Session): Claimant => ({
  ...seatOf(session),
  person: session.person,
  sessionId: session.id,
});

/** Runs in a transaction, so that a proof is not accepted twice. */
type Take = (trx: Db) => Promise<Confirmation>;

/**
 * Runs `then` in the transaction that uses the proof up. Attempts are limited like attempts at the
 * password. Throws Problem `wrong_factor`, `code_used` or `rate_limit_exceeded`.
 */
export async function confirmFactor<Result>(
  deps: Deps,
  claimant: Claimant,
  proof: Proof,
  client: ClientInfo,
  then: (trx: Db, confirmation: Confirmation) => Promise<Result>,
): Promise<Result> {
  const { realm, person } = claimant;
  const attempt = { realm, email: person.email, ...client };
  const countedBy = await countFactor(deps, attempt, person.id);
  const take = await verify(deps, claimant, proof, client);
  const result = await deps.db.transaction(async (trx) => {
    // A change of the password that commits first has ended this session; a later one waits
    // for the transaction and ends it then.
    await lockPasswordHash(trx, realm, person.id, 'share');
    return then(trx, await take(trx));
  });
  await resetFactorCounters(deps, attempt, countedBy, person.id);
  return result;
}

/** Before or with a sensitive act. */
export const confirmAgain = (
  deps: Deps,
  session: Session,
  proof: Proof,
  client: ClientInfo,
): Promise<Confirmation> =>
  confirmFactor(deps, claimantOf(session), proof, client, async (trx, confirmation) => {
    await confirmSession(trx, session.realm, session.id);
    return confirmation;
  });

/** Throws Problem `wrong_factor`. */
async function verify(
  deps: Deps,
  claimant: Claimant,
  proof: Proof,
  client: ClientInfo,
): Promise<Take> {
  if (proof.kind === 'passkey') {
    const { factorId, signatures } = await verifyPasskey(deps, claimant, proof.credential);
    return async (trx) => {
      const taken = await factors.takeSignature(trx, factorId, signatures);
      if (taken === null) throw new Problem('wrong_factor');
      return { by: 'passkey', ...taken };
    };
  }
  const text = proof.text.replace(/[\s-]/g, '').toLowerCase();
  if (/^\d{6}$/.test(text)) return verifyTotp(deps, claimant, text);
  return (trx) => takeRecoveryCode(deps, trx, claimant, text, client);
}

async function verifyTotp(deps: Deps, { person }: Claimant, code: string): Promise<Take> {
  for (const { id, secretSealed } of await factors.listTotpSecrets(deps.db, person.id)) {
    const secret = deps.vault.open(secretSealed, 'factors.secret');
    const step = totpStepOf(secret, code, Date.now());
    if (step === null) continue;
    return async (trx) => {
      const taken = await factors.takeTotpStep(trx, id, step);
      if (taken === null) throw new Problem('code_used', { param: 'factor_code' });
      return { by: 'totp', ...taken };
    };
  }
  throw new Problem('wrong_factor', { param: 'factor_code' });
}

async function takeRecoveryCode(
  deps: Deps,
  trx: Db,
  claimant: Claimant,
  code: string,
  { address }: ClientInfo,
): Promise<Confirmation> {
  const { realm, person } = claimant;
  const taken = await factors.takeRecoveryCode(trx, person.id, hashOfToken(code));
  if (taken === null) throw new Problem('wrong_factor', { param: 'factor_code' });
  const codesLeft = await factors.countRecoveryCodes(trx, person.id);
  const what = { subject: person.id, detail: { codesLeft } };
  await recordAuditEvent(deps, trx, auditContextOf(claimant, address), 'factor.code_used', what);
  await enqueueNotice(deps, trx, person, {
    kind: 'factor_changed',
    site: realms[realm].site,
    change: 'code_used',
    name: null,
    codesLeft,
    address,
  });
  return { by: 'recovery_code', ...taken };
}
