import { recordAuditEvent, type AuditContext } from '../kernel/audit/record-audit-event';
import { lockMerchant } from '../kernel/merchants/store';
import { orProblem, Problem } from '../kernel/rules/problem';
import { stateDigest } from '../platform/crypto/state-digest';
import type { Deps } from '../deps';
import { changedFields, isSameIdentity, type Profile } from './rules/details';
import { findProfile, writeProfile } from './store/businesses';
import { endVerification, IDENTITY } from './store/verifications';

/** `digest` is `stateDigest` of the profile that the form showed. */
export interface ChangedProfile {
  readonly merchantId: string;
  readonly profile: Profile;
  readonly digest: string;
}

/**
 * A change of what an operator has verified ends the verification. Throws Problem
 * `merchant_not_found`, or `state_conflict` when the profile has changed since the form.
 */
export async function changeProfile(
  deps: Pick<Deps, 'db' | 'vault'>,
  audit: AuditContext,
  { merchantId, profile, digest }: ChangedProfile,
): Promise<void> {
  await deps.db.transaction(async (trx) => {
    await lockMerchant(trx, merchantId);
    const before = orProblem(await findProfile(trx, deps.vault, merchantId), 'merchant_not_found');
    if (stateDigest(before) !== digest) throw new Problem('state_conflict');
    const fields = changedFields(before, profile);
    if (fields.length === 0) return;
    await writeProfile(trx, deps.vault, merchantId, profile);
    const isEnded =
      !isSameIdentity(before, profile) && (await endVerification(trx, merchantId, IDENTITY));
    await recordAuditEvent(deps, trx, audit, 'business.changed', {
      subject: merchantId,
      detail: {
        fields: fields.join(', '),
        ...(before.name === profile.name ? {} : { from: before.name, name: profile.name }),
        ...(isEnded ? { verificationEnded: true } : {}),
      },
    });
  });
}
